/** A text with places: lines and columns of offsets, what is wrong at one, and what a text says with the places of it all. */

import type { Awaitable, Json } from './json.js'

/** 1-based, as editors count; columns in UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A stretch of a text, in UTF-16 units from its start. */
export interface Span {
  readonly offset: number
  readonly length: number
}

/** Something wrong in a text. */
export interface Flaw extends Span {
  /** One sentence: what is wrong. */
  readonly message: string
  /** One sentence: what to do. */
  readonly hint?: string
  /** The other places that have to do with it. */
  readonly also?: readonly (Span & { readonly note: string })[]
}

/** The names and indexes that lead from a text's top value to one inside it. */
export type Path = readonly string[]

/** What a text says. */
export interface Reading {
  /** Undefined when the text cannot be read, or says nothing at all. */
  readonly value: Json | undefined
  /** What makes the text wrong, in order of place. */
  readonly flaws: readonly Flaw[]
  /** What is right, but may have been meant otherwise. */
  readonly doubts: readonly Flaw[]
  /** Where a value stands, or its name; the nearest around it when it is not there. */
  locate(path: Path, at: 'name' | 'value'): Awaitable<Span>
}

const LINE_END = /\r\n|\n|\r/g

/** The line and column of an offset (0-based). An offset past the end is the end. */
export const positionAt = (text: string, offset: number): Position => positions(text)(offset)

/** The same for many offsets of one text: its lines are looked for only once. */
export const positions = (text: string): ((offset: number) => Position) => {
  let starts: number[] | undefined
  return offset => {
    starts ??= startsOf(text)
    const place = Math.min(Math.max(0, offset), text.length)
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= place) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: place - (starts[low] ?? 0) + 1 }
  }
}

/** The lines of a text without their ends. */
export const linesOf = (text: string): string[] => text.split(LINE_END)

/** The part of a span that lies on its first line: what a caret can stand under. At least one character. */
export const firstLine = (text: string, { offset, length }: Span): Span => {
  const [first = ''] = text.slice(offset, offset + Math.min(length, 1000)).split(LINE_END, 1)
  return { offset, length: Math.max(1, first.trimEnd().length) }
}

const startsOf = (text: string): number[] => {
  const starts = [0]
  for (const end of text.matchAll(LINE_END)) starts.push(end.index + end[0].length)
  return starts
}
