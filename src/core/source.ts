/** A text with places: lines and columns of offsets, and the frame that shows one. */

/** 1-based, as editors count; columns in UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** The line and column of an offset (0-based). An offset past the end is the end. */
export const positionAt = (text: string, offset: number): Position => {
  const before = text.slice(0, Math.max(0, offset))
  const lines = before.split(/\r\n|\n|\r/)
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}
