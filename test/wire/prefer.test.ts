/** `Prefer` as RFC 7240 has it: tokens, quoted strings, parameters; what is not understood is passed over. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as fc from 'fast-check'
import { preferences, preferredReturn } from '../../src/wire/prefer.js'

const tests = suite('Prefer')
const read = (value: string | undefined) =>
  Object.fromEntries(preferences({ headers: value === undefined ? {} : { prefer: value } }))

const READ: readonly (readonly [value: string | undefined, expected: Readonly<Record<string, string>>])[] = [
  [undefined, {}],
  ['', {}],
  ['code=503', { code: '503' }],
  ['code=503, wait=2, fault=reset', { code: '503', wait: '2', fault: 'reset' }],
  ['code=503,wait=2', { code: '503', wait: '2' }],
  ['  code = 503 ,\twait=2', { code: '503', wait: '2' }],
  ['CODE=503', { code: '503' }],
  ['code="503"', { code: '503' }],
  ['code="5\\03"', { code: '503' }],
  ['note="a, b; c=\\"d\\"", code=503', { note: 'a, b; c="d"', code: '503' }],
  ['respond-async', { 'respond-async': '' }],
  ['code=', {}],
  ['code=503; reason="a, b", wait=1', { code: '503', wait: '1' }],
  ['code=503;a;b=c , wait=1', { code: '503', wait: '1' }],
  ['code=503, code=404', { code: '503' }],
  [', ,code=503,,', { code: '503' }],
  ['c de=1, code=503', { code: '503' }],
  ['code="503, wait=2', { wait: '2' }],
  ['=503, wait=2', { wait: '2' }],
  ['wait=0.5', { wait: '0.5' }],
  ['__proto__=1, constructor=2', JSON.parse('{"__proto__":"1","constructor":"2"}') as Record<string, string>],
]

for (const [value, expected] of READ)
  tests(`Prefer: ${String(value)}`, () => assert.equal(JSON.stringify(read(value)), JSON.stringify(expected)))

for (const [value, expected] of [
  [undefined, undefined],
  ['return=minimal', 'minimal'],
  ['Return="Representation"', 'representation'],
  ['return=less, return=minimal', 'minimal'],
  ['code=503, return=minimal; a=b', 'minimal'],
  ['return=minimal, return=representation', 'minimal'],
  ['note="return=minimal"', undefined],
  ['return', undefined],
] as const)
  tests(`Prefer: ${String(value)} wants ${String(expected)}`, () =>
    assert.is(preferredReturn({ headers: value === undefined ? {} : { prefer: value } }), expected),
  )

const token = fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9a-z]{1,8}$/)
const text = fc.string({ maxLength: 12 })
const space = fc.stringMatching(/^[ \t]{0,3}$/)
const quotedString = (value: string) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
const preference = fc.record({ name: token, value: text, bare: fc.boolean(), parameter: fc.option(text), space })

tests('whatever is written as the grammar has it is read as it was meant', () => {
  fc.assert(
    fc.property(fc.array(preference, { maxLength: 10 }), list => {
      const written = list.map(({ name, value, bare, parameter, space: gap }) => {
        const said = bare && /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(value) ? value : quotedString(value)
        return `${gap}${name}${gap}=${gap}${said}${parameter === null ? '' : `${gap};${gap}x=${quotedString(parameter)}`}${gap}`
      })
      const meant = new Map<string, string>()
      for (const { name, value } of list) if (!meant.has(name)) meant.set(name, value)
      assert.equal([...preferences({ headers: { prefer: written.join(',') } })], [...meant])
    }),
  )
})

tests('whatever comes is read to its end, and soon', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab=",;\\ \t'), maxLength: 60 }), value => {
      const found = preferences({ headers: { prefer: value } })
      assert.ok(found.size <= value.length)
    }),
  )
  for (const piece of ['a="', 'a;', '\\"', ' ', 'a=1;b=";', ';"\\'])
    assert.ok(preferences({ headers: { prefer: piece.repeat(3000) } }).size <= 3)
})

tests.run()
