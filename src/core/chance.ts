/** Chance, handed in: what is drawn for rehearsal can be drawn again from its seed, what must not be guessed never can. */

export interface Chance {
  /** What `random` begins with: who has to draw the same again, whatever others draw, begins a stream of its own with it. */
  readonly seed: number
  /** At least 0 and below 1. */
  random(): number
  /** So many unguessable bytes as base64url text: letters, digits, `-` and `_`. */
  token(bytes: number): string
}
