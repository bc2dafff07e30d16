/** All open feeds of a server and what they live on; outlives a change of the settings, so no client has to come back for one. */

import type { Chance } from '../../core/chance.js'
import type { Cancel, Clock } from '../../core/clock.js'
import type { Family } from '../../core/family.js'
import type { Store } from '../../core/store.js'
import type { Sink } from '../../wire/message.js'
import type { Late } from '../../wire/service.js'
import { channelOf, type About, type Channel } from './channel.js'
import { openFeed, type Feed, type Opening } from './feed.js'

export interface HubSettings {
  /** Milliseconds. */
  readonly heartbeat: number
  /** Milliseconds. */
  readonly retry: number
  /** How many changes are kept. */
  readonly history: number
  /** How many feeds may be open. */
  readonly feeds: number
}

/** Who is logged in, and who may read. */
type Who = Pick<Late, 'login' | 'reads'>

export interface Hub {
  /** Takes new settings over; who follows a family that is not the same any more, or a version of it, has to come back. */
  set(settings: HubSettings, families: readonly Family[], who: Who): void
  /** Asked again and again for each feed, by the present settings. */
  readonly who: Who
  /** Whether no more feeds may be opened. */
  full(): boolean
  /** What happens in a store. Nothing is watched before somebody has asked. */
  channel(store: Store): Channel
  open(channel: Channel, about: About, sink: Sink, opening: Omit<Opening, 'retry' | 'left'>): Feed | undefined
  /** Ends all feeds. */
  end(): void
}

/** As much of the records, as JSON text, is kept at most. */
const HISTORY_SIZE = 1024 * 1024
/** Bytes of chance in the name of a server's life. */
const LIFE = 6

export const hubOf = (clock: Clock, chance: Chance, first: HubSettings): Hub => {
  let settings = first
  let who: Who = { login: undefined, reads: undefined }
  let known = new Map<string, string>()
  const feeds = new Set<Feed>()
  const channels = new WeakMap<Store, Channel>()
  let cancel: Cancel | undefined

  const bounds = () => ({ events: settings.history, size: HISTORY_SIZE })

  const beat = (): void => {
    cancel = feeds.size === 0 ? undefined : clock.after(settings.heartbeat, beat)
    for (const feed of feeds) feed.beat()
  }

  return {
    set(next, families, present) {
      settings = next
      who = present
      const now = new Map(families.map(family => [family.singular, looks(family)]))
      const before = known
      known = now
      // What was told so far would have to be told in another way: a secret more, another key.
      for (const feed of feeds) {
        const { family, service } = feed.about
        // What a version was is not known any more: it may be another one now, or gone.
        const isView = service.store.view !== undefined
        if (isView || before.get(family.singular) !== now.get(family.singular)) feed.end()
      }
    },
    get who() {
      return who
    },
    full: () => feeds.size >= settings.feeds,
    channel(store) {
      const found = channels.get(store)
      if (found !== undefined) return found

      const channel = channelOf(store, lifeOf(chance), clock, bounds)
      channels.set(store, channel)
      return channel
    },
    open(channel, about, sink, opening) {
      if (feeds.size >= settings.feeds) return void sink.end()
      let gone = false
      const feed = openFeed(channel, about, sink, {
        ...opening,
        retry: settings.retry,
        left: own => {
          gone = true
          feeds.delete(own)
          if (feeds.size > 0) return
          cancel?.()
          cancel = undefined
        },
      })
      if (gone) return feed
      feeds.add(feed)
      cancel ??= clock.after(settings.heartbeat, beat)
      return feed
    },
    end: () => feeds.forEach(feed => feed.end()),
  }
}

/** Letters and digits, so that it is told from the revision behind it at a glance. */
const lifeOf = (chance: Chance): string => chance.token(LIFE).replaceAll(/[^A-Za-z0-9]/g, '0')

/** What of a family changes how its records are told. */
const looks = ({ plural, key, secrets }: Family): string => JSON.stringify([plural, key, secrets])
