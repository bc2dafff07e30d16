/** Server-sent events (WHATWG HTML §9.2): the media type as a format among the others, and the text of what goes over it. */

// Here and not in `codecs/`: a feature writes it, bit by bit, and features know no codecs.

import type { Json } from '../core/json.js'
import type { Codec } from './codec.js'

/** Always UTF-8, by definition, so it says no charset. */
export const eventStream: Codec = {
  name: 'event-stream',
  mediaType: 'text/event-stream',
  kinds: ['item', 'collection'],
  byName: true,
  live: true,
}

/** `reset`: something was missed, and cannot be told any more. Whoever gets it reads everything anew. */
export type EventName = 'created' | 'updated' | 'removed' | 'reset'

/**
 * One event. Nothing in it can end a line and so forge another: names come from a list, ids are ours, and JSON writes
 * every line end as an escape.
 */
export const eventText = (name: EventName, id: string, data: Json): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** How a feed begins: how long to wait before coming back, and from where on to be told then. */
export const openingText = (retry: number, id: string): string => `retry: ${retry}\n${aliveText(id)}`

/** A comment, so that everybody on the way sees that the feed is alive; and how far it is. No client takes it for an event. */
export const aliveText = (id: string): string => `:\nid: ${id}\n\n`

/** One run of a server: revisions are counted anew in each, so an id of another one says nothing here. */
export const idOf = (life: string, revision: number): string => `${life}-${revision}`

/** The revision in an id of this life; undefined for anything else, whatever it is. */
export const revisionIn = (id: string, life: string): number | undefined => {
  const [, named, revision] = /^([A-Za-z0-9_-]{1,32})-(\d{1,15})$/.exec(id) ?? []
  return named === life ? Number(revision) : undefined
}
