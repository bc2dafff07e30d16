/** Records out in one format and back in, the answer in another: nothing changes, types included. */

import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, send, withServer } from '../harness.js'

const FORMATS = ['application/json', 'application/xml', 'application/yaml'] as const

const test = suite('round trips')

/** Text that can be exchanged (RFC 9839), with everything in it that a format could trip over. */
const text = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter(value => !/(?![\t\n\r])\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/u.test(value))
const odd = fc.constantFrom('', ' ', 'true', 'null', '007', '1e3', '~', 'yes', ' a ', '<a>', ']]>', '&amp;', "'", '"', '\r\n', '\t', '- a', '#', '{}', '[]', '2026-01-31', '12:30:45') // prettier-ignore
const leaf = fc.oneof(
  text,
  odd,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
)
const name = fc
  .oneof(text, fc.constantFrom('a', 'item', 'field', 'two words', '1st', 'xml', 'a:b', '@a', '#text', 'toString'))
  .filter(key => !['username', 'password', '__proto__', 'constructor', ''].includes(key))
const { user } = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
  user: fc.dictionary(name, tie('value'), { maxKeys: 6 }),
}))

/** JSON has no -0, and so no other format needs one. */
const plain = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value)) as Record<string, unknown>

for (const shown of FORMATS)
  for (const answered of FORMATS)
    test(`GET as ${shown}, PUT it back with an answer in ${answered}, GET again: the same`, () =>
      withServer({ users: [{ username: 'seed', a: 1, item: ['x'], field: { b: true } }] }, {}, async ({ url }) => {
        await fc.assert(
          fc.asyncProperty(user, async generated => {
            const path = `${url}/user/case`
            await ask(path, { method: 'DELETE' })
            const created = await send('POST', path, plain(generated))
            assert.is(created.status, 201, created.text)
            const out = await ask(path, { headers: { accept: shown } })
            assert.is(out.status, 200)
            const put = await ask(path, {
              method: 'PUT',
              headers: { 'content-type': shown, accept: answered },
              body: out.text,
            })
            assert.is(put.status, 200, `${put.text}\n${out.text}`)
            assert.is((await ask(path)).text, created.text)
            assert.is((await ask(path, { headers: { accept: answered } })).text, put.text)
          }),
          { numRuns: 40 },
        )
      }))

test('a form brings back what a form can say', () =>
  withServer(
    {
      users: [
        { username: 'seed', name: 'S', age: 1, score: 1.5, active: true, roles: ['x'], address: { city: 'C', zip: 7 } },
      ],
    },
    {},
    async ({ url }) => {
      const flat = fc.record({
        name: text,
        age: fc.integer(),
        score: fc.double({ noNaN: true, noDefaultInfinity: true }),
        active: fc.boolean(),
        roles: fc.array(text, { minLength: 1, maxLength: 3 }),
        address: fc.record({ city: text, zip: fc.integer() }),
      })
      await fc.assert(
        fc.asyncProperty(flat, async generated => {
          const { name: called, age, score, active, roles, address } = plain(generated) as typeof generated
          const pairs: [string, string][] = [
            ['name', called],
            ['age', String(age)],
            ['score', String(score)],
            ['active', String(active)],
            ...roles.map((role): [string, string] => ['roles[]', role]),
            ['address[city]', address.city],
            ['address[zip]', String(address.zip)],
          ]
          const answer = await ask(`${url}/user/seed`, { method: 'PUT', body: new URLSearchParams(pairs) })
          assert.is(answer.status, 200, answer.text)
          assert.equal(answer.json(), { username: 'seed', name: called, age, score, active, roles, address })
        }),
        { numRuns: 100 },
      )
    },
  ))

test.run()
