/** Puts a server together from settings, families and a store: opens the features, builds the resources, composes the pipeline once. */

import { codecs } from './codecs/index.js'
import type { Config } from './config.js'
import type { Chance } from './core/chance.js'
import type { Clock } from './core/clock.js'
import type { Crypto } from './core/crypto.js'
import type { Family } from './core/family.js'
import type { Store } from './core/store.js'
import type { Context, Feature, Opened, View } from './features/feature.js'
import { features } from './features/index.js'
import { restResources, rootResource } from './rest.js'
import { compose } from './wire/compose.js'
import { dispatch } from './wire/dispatch.js'
import { explanations } from './wire/explanations.js'
import { formatsOf } from './wire/formats.js'
import type { Handler, Middleware, Resource } from './wire/message.js'
import { representer, type Digest } from './wire/representation.js'
import type { Late, Service } from './wire/service.js'
import { troubleOf } from './wire/trouble.js'

export interface App {
  readonly config: Config
  readonly families: readonly Family[]
  readonly service: Service
  /** In the order in which they are matched. */
  readonly resources: readonly Resource[]
  /** Never throws and never rejects for what a client can do. */
  readonly handle: Handler
  /** What also stands round answers from elsewhere: files, refusals, failures. */
  readonly frame: Middleware
  /** What the features have to say when the server starts. */
  readonly banner: NonNullable<Opened['banner']>
  readonly warnings: readonly string[]
  close(): void
}

/** What the world gives: handed in, so that everything below can be tested without it. */
export interface Platform {
  readonly store: Store
  readonly digest: Digest
  readonly clock: Clock
  readonly chance: Chance
  readonly crypto: Crypto
  /** Where the server is reached, once it listens. */
  readonly origin: () => string | undefined
  /** What outlives an app; see the features' context. */
  readonly keep: Context['keep']
}

export const assemble = (config: Config, families: readonly Family[], platform: Platform): App => {
  const { base, host } = config
  const service = serviceOf(config, platform)
  const context: Context = { families, service, host, keep: platform.keep }
  const opened = features.map(feature => open(feature, config, context))
  for (const { late } of opened) Object.assign(service.late, late)

  const build = (view: View): readonly Resource[] => [
    // Old style stands first: its parameter tells it from a record with a verb's name.
    ...opened.flatMap(({ table }) => table?.(view) ?? []),
    ...view.families.flatMap(family => restResources(family, view.service)),
    rootResource(view.families, view.service),
  ]
  const [tables = build] = opened.flatMap(({ tables: own }) => (own === undefined ? [] : [() => own(build)]))
  // With a base, the server's own matters stay where they always are, too.
  const roots = base === '' ? ['/-'] : [`${base}/-`, '/-']
  const bare = [
    ...opened.flatMap(({ resources: own }) => own ?? []),
    ...tables(context),
    ...roots.flatMap(root => controls(opened, config, root)),
    ...roots.flatMap(root => explanations(service, root)),
  ]
  const resources = bare.map(resource => admitted(resource, opened))
  const framing = middlewareOf(opened.filter(({ frame }) => frame))
  return {
    config,
    families,
    service,
    resources,
    handle: compose(middlewareOf(opened), dispatch(resources, base, service.trouble)),
    frame: handler => compose(framing, handler),
    banner: [...opened.flatMap(({ banner }) => banner ?? []), ...seedOf(opened, service)],
    warnings: opened.flatMap(({ warnings }) => warnings ?? []),
    close: () => opened.forEach(feature => feature.close?.()),
  }
}

const serviceOf = (
  config: Config,
  { store, digest, clock, chance, crypto, origin }: Platform,
): Service & { late: Late } => {
  const { base } = config
  const on = features.filter(feature => settingOf(feature, config) !== undefined)
  const formats = formatsOf([...codecs, ...on.flatMap(feature => feature.codecs ?? [])])
  const vary = ['Accept', ...on.flatMap(({ varies }) => varies ?? [])].join(', ')
  return {
    store,
    formats,
    base,
    listing: { limits: config.limits, form: config.list, urlMax: config.limits.url },
    origin,
    clock,
    now: () => clock.now(),
    chance,
    crypto,
    put: config.put,
    requireMatch: config.requireMatch,
    represent: representer(digest, vary),
    trouble: troubleOf(formats, base),
    late: { login: undefined, follow: undefined },
  }
}

/** What makes the same run again, where anything is drawn. */
const seedOf = (opened: readonly Opened[], { chance }: Service): App['banner'] =>
  opened.some(({ random }) => random) ? [['Seed', `${chance.seed}   (--seed ${chance.seed} repeats this run)`]] : []

/** What is about the server itself, unless nobody is to have it. */
const controls = (opened: readonly Opened[], config: Config, root: string): Resource[] => {
  if (config.features['control'] === false) return []
  return opened.flatMap(({ control }) => (control?.(root) ?? []).map(ofControl))
}

const ofControl = (resource: Resource): Resource => ({ ...resource, control: true })

/** The resource with what stands before its methods. */
const admitted = (resource: Resource, opened: readonly Opened[]): Resource => {
  const before = opened.flatMap(({ admit }) => admit?.(resource) ?? [])
  if (before.length === 0) return resource
  const methods = Object.entries(resource.methods).map(([method, handler]) => [method, compose(before, handler)])
  return { ...resource, methods: Object.fromEntries(methods) as Resource['methods'] }
}

const middlewareOf = (opened: readonly Opened[]): Middleware[] =>
  opened.flatMap(({ middleware }) => (middleware === undefined ? [] : [middleware]))

const open = (feature: Feature, config: Config, context: Context): Opened => {
  const setting = settingOf(feature, config)
  return setting === undefined ? (feature.closed?.(context) ?? {}) : feature.open(setting, context)
}

/** What a feature is to work with; undefined when it is off. */
const settingOf = ({ name, byDefault }: Feature, config: Config): unknown => {
  const setting = config.features[name]
  if (setting === false) return undefined
  if (setting === undefined) return byDefault
  return setting === null || setting === true ? (byDefault ?? {}) : setting
}
