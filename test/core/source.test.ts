/** Places in texts, and the frames that show them. */

import * as assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { suite } from 'uvu'
import { frame } from '../../src/core/frame.js'
import { printable, quoted } from '../../src/core/printable.js'
import { firstLine, linesOf, positionAt, positions } from '../../src/core/source.js'

const places = suite('positions')

/** Text, offset, line and column. */
const POSITIONS: readonly (readonly [string, number, number, number])[] = [
  ['', 0, 1, 1],
  ['abc', 2, 1, 3],
  ['a\nb', 1, 1, 2],
  ['a\nb', 2, 2, 1],
  ['a\r\nb', 3, 2, 1],
  ['a\rb', 2, 2, 1],
  ['a\n\nb', 2, 2, 1],
  ['a\n', 2, 2, 1],
  ['abc', 99, 1, 4],
  ['abc', -1, 1, 1],
  ['日本\nx', 3, 2, 1],
]

for (const [text, offset, line, column] of POSITIONS)
  places(`${JSON.stringify(text)} at ${offset}: ${line}:${column}`, () =>
    assert.deepEqual(positionAt(text, offset), { line, column }),
  )

places('a position leads back to its offset', () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', '日') }), text => {
      const place = positions(text)
      const starts = linesOf(text)
      for (let offset = 0; offset <= text.length; offset++) {
        const { line, column } = place(offset)
        assert.ok(line <= starts.length)
        assert.equal(text[offset], `${text.slice(offset - column + 1)}`[column - 1])
      }
    }),
  ),
)

places('the first line of a span', () => {
  assert.deepEqual(firstLine('ab  \ncd', { offset: 0, length: 7 }), { offset: 0, length: 2 })
  assert.deepEqual(firstLine('ab\r\ncd', { offset: 1, length: 5 }), { offset: 1, length: 1 })
  assert.deepEqual(firstLine('ab', { offset: 2, length: 0 }), { offset: 2, length: 1 })
})

places.run()

const frames = suite('frame')

const TEXT = 'one\ntwo\nthree\nfour\nfive\n'
const LONG = `${'x'.repeat(200)}HERE${'y'.repeat(200)}`

/** Text, line, column, length, and the frame. */
const FRAMES: readonly (readonly [
  title: string,
  text: string,
  at: readonly [number, number, number],
  lines: readonly string[],
])[] = [
  [
    'two before, one after',
    TEXT,
    [3, 2, 3],
    ['     1 | one', '     2 | two', '  >  3 | three', '       |  ^^^', '     4 | four'],
  ],
  ['at the start', TEXT, [1, 1, 1], ['  >  1 | one', '       | ^', '     2 | two']],
  ['at the end', TEXT, [5, 1, 4], ['     3 | three', '     4 | four', '  >  5 | five', '       | ^^^^']],
  [
    'behind the end of the line',
    TEXT,
    [5, 5, 9],
    ['     3 | three', '     4 | four', '  >  5 | five', '       |     ^'],
  ],
  ['longer than the line', TEXT, [1, 2, 99], ['  >  1 | one', '       |  ^^', '     2 | two']],
  ['nothing there', '', [1, 1, 1], ['  >  1 |', '       | ^']],
  ['CRLF', 'a\r\nb\r\n', [1, 1, 1], ['  >  1 | a', '       | ^', '     2 | b']],
  ['tabs', '\ta\tb', [1, 4, 1], ['  >  1 | →a→b', '       |    ^']],
  ['wide', '日本: x', [1, 5, 1], ['  >  1 | 日本: x', '       |       ^']],
  ['under wide', 'a日b', [1, 2, 1], ['  >  1 | a日b', '       |  ^^']],
  ['emoji of many parts', '👩‍👩‍👧: x', [1, 11, 1], ['  >  1 | 👩‍👩‍👧: x', '       |     ^']],
  ['accents that combine', 'zoe\u0308: x', [1, 7, 1], ['  >  1 | zoe\u0308: x', '       |      ^']],
  ['controls', 'a\u001b[31mb', [1, 7, 1], ['  >  1 | a\\u001b[31mb', '       |            ^']],
  ['what turns the direction', '\u202eab', [1, 2, 1], ['  >  1 | \\u202eab', '       |       ^']],
  [
    'a long line',
    LONG,
    [1, 201, 4],
    [`  >  1 | …${'x'.repeat(40)}HERE${'y'.repeat(55)}…`, `       | ${' '.repeat(41)}^^^^`],
  ],
  ['three digits', `${'\n'.repeat(99)}x`, [100, 1, 1], ['     98 |', '     99 |', '  > 100 | x', '        | ^']],
]

for (const [title, text, [line, column, length], lines] of FRAMES)
  frames(title, () => assert.deepEqual(frame(text, { line, column, length }), lines))

frames('a line of megabytes is framed in no time', () => {
  const text = 'x'.repeat(5_000_000)
  const started = performance.now()
  assert.ok(frame(text, { line: 1, column: 2_500_000, length: 3 }).join('').length < 400)
  assert.ok(performance.now() - started < 30_000)
})

frames('any text, any place', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(9), fc.nat(300), fc.nat(300), (text, line, column, length) => {
      const lines = frame(text, { line: line + 1, column: column + 1, length })
      // oxlint-disable-next-line no-control-regex -- that there are none is the point
      for (const each of lines) assert.doesNotMatch(each, /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
    }),
  ),
)

frames.run()

const texts = suite('printable')

texts('escapes what would not stand still', () => {
  assert.equal(printable('a\n\t\u0007\u202e\ud800'), 'a\\n\\t\\u0007\\u202e\\ud800')
  assert.equal(printable('zoë 日本 🦊 می‌خواهم'), 'zoë 日本 🦊 می‌خواهم')
})

texts('quotes, and cuts what is long', () => {
  assert.equal(quoted('alice'), '"alice"')
  assert.equal(quoted('x'.repeat(41)), `"${'x'.repeat(39)}…"`)
  assert.equal(quoted('🦊'.repeat(40)), `"${'🦊'.repeat(40)}"`)
})

texts.run()
