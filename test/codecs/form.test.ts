/** Forms: what each content becomes under a schema, and what is refused where. */

import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { form } from '../../src/codecs/form.js'
import { isFields, type Json } from '../../src/core/json.js'
import { Problem } from '../../src/core/problem.js'
import type { Schema } from '../../src/core/schema.js'

const test = suite('form')

const schema: Schema = {
  type: 'object',
  properties: {
    username: { type: 'string' },
    age: { type: 'integer' },
    active: { type: 'boolean' },
    roles: { type: 'array', items: { type: 'string' } },
    scores: { type: ['array', 'null'], items: { type: 'integer' } },
    alias: { type: ['string', 'array'], items: { type: 'string' } },
    address: {
      type: 'object',
      properties: { city: { type: 'string' }, zip: { type: 'integer' }, tags: { type: 'array' } },
    },
    'odd[key]': { type: 'integer' },
    'list[]': { type: 'integer' },
    'many[of]': { type: 'array', items: { type: 'integer' } },
  },
}

const read = async (text: string): Promise<Json | Problem | undefined> => form.decode?.(text, { name: 'user', schema })

const taken: [text: string, json: string][] = [
  ['', '{}'],
  ['&&', '{}'],
  ['username=alice', '{"username":"alice"}'],
  ['&username=alice&&age=30&', '{"username":"alice","age":30}'],
  ['username', '{"username":""}'],
  ['=x', '{"":"x"}'],
  ['username=a=b', '{"username":"a=b"}'],
  ['username=A+B%20C%2BD', '{"username":"A B C+D"}'],
  ['username=%E6%97%A5%e6%9c%ac', '{"username":"日本"}'],
  ['username=日本', '{"username":"日本"}'],
  ['user%6eame=alice', '{"username":"alice"}'],
  ['age=30&active=true', '{"age":30,"active":true}'],
  ['age=thirty', '{"age":"thirty"}'],
  ['unknown=30', '{"unknown":"30"}'],
  // Lists, by the schema.
  ['roles=admin', '{"roles":["admin"]}'],
  ['roles=admin&roles=editor', '{"roles":["admin","editor"]}'],
  ['roles=admin&age=1&roles=editor', '{"roles":["admin","editor"],"age":1}'],
  ['roles[]=admin', '{"roles":["admin"]}'],
  ['roles%5B%5D=admin&roles=editor', '{"roles":["admin","editor"]}'],
  ['roles=', '{"roles":[]}'],
  ['roles[]=', '{"roles":[""]}'],
  ['roles=&roles=', '{"roles":["",""]}'],
  ['scores=1&scores=2', '{"scores":[1,2]}'],
  ['scores=1', '{"scores":[1]}'],
  ['scores=', '{"scores":null}'],
  ['alias=al', '{"alias":"al"}'],
  ['alias[]=al', '{"alias":["al"]}'],
  ['alias=al&alias=ali', '{"alias":["al","ali"]}'],
  ['unknown[]=1&unknown[]=2', '{"unknown":["1","2"]}'],
  ['unknown=1&unknown[]=2', '{"unknown":["1","2"]}'],
  // Nesting.
  ['address[city]=Ulm&address[zip]=89073', '{"address":{"city":"Ulm","zip":89073}}'],
  ['address[tags][]=a&address[tags][]=b', '{"address":{"tags":["a","b"]}}'],
  ['address[tags]=a', '{"address":{"tags":["a"]}}'],
  ['a[b][c]=1', '{"a":{"b":{"c":"1"}}}'],
  // Names that are known as they are, and brackets that are none.
  ['odd[key]=1', '{"odd[key]":1}'],
  ['list[]=1', '{"list[]":1}'],
  ['many[of]=1', '{"many[of]":[1]}'],
  ['many[of][]=1&many[of]=2', '{"many[of]":[1,2]}'],
  ['[]=1', '{"[]":"1"}'],
  ['[a]=1', '{"[a]":"1"}'],
  ['a[b=1', '{"a[b":"1"}'],
  ['a]b=1', '{"a]b":"1"}'],
  ['a[b]c=1', '{"a[b]c":"1"}'],
  ['a[[b]]=1', '{"a[[b]]":"1"}'],
  // Names that every object inherits are members like others.
  ['__proto__=1&constructor=2&toString=3', '{"__proto__":"1","constructor":"2","toString":"3"}'],
  ['__proto__[polluted]=1', '{"__proto__":{"polluted":"1"}}'],
  ['constructor[prototype][polluted]=1', '{"constructor":{"prototype":{"polluted":"1"}}}'],
]

