/** Puts a server together from settings, families and a store: opens the features, builds the resources, composes the pipeline once. */

import { codecs } from './codecs/index.js'
import type { Config } from './config.js'
import type { Family } from './core/family.js'
import type { Store } from './core/store.js'
import type { Context, Feature, Opened } from './features/feature.js'
import { features } from './features/index.js'
import { restResources, rootResource } from './rest.js'
import { compose } from './wire/compose.js'
import { dispatch } from './wire/dispatch.js'
import { explanations } from './wire/explanations.js'
import { formatsOf } from './wire/formats.js'
import type { Handler, Middleware, Resource } from './wire/message.js'
import { representer, type Digest } from './wire/representation.js'
import type { Service } from './wire/service.js'
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
  close(): void
}

/** What the world gives: handed in, so that everything below can be tested without it. */
export interface Platform {
  readonly store: Store
  readonly digest: Digest
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Where the server is reached, once it listens. */
  readonly origin: () => string | undefined
}

export const assemble = (config: Config, families: readonly Family[], platform: Platform): App => {
  const { store, digest, origin, now } = platform
  const { base, host } = config
  const on = features.filter(feature => settingOf(feature, config) !== undefined)
  const vary = ['Accept', ...on.flatMap(({ varies }) => varies ?? [])].join(', ')
  const formats = formatsOf(codecs)
  const service: Service = {
    store,
    formats,
    base,
    listing: { limits: config.limits, form: config.list, urlMax: config.limits.url },
    origin,
    now,
    put: config.put,
    requireMatch: config.requireMatch,
    represent: representer(digest, vary),
    trouble: troubleOf(formats, base),
  }
  const opened = features.map(feature => open(feature, config, { families, service, host }))
  const framing = middlewareOf(opened.filter(({ frame }) => frame))
  const resources = [
    // Old style stands first: its parameter tells it from a record with a verb's name.
    ...opened.flatMap(({ resources: own }) => own ?? []),
    ...families.flatMap(family => restResources(family, service)),
    rootResource(families, service),
    ...explanations(service, base),
    // With a base, the server's own matters stay where they always are, too.
    ...(base === '' ? [] : explanations(service, '')),
  ]
  return {
    config,
    families,
    service,
    resources,
    handle: compose(middlewareOf(opened), dispatch(resources, base, service.trouble)),
    frame: handler => compose(framing, handler),
    close: () => opened.forEach(feature => feature.close?.()),
  }
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
