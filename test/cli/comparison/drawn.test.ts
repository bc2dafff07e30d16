/** A comparison as it is drawn in a terminal's width, and as Markdown; what failed says what was seen. */

import { Chalk } from 'chalk'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { markdown } from '../../../src/cli/comparison/markdown.js'
import { drawn } from '../../../src/cli/comparison/terminal.js'
import type { Comparison } from '../../../src/compare/comparison.js'
import type { Performed } from '../../../src/compare/deeds.js'

const PLAIN = new Chalk({ level: 0 })
const tests = suite('a comparison drawn')

const done = (request: string, more: Partial<Performed> = {}): Performed => ({
  request,
  status: 200,
  safe: 'no',
  idempotent: 'yes',
  cacheable: 'no',
  fields: ['ETag'],
  ...more,
})

const TRAILS = { old: ['GET /a/remove?id=1 -> 204'], restful: ['GET /a/1 -> 500'] }

const COMPARISON: Comparison = {
  family: 'a',
  record: '1',
  deeds: [
    {
      to: 'remove',
      old: done('GET /a/remove?id=1', { safe: 'broken', fields: ['ETag', 'Deprecation'] }),
      restful: done('DELETE /a/1', { status: 204 }),
    },
    { to: 'amend', old: undefined, restful: done('PATCH /a/1') },
  ],
  proofs: [
    { name: 'one', title: 'holds', passed: true, old: 'was bad', restful: 'was good', failed: [], requests: TRAILS },
    { name: 'two', title: 'fails', passed: false, failed: ['all is well'], requests: TRAILS },
  ],
  passed: false,
}

for (const width of [40, 60, 80, 100, 120, 140, 200])
  tests(`${width} columns: no line is longer, and nothing is lost`, () => {
    const text = drawn(COMPARISON, ['what it is'], width, PLAIN)
    for (const line of text.split('\n')) assert.ok(line.length <= width, line)
    for (const said of ['GET /a/remove?id=1', 'DELETE /a/1', 'PATCH /a/1', 'Deprecation', 'none', 'broken'])
      assert.ok(text.includes(said), said)
  })

tests('wide: one line for a deed, the old style first where they differ', () => {
  const lines = drawn(COMPARISON, [], 140, PLAIN).split('\n')
  assert.match(
    lines.find(line => line.startsWith('remove')) ?? '',
    /^remove {2}GET \/a\/remove\?id=1 {2}DELETE \/a\/1 {2}200 \/ 204 {2}broken \/ no {2}yes {10}no {10}ETag; old: Deprecation$/,
  )
  assert.match(lines.find(line => line.startsWith('amend')) ?? '', /^amend {3}none .* - \/ 200 /)
})

tests('narrow: one deed below the other', () => {
  const text = drawn(COMPARISON, [], 60, PLAIN)
  assert.match(text, /^remove\n {2}old {6}GET \/a\/remove\?id=1 -> 200\n {11}safe: broken, idempotent: yes/m)
  assert.match(text, /^ {2}RESTful {2}DELETE \/a\/1 -> 204$/m)
})

tests('a proof that fails says what is not so, and what was seen', () => {
  const text = drawn(COMPARISON, [], 80, PLAIN)
  assert.match(text, /^PASS {2}one: holds\n {6}old {6}was bad\n {6}RESTful {2}was good$/m)
  assert.match(text, /^FAIL {2}two: fails\n {6}not so {3}all is well\n {6}old {6}GET \/a\/remove\?id=1 -> 204\n/m)
  assert.match(text, /^ {6}RESTful {2}GET \/a\/1 -> 500$/m)
  assert.match(text, /^1 of 2 proofs hold\.$/m)
})

tests('colours change no width', () => {
  const coloured = drawn(COMPARISON, [], 140, new Chalk({ level: 1 }))
  assert.ok(coloured.includes('\u001b[31mbroken\u001b[39m'))
  // oxlint-disable-next-line no-control-regex -- colours are what is taken away
  assert.is(coloured.replaceAll(/\u001b\[\d+m/g, ''), drawn(COMPARISON, [], 140, PLAIN))
})

tests('Markdown: as many cells in each line, requests as code, what failed in bold', () => {
  const text = markdown(COMPARISON)
  const counts = text
    .split('\n')
    .filter(line => line.startsWith('|'))
    .map(line => line.split('|').length)
  assert.equal(counts, [10, 10, 10, 10, 6, 6, 6, 6])
  assert.ok(text.includes('| remove | `GET /a/remove?id=1` | `DELETE /a/1` | 200 / 204 | broken / no |'), text)
  assert.ok(text.includes('| **FAIL** | **two**: fails | Not so: all is well |'), text)
})

tests.run()