for (const [text, json] of taken)
  test(`${text} is ${json}`, async () => {
    assert.is(JSON.stringify(await read(text)), json)
    assert.is(({} as Record<string, unknown>)['polluted'], undefined)
  })

const refused: [text: string, column: number, detail: RegExp][] = [
  ['username=%', 10, /"%"/],
  ['username=%4', 10, /"%4"/],
  ['username=ab%zz', 12, /"%zz"/],
  ['username=%C3%A9%FF', 16, /"%FF"/],
  ['username=%C0%80', 10, /"%C0"/],
  ['username=%ED%A0%80', 10, /"%ED"/],
  ['age=1&%E9=2', 7, /"%E9"/],
  ['age=1&age=2', 7, /"age" is there twice/],
  ['age[]=1', 1, /"age\[\]" asks for a list/],
  ['unknown=1&unknown=2', 11, /"unknown" is there twice/],
  ['address[city]=a&address[city]=b', 17, /"address\[city\]" is there twice/],
  ['a=1&a[b]=2', 5, /both a value and members/],
  ['a[b]=1&a=2', 8, /both a value and members/],
  ['a[b][c]=1&a[b]=2', 11, /both a value and members/],
  ['a[][b]=1', 1, /only stand at the end/],
  ['roles[0]=admin', 1, /"roles" is a list/],
  ['address[tags][x]=a', 1, /"tags" is a list/],
  [`a${'[b]'.repeat(64)}=1`, 1, /64 levels/],
  [`a${'[b]'.repeat(63)}[]=1`, 1, /64 levels/],
  [`a${'[b]'.repeat(300_000)}=1`, 1, /64 levels/],
  [Array.from({ length: 1001 }, (_, index) => `f${index}=`).join('&'), 5891, /more than 1000/],
]

for (const [text, column, detail] of refused)
  test(`${text.slice(0, 60)} is refused at column ${column}`, async () => {
    const problem = await read(text)
    assert.instance(problem, Problem)
    if (!(problem instanceof Problem)) return
    assert.is(problem.name, 'malformed-content')
    assert.match(problem.detail, detail)
    assert.equal(problem.extensions, { line: 1, column })
    assert.ok(problem.detail.length < 300, 'a detail repeats only a little of what was sent')
  })

test('a thousand names are taken, and so are 64 levels', async () => {
  const fields = await read(Array.from({ length: 1000 }, (_, index) => `f${index}=`).join('&'))
  assert.is(Object.keys(fields as object).length, 1000)
  assert.not.instance(await read(`a${'[b]'.repeat(63)}=1`), Problem)
})

test('what cannot be read is told on its own line', async () => {
  const problem = await read('a=1\n&b=%')
  assert.equal(problem instanceof Problem && problem.extensions, { line: 2, column: 4 })
})

for (const piece of ['&', '%41', '%', '[', ']', '[]', 'a[b]&', '+', '=', '%C3'])
  test(`a megabyte of ${piece} takes linear time`, async () => {
    const many = piece.repeat(1_000_000 / piece.length)
    const started = performance.now()
    await Promise.all([read(many), read(`a[${many}`), read(`a=${many}`)])
    assert.ok(performance.now() - started < 30_000, `${performance.now() - started} ms`)
  })

test('any text gives a value or a problem', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc
          .array(fc.constantFrom('&', '=', '%', '[', ']', '[]', '+', '4', '1', 'a', 'roles', 'age', '\ud800'))
          .map(parts => parts.join('')),
      ),
      async text => {
        const value = await read(text)
        assert.ok(value instanceof Problem || isFields(value))
      },
    ),
    { numRuns: 2000 },
  ))

test('what a browser sends comes back', () =>
  fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.string({ unit: 'grapheme' }).filter(name => !/[[\]]/.test(name)),
        fc.string({ unit: 'grapheme' }),
      ),
      async record => {
        const fields = Object.fromEntries(Object.entries(record))
        const untyped = await form.decode?.(new URLSearchParams(fields).toString(), { name: 'user', schema: {} })
        assert.is(JSON.stringify(untyped), JSON.stringify(fields))
      },
    ),
    { numRuns: 500 },
  ))

test('a form is read, never written', () => {
  assert.is(form.encode, undefined)
  assert.is(form.mediaType, 'application/x-www-form-urlencoded')
})

test.run()
