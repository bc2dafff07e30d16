/** What a Cookie field holds under one name, however malformed the rest of it is; and what Set-Cookie says. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as fc from 'fast-check'
import { cookieValues, expireCookie, setCookie, type CookieForm } from '../../src/wire/cookies.js'

const reading = suite('Cookie')

const LONG = 'x'.repeat(8000)

/** The field, and the values of `sid` in it. */
const FIELDS: readonly (readonly [field: string | undefined, values: readonly string[]])[] = [
  [undefined, []],
  ['', []],
  [' ', []],
  ['\t', []],
  ['=', []],
  [';', []],
  [';;;;', []],
  ['; ; ;', []],
  ['==', []],
  ['=;=', []],
  ['sid', []],
  ['sid;', []],
  [';sid', []],
  ['sid=', ['']],
  ['sid=;', ['']],
  ['=sid', []],
  ['=sid=abc', []],
  ['sid=abc', ['abc']],
  ['sid=abc;', ['abc']],
  [';sid=abc', ['abc']],
  ['; sid=abc', ['abc']],
  [' sid=abc', ['abc']],
  ['sid=abc ', ['abc']],
  ['sid =abc', ['abc']],
  ['sid= abc', ['abc']],
  ['\tsid\t=\tabc\t', ['abc']],
  ['a=1; sid=abc', ['abc']],
  ['sid=abc; a=1', ['abc']],
  ['a=1;sid=abc;b=2', ['abc']],
  ['a=1,sid=abc', []],
  ['a=1, sid=abc', []],
  ['sid=abc, a=1', ['abc, a=1']],
  ['a=1 sid=abc', []],
  ['a=1&sid=abc', []],
  ['sid=abc&a=1', ['abc&a=1']],
  ['sid=a; sid=b', ['a', 'b']],
  ['sid=b; sid=a', ['b', 'a']],
  ['sid=a; sid=a', ['a', 'a']],
  ['sid=a;sid;sid=;sid=b', ['a', '', 'b']],
  ['Sid=abc', []],
  ['SID=abc', []],
  ['sid2=abc', []],
  ['xsid=abc', []],
  ['-sid=abc', []],
  ['$sid=abc', []],
  ['s%69d=abc', []],
  ['"sid"=abc', []],
  ['sid="abc"', ['"abc"']],
  ['sid="a;b"', ['"a']],
  ['sid="abc', ['"abc']],
  ['sid=a=b', ['a=b']],
  ['sid==abc', ['=abc']],
  ['sid=abc=', ['abc=']],
  ['sid=%61bc', ['%61bc']],
  ['sid=%', ['%']],
  ['sid=%zz; a=%', ['%zz']],
  ['sid=a b', ['a b']],
  ['sid=a\tb', ['a\tb']],
  ['$Version=1; sid=abc; $Path=/', ['abc']],
  ['__proto__=1; sid=abc', ['abc']],
  ['constructor=1; toString=2; sid=abc', ['abc']],
  ['sid=__proto__', ['__proto__']],
  ['a=\u00e9; sid=abc', ['abc']],
  ['sid=\u00e9', ['\u00e9']],
  ['\u00a0sid=abc', []],
  ['sid=\u00a0abc', ['\u00a0abc']],
  ['a=\u0000; sid=abc', ['abc']],
  ['sid=abc\r\nSet-Cookie: x=y', ['abc\r\nSet-Cookie: x=y']],
  [`a=${LONG}; sid=abc`, ['abc']],
  [`${'a=1;'.repeat(4000)}sid=abc`, ['abc']],
  [`${';'.repeat(16_000)}sid=abc`, ['abc']],
  [`sid=${' '.repeat(16_000)}abc`, ['abc']],
  [`sid=${LONG}`, [LONG]],
  ['sid=abc; Path=/; HttpOnly', ['abc']],
]

for (const [field, values] of FIELDS)
  reading(`${JSON.stringify(field?.slice(0, 60) ?? 'none')}: ${values.length}`, () =>
    assert.equal(cookieValues(field, 'sid'), values),
  )

reading('the table is as long as it should be', () => assert.ok(FIELDS.length >= 60))

reading('any text at all gives texts without a semicolon, and a good pair behind it is found', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
      const values = cookieValues(text, 'sid')
      assert.ok(values.every(value => !value.includes(';')))
      assert.ok(cookieValues(`${text};sid=abc`, 'sid').includes('abc'))
    }),
    { numRuns: 1000 },
  ),
)

reading('what is not near a name is found among pairs of all kinds, all of them, in order', () => {
  const value = fc.stringMatching(/^[A-Za-z0-9_-]{1,22}$/)
  const pair = fc.oneof(
    value.map(text => ({ text: `sid=${text}`, own: text })),
    fc.constantFrom('a=1', 'sid', '=sid', '', ' ', 'SID=1', 'x="sid"').map(text => ({ text, own: undefined })),
  )
  fc.assert(
    fc.property(fc.array(pair), fc.constantFrom(';', '; ', ' ;\t'), (pairs, separator) => {
      const own = pairs.flatMap(part => part.own ?? [])
      assert.equal(cookieValues(pairs.map(({ text }) => text).join(separator), 'sid'), own)
    }),
  )
})

reading.run()

const writing = suite('Set-Cookie')

const FORM: CookieForm = { name: 'sid', path: '/', domain: undefined, sameSite: 'Lax' }

for (const [form, seconds, isSecure, text] of [
  [{}, 3600, false, 'sid=abc; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax'],
  [{}, 3600.9, true, 'sid=abc; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure'],
  [
    { path: '/api', domain: 'a.test' },
    1,
    false,
    'sid=abc; Path=/api; Domain=a.test; Max-Age=1; HttpOnly; SameSite=Lax',
  ],
  [{ sameSite: 'None' }, 1e12, true, 'sid=abc; Path=/; Max-Age=34560000; HttpOnly; SameSite=None; Secure'],
] as const)
  writing(text, () => assert.is(setCookie({ ...FORM, ...form }, 'abc', seconds, isSecure), text))

writing('taken back: the same name, path and domain, and a past', () =>
  assert.is(
    expireCookie({ ...FORM, path: '/api', domain: 'a.test' }, true),
    'sid=; Path=/api; Domain=a.test; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax; Secure',
  ),
)

writing.run()
