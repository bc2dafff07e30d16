/** Chance that can be repeated: the same seed gives the same sequence. For rehearsal only, never for what must not be guessed. */

/** mulberry32 (Tommy Ettinger, public domain): 32 bits of state, enough for rehearsing. At least 0 and below 1. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A sequence of its own for each name, so that what one draws changes nothing for the others. */
export const stream = (seed: number, name: string): (() => number) => seeded(hash(`${seed} ${name}`))

/** FNV-1a (Fowler, Noll, Vo) over the UTF-16 units: near names begin far from each other. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}
