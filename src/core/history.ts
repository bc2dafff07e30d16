/** The latest events in their order, as many as may be kept: who has seen some of them can be told of the others. */

export interface Past {
  /** Grows from one to the next. */
  readonly revision: number
  /** What it costs to keep it, in characters. */
  readonly size: number
}

export interface Bounds {
  readonly events: number
  /** In characters, all together. */
  readonly size: number
}

export interface History<E extends Past> {
  /** The revision of the latest; 0 before the first. */
  readonly now: number
  add(event: E): void
  /** Whether all that came after that revision is still here. One that is yet to come is not known. */
  knows(revision: number): boolean
  /** What came after a revision; undefined when it is not known. */
  since(revision: number): readonly E[] | undefined
  /** Forgets the oldest until the bounds are kept. Not done by `add`: whoever passes events on does so first. */
  trim(bounds: Bounds): void
}

export const history = <E extends Past>(): History<E> => {
  const events: E[] = []
  let size = 0
  let forgotten = 0
  let now = 0
  const knows = (revision: number): boolean => revision >= forgotten && revision <= now
  return {
    get now() {
      return now
    },
    add(event) {
      events.push(event)
      size += event.size
      now = event.revision
    },
    knows,
    since: revision => (knows(revision) ? events.slice(after(events, revision)) : undefined),
    trim(bounds) {
      let count = 0
      for (; count < events.length && (events.length - count > bounds.events || size > bounds.size); count++) {
        const { revision, size: own } = events[count] as E
        size -= own
        forgotten = revision
      }
      events.splice(0, count)
    },
  }
}

/** Where what came after a revision begins. */
const after = (events: readonly Past[], revision: number): number => {
  let low = 0
  let high = events.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((events[middle]?.revision ?? 0) > revision) high = middle
    else low = middle + 1
  }
  return low
}
