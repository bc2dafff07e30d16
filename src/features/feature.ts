/** The contract of an optional capability: its settings, and what it adds to the server when it is on. */

import type { Family } from '../core/family.js'
import type { Awaitable } from '../core/json.js'
import type { Keep } from '../core/keeper.js'
import type { Infer, Schema } from '../core/schema.js'
import type { Switches } from '../core/switches.js'
import type { World } from '../core/world.js'
import type { Assets } from '../wire/asset.js'
import type { Codec } from '../wire/codec.js'
import type { HttpRequest, HttpResponse, Middleware, Resource } from '../wire/message.js'
import type { Late, Service } from '../wire/service.js'

/** What a table of resources is built over: the families, and what serves them. One for each version, where there are versions. */
export interface View {
  readonly families: readonly Family[]
  readonly service: Service
}

export interface Context extends View {
  /** The address that the server listens on, as the settings have it. */
  readonly host: string
  /** Whether the server can be watched and steered: without that, nothing needs to be ready for it. */
  readonly controlled: boolean
  /** What can be switched while it is served, for the one server; absent where nothing can. */
  readonly switches?: Switches | undefined
  /** What outlives a change of the settings, by its name: made once, and found again by the app that takes over. */
  readonly keep: Keep
  /** The same for what all worlds of one server have in common; `keep` itself, where there is but one. */
  readonly shared: Keep
  /** The files of the page. */
  readonly assets: Assets
  /** The same server once more over another world, without those features that serve several worlds. */
  over(world: World, keep: Keep): Parallel
}

/** A server beside the one that listens. */
export interface Parallel {
  readonly service: Service
  /** The answer to a request that was routed by the one that listens; undefined when it is about that one alone. */
  handle(request: HttpRequest): Awaitable<HttpResponse> | undefined
  /** As an app closes. */
  close(closing: Closing): Awaitable<void>
}

export interface Opened {
  /** Sees every request first and every response last, in the order of the features. */
  readonly middleware?: Middleware
  /** The middleware also stands round answers that come from no resource: files, and what was refused before. */
  readonly frame?: true
  /**
   * Stands before what a resource does, in the order of the features: route and method are known then, and OPTIONS, 404
   * and 405 have been answered. Asked once for each resource, at start; nothing is put where it gives nothing.
   */
  readonly admit?: (resource: Resource) => Middleware | undefined
  /** Resources over the families, matched before those of the RESTful table. */
  readonly table?: (view: View) => readonly Resource[]
  /** Builds all tables in its own way: once for each version. */
  readonly tables?: (build: (view: View) => readonly Resource[]) => readonly Resource[]
  /** Resources of its own, below the base. */
  readonly resources?: readonly Resource[]
  /**
   * Resources about the server itself; `root` is what stands before their paths: `/-`, `/api/-`. `others` are those of the
   * features before it.
   */
  readonly control?: (root: string, others: readonly Resource[]) => readonly Resource[]
  /** What it can do for the handlers of all resources. */
  readonly late?: Partial<Late>
  /** Lines of the banner: what it is about, and what there is. */
  readonly banner?: readonly (readonly [head: string, text: string])[]
  /** Something in it is drawn, so the banner says from which seed. */
  readonly random?: true
  /** Said loudly at the start, one sentence each. */
  readonly warnings?: readonly string[]
  /** What it has to say when the server stops: sentences, the lines below one indented. Asked once, by who prints it. */
  readonly farewell?: () => readonly string[]
  /**
   * Called once, when the app stops answering. What it found in `keep` (sessions, open feeds, the journal) belongs to the
   * app that takes over, if one does that has this feature, too; what this app made for itself alone (timers, watchers of
   * the store) ends. What is kept must be fit to be used again, even when it has ended: a later change of the settings may
   * turn the feature on once more.
   */
  close?(closing: Closing): Awaitable<void>
}

/** How a server comes to its end. */
export interface Closing {
  /** Nobody takes over what was kept: the server ends, or the feature is off from now on. */
  readonly final: boolean
  /** What is still under way may come to its end, and is waited for, until this resolves. */
  readonly over: Promise<void>
}

/** Something wrong in a feature's settings. */
export interface Flaw {
  /** JSON Pointer into them: `/1/rename/name`. */
  readonly pointer: string
  /** Whether the name of the setting is wrong, or its value. */
  readonly at: 'name' | 'value'
  readonly message: string
  /** What would be right. */
  readonly hint?: string
}

export interface Feature<S extends Schema = Schema> {
  /** The setting that turns it on, too. */
  readonly name: string
  readonly doc: string
  readonly options: S
  /** What it works with when nothing is said, or `true`. A feature that has it is on unless its setting is `false`. */
  readonly byDefault?: Exclude<Infer<S>, boolean>
  /** The setting without which it is of no use to anybody: off when that is `false`. */
  readonly within?: string
  /** Names of request fields that every response depends on while it is on; kept representations say so in Vary. */
  readonly varies?: string
  /** The same where the settings decide. */
  variesBy?(options: Exclude<Infer<S>, boolean>): string | undefined
  /** Formats that there are while it is on. */
  readonly codecs?: readonly Codec[]
  /**
   * It can be switched while it is served: by a key, and at `/-/settings`, where this is what it shows as its setting when it
   * is on and nothing more is said. Whatever of it is to outlast that stands in `keep`.
   */
  readonly live?: Exclude<Infer<S>, false>
  /** Serves several worlds, so it is not part of the server that is made for each. */
  readonly outermost?: true
  /**
   * What is wrong with the settings that no schema can tell, the families among it. Nothing is served then. `check` asks it,
   * too.
   */
  check?(options: Exclude<Infer<S>, boolean>, families: readonly Family[]): readonly Flaw[]
  /**
   * What is wrong with a setting that its schema cannot tell, each at a JSON Pointer inside of it. Asked only where the
   * schema fits; items of a list that do not are undefined.
   */
  inspect?(options: Exclude<Infer<S>, boolean>): readonly { readonly pointer: string; readonly message: string }[]
  /**
   * Called at start, and once more for each change while serving: before the app that is replaced is closed, and before the
   * changed records are written, so that a watcher of the store hears of them, even of a family that is gone. An empty
   * setting (`true`, or nothing behind the colon) comes as `byDefault`, else as an empty object.
   */
  open(options: Exclude<Infer<S>, boolean>, context: Context): Opened
  /** What remains when it is off; nothing, for nearly all. */
  closed?(context: Context): Opened
}
