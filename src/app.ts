/** Puts a server together from settings, families and a store: opens the features, builds the resources, composes the pipeline once. */

import { codecs } from './codecs/index.js'
import type { Config } from './config.js'
import type { Chance } from './core/chance.js'
import type { Clock } from './core/clock.js'
import type { Crypto } from './core/crypto.js'
import type { Family } from './core/family.js'
import { graves, type Graves } from './core/graves.js'
import type { Keep } from './core/keeper.js'
import type { Post } from './core/post.js'
import type { Store } from './core/store.js'
import type { Switches } from './core/switches.js'
import type { World } from './core/world.js'
import type { Context, Feature, Opened, Parallel, View } from './features/feature.js'
import { features } from './features/index.js'
import { restResources, rootResource } from './rest.js'
import { on, settingOf } from './switched.js'
import type { Assets } from './wire/asset.js'
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
  /** And when it stops: sentences, the lines below one indented. */
  readonly farewell: () => readonly string[]
  /** The names of the features that are on. */
  readonly features: ReadonlySet<string>
  /**
   * No more is asked of it; `next` is the app that takes over, if one does. Resolves when the features have ended what they
   * had under way; their time for it is up when `over` resolves, else at once.
   */
  close(over?: Promise<void>, next?: App): Promise<void>
}

/** What the world gives: handed in, so that everything below can be tested without it. */
export interface Platform {
  readonly world: World
  /** The world's own, or one that does more. */
  readonly store?: Store
  readonly digest: Digest
  /** The real time, under the world's own. */
  readonly wall: Clock
  readonly chance: Chance
  readonly crypto: Crypto
  readonly post: Post
  readonly assets: Assets
  /** Where the server is reached, once it listens. */
  readonly origin: () => string | undefined
  /** What outlives an app; see the features' context. */
  readonly keep: Keep
  /** The same for all worlds that one server has; `keep`, unless this is one of several. */
  readonly shared?: Keep
  /** The same for all worlds, too; absent where nothing can be switched while it is served. */
  readonly switches?: Switches
  /** What was removed where the world was copied from. */
  readonly removed?: Graves | undefined
}

export const assemble = (
  config: Config,
  families: readonly Family[],
  platform: Platform,
  capabilities: readonly Feature[] = features,
): App => {
  const { base, host } = config
  const burial = bury(families, platform)
  const service = serviceOf(config, platform, burial?.graves)
  const { shared = platform.keep, assets, switches } = platform
  const over: Context['over'] = (world, keep) => {
    const inner = capabilities.filter(({ outermost }) => outermost !== true)
    const own = { world, keep, shared, removed: burial?.graves }
    return parallel(assemble(config, families, { ...platform, ...own, store: own.world.store }, inner))
  }
  const controlled = isControlled(config)
  const { keep } = platform
  const context: Context = { families, service, host, controlled, switches, keep, shared, assets, over }
  const opened = capabilities.map(feature => open(feature, config, context))
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
    ...tables(context),
    ...opened.flatMap(({ resources: own }) => own ?? []),
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
    farewell: () => opened.flatMap(({ farewell }) => farewell?.() ?? []),
    features: new Set(on(config).map(({ name }) => name)),
    close: async (end = Promise.resolve(), next) => {
      burial?.leave()
      const final = (index: number) => next?.features.has(capabilities[index]?.name ?? '') !== true
      await Promise.all(opened.map((feature, index) => feature.close?.({ over: end, final: final(index) })))
    },
  }
}

/** The app for requests that another one has routed: its resources are the same, made over another world. */
const parallel = (app: App): Parallel => {
  const own = new Map(app.resources.map(resource => [identityOf(resource), resource]))
  return {
    service: app.service,
    handle(request) {
      if (request.resource === undefined) return app.handle(request)
      const resource = own.get(identityOf(request.resource))
      return resource && app.handle({ ...request, resource })
    },
    close: ({ over, final }) => app.close(over, final ? undefined : app),
  }
}

const identityOf = ({ path, parameter = '' }: Resource): string => `${path}?${parameter}`

const serviceOf = (
  config: Config,
  { world, store, wall, digest, chance, crypto, post, origin }: Platform,
  removed: Graves | undefined,
): Service & { late: Late } => {
  const { base } = config
  const formats = formatsOf([...codecs, ...on(config).flatMap(feature => feature.codecs ?? [])])
  const vary = [
    'Accept',
    ...on(config).flatMap(feature => feature.varies ?? feature.variesBy?.(settingOf(feature, config)) ?? []),
  ].join(', ')
  return {
    world,
    store: store ?? world.store,
    graves: removed,
    formats,
    base,
    listing: { limits: config.limits, form: config.list, urlMax: config.limits.url },
    origin,
    clock: world.clock,
    wall,
    now: () => world.clock.now(),
    chance,
    crypto,
    post,
    put: config.put,
    requireMatch: config.requireMatch,
    represent: representer(digest, vary),
    trouble: troubleOf(formats, base),
    late: {
      login: undefined,
      reads: undefined,
      challenge: undefined,
      follow: undefined,
      sandbox: undefined,
      usual: undefined,
      steers: undefined,
      journal: undefined,
      rules: undefined,
    },
  }
}

/** Remembers what is removed, where a family wants to know it. */
const bury = (families: readonly Family[], { world: { store }, keep, removed }: Platform) => {
  const wanted = new Set(families.filter(({ gone }) => gone === true).map(({ singular }) => singular))
  if (wanted.size === 0) return undefined
  const kept = keep('graves', () => removed?.copy() ?? graves())
  return { graves: kept, leave: store.watch(change => (wanted.has(change.family) ? kept.note(change) : undefined)) }
}

/** What makes the same run again, where anything is drawn. */
const seedOf = (opened: readonly Opened[], { chance }: Service): App['banner'] =>
  opened.some(({ random }) => random) ? [['Seed', `${chance.seed}   (--seed ${chance.seed} repeats this run)`]] : []

/** What is about the server itself, unless nobody is to have it. */
const controls = (opened: readonly Opened[], config: Config, root: string): Resource[] => {
  if (!isControlled(config)) return []
  const all: Resource[] = []
  for (const { control } of opened) all.push(...(control?.(root, [...all]) ?? []).map(ofControl))
  return all
}

const isControlled = ({ features: settings }: Config): boolean => settings['control'] !== false

const ofControl = (resource: Resource): Resource => ({ control: true, ...resource })

/** The resource with what stands before its methods. */
const admitted = (resource: Resource, opened: readonly Opened[]): Resource => {
  const { round } = resource
  const before = [...(round === undefined ? [] : [round]), ...opened.flatMap(({ admit }) => admit?.(resource) ?? [])]
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
