/** Puts a server together from settings, families and a store: opens the features, builds the resources, composes the pipeline once. */

import { codecs } from './codecs/index.js'
import type { Config } from './config.js'
import type { Family } from './core/family.js'
import { isFields } from './core/json.js'
import type { Store } from './core/store.js'
import type { Context, Feature, Opened } from './features/feature.js'
import { features } from './features/index.js'
import { restResources, rootResource } from './rest.js'
import { compose } from './wire/compose.js'
import { dispatch } from './wire/dispatch.js'
import { explanations } from './wire/explanations.js'
import { formatsOf } from './wire/formats.js'
import type { Handler, Middleware } from './wire/message.js'
import { representer, type Digest } from './wire/representation.js'
import type { Resource } from './wire/message.js'
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
  close(): void
}

/** What the world gives: handed in, so that everything below can be tested without it. */
export interface Platform {
  readonly store: Store
  readonly digest: Digest
  /** Where the server is reached, once it listens. */
  readonly origin: () => string | undefined
}

export const assemble = (config: Config, families: readonly Family[], platform: Platform): App => {
  const { store, digest, origin } = platform
  const { base } = config
  const formats = formatsOf(codecs)
  const service: Service = {
    store,
    formats,
    base,
    listing: { limits: config.limits, form: config.list, urlMax: config.limits.url },
    origin,
    represent: representer(digest),
    trouble: troubleOf(formats, base),
  }
  const opened = features.map(feature => open(feature, config, { families, service }))
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
    handle: compose(
      opened.flatMap(({ middleware }): Middleware[] => (middleware === undefined ? [] : [middleware])),
      dispatch(resources, base, service.trouble),
    ),
    close: () => opened.forEach(feature => feature.close?.()),
  }
}

const open = (feature: Feature, config: Config, context: Context): Opened => {
  const setting = config.features[feature.name]
  if (setting === undefined || setting === false) return feature.closed?.(context) ?? {}
  return feature.open(isFields(setting) ? setting : {}, context)
}
