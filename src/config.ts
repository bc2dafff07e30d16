/** Settings from several sources become one configuration: merged first, and only then filled up with defaults. */

import { bytes, milliseconds } from './core/quantity.js'
import { grammar, type Settings } from './grammar.js'

/** The settings with every default in place, in bytes and milliseconds. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Without a slash at its end. */
  readonly base: string
  readonly static: string | undefined
  readonly log: 'pretty' | 'plain' | 'json' | 'none'
  /** Whether a changed file is loaded again. */
  readonly watch: boolean
  /** Milliseconds between two looks at the files; undefined where the system tells. */
  readonly poll: number | undefined
  readonly put: 'update' | 'create'
  readonly requireMatch: boolean
  /** Whether the inferred schemas are enforced, where none is declared. */
  readonly strict: boolean
  readonly list: 'link' | 'envelope'
  /** What chance begins with; drawn where nothing is said. */
  readonly seed: number | undefined
  readonly limits: Limits
  /** The features' own settings by their names; absent is as they are by default, false is off. */
  readonly features: Readonly<Record<string, unknown>>
}

export interface Limits {
  readonly body: number
  readonly header: number
  readonly url: number
  readonly fields: number
  readonly page: number
  readonly pageMax: number
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  readonly connections: number
}

/** Lays settings over one another, the strongest first, before any default comes in. Lists are taken whole. */
export const mergeSettings = (layers: readonly Settings[]): Settings =>
  layers.toReversed().reduce((below, above) => merge(below, above) as Settings, {})

/** Merged settings with their defaults. */
export const configure = (settings: Settings): Config => {
  const limits = settings.limits ?? {}
  const { properties: bounds } = grammar.properties.limits
  return {
    port: settings.port ?? grammar.properties.port.default,
    host: settings.host ?? grammar.properties.host.default,
    base: (settings.base ?? grammar.properties.base.default).replace(/\/$/, ''),
    static: settings.static,
    log: settings.log ?? grammar.properties.log.default,
    watch: settings.watch ?? grammar.properties.watch.default,
    poll: pollSpan(settings.poll ?? grammar.properties.poll.default),
    put: settings.put ?? grammar.properties.put.default,
    requireMatch: settings.requireMatch ?? grammar.properties.requireMatch.default,
    strict: settings.strict ?? grammar.properties.strict.default,
    list: settings.list ?? grammar.properties.list.default,
    seed: settings.seed,
    limits: {
      body: bytes(limits.body ?? bounds.body.default),
      header: bytes(limits.header ?? bounds.header.default),
      url: bytes(limits.url ?? bounds.url.default),
      fields: limits.fields ?? bounds.fields.default,
      page: limits.page ?? bounds.page.default,
      pageMax: limits.pageMax ?? bounds.pageMax.default,
      headersTimeout: milliseconds(limits.headersTimeout ?? bounds.headersTimeout.default),
      requestTimeout: milliseconds(limits.requestTimeout ?? bounds.requestTimeout.default),
      keepAliveTimeout: milliseconds(limits.keepAliveTimeout ?? bounds.keepAliveTimeout.default),
      connections: limits.connections ?? bounds.connections.default,
    },
    // It is a limit to whoever sets it, and a feature to the server.
    features: { ...settings, rate: limits.rate },
  }
}

/** The settings with that of one feature in the place of what they say of it, wherever it stands. */
export const withSetting = (settings: Settings, feature: string, value: unknown): Settings =>
  (Object.hasOwn(grammar.properties.limits.properties, feature)
    ? { ...settings, limits: { ...settings.limits, [feature]: value } }
    : { ...settings, [feature]: value }) as Settings

const POLL = 500

const pollSpan = (setting: boolean | string | number): number | undefined => {
  if (typeof setting === 'boolean') return setting ? POLL : undefined
  // No time at all would keep the machine busy with nothing else.
  return Math.max(10, milliseconds(setting))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const merge = (below: unknown, above: unknown): unknown => {
  // An empty value, and `true` over the options of something that is on already, add nothing.
  if (above === undefined || above === null) return below ?? above
  if (above === true && isObject(below)) return below
  if (!isObject(above) || !isObject(below)) return above
  const names = new Set([...Object.keys(below), ...Object.keys(above)])
  return Object.fromEntries([...names].map(name => [name, merge(below[name], above[name])]))
}
