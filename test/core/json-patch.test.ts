/** JSON Patch against the suite that its implementers share, and what that suite does not ask. */

import { createRequire } from 'node:module'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { applyPatch, readPatch } from '../../src/core/json-patch.js'
import { isFields, type Fields, type Json } from '../../src/core/json.js'
import { Problem } from '../../src/core/problem.js'

interface Vector {
  readonly comment?: string
  readonly doc: Json
  readonly patch: Json
  readonly expected?: Json
  readonly error?: string
  readonly disabled?: boolean
}

const require = createRequire(import.meta.url)
const vectors = ['tests.json', 'spec_tests.json'].flatMap(name => require(`json-patch-test-suite/${name}`) as Vector[])

const patched = async (doc: Json, patch: Json): Promise<Json | Problem> => {
  const steps = readPatch(patch)
  // A record is an object; in the suite a document may be anything, so each stands in a member.
  if (steps instanceof Problem) return steps
  const inner = steps.map(step =>
    Object.assign({}, step, { path: `/d${step.path}` }, step.from === undefined ? {} : { from: `/d${step.from}` }),
  )
  const result = await applyPatch({ d: doc }, inner, () => undefined)
  return result instanceof Problem ? result : ((result as Fields)['d'] ?? null)
}

const shared = suite('the shared suite')

for (const [index, { comment, doc, patch, expected, error, disabled }] of vectors.entries()) {
  if (disabled === true || doc === undefined) continue
  shared(`${index}: ${comment ?? JSON.stringify(patch)}`, async () => {
    const before = JSON.stringify(doc)
    const result = await patched(doc, patch)
    if (error !== undefined) assert.instance(result, Problem, error)
    else assert.equal(result, expected ?? doc)
    assert.is(JSON.stringify(doc), before)
  })
}

shared('is there', () => {
  assert.ok(vectors.length > 90)
})

const ours = suite('what it does not ask')

for (const [title, doc, patch, status] of [
  ['a name that everything inherits', {}, [{ op: 'remove', path: '/toString' }], 422],
  ['the same, tested', {}, [{ op: 'test', path: '/valueOf', value: 1 }], 422],
  ['__proto__', {}, [{ op: 'add', path: '/__proto__/x', value: 1 }], 422],
  ['constructor', {}, [{ op: 'add', path: '/constructor', value: 1 }], 422],
  ['an index with an exponent', { a: [1, 2] }, [{ op: 'replace', path: '/a/1e0', value: 3 }], 422],
  ['an index with a zero in front', { a: [1, 2] }, [{ op: 'replace', path: '/a/01', value: 3 }], 422],
  ['the place behind the last, replaced', { a: [1] }, [{ op: 'replace', path: '/a/-', value: 3 }], 422],
  ['a move into itself', { a: { b: 1 } }, [{ op: 'move', from: '/a', path: '/a/b' }], 422],
  [
    'a test that fails after a change',
    { a: 1 },
    [
      { op: 'replace', path: '/a', value: 2 },
      { op: 'test', path: '/a', value: 1 },
    ],
    409,
  ],
  ['no list', {}, { op: 'add' }, 400],
  ['an operation that is none', {}, [1], 400],
  ['an unknown op', {}, [{ op: 'spam', path: '' }], 400],
  ['no path', {}, [{ op: 'add', value: 1 }], 400],
  ['a path that is no pointer', {}, [{ op: 'add', path: 'a', value: 1 }], 400],
  ['a broken escape', {}, [{ op: 'add', path: '/~2', value: 1 }], 400],
  ['no value', {}, [{ op: 'add', path: '/a' }], 400],
  ['no from', {}, [{ op: 'move', path: '/a' }], 400],
] as const)
  ours(`${title}: ${status}, nothing changed`, async () => {
    const before = JSON.stringify(doc)
    const steps = readPatch(patch as unknown as Json)
    const result = steps instanceof Problem ? steps : await applyPatch(doc as unknown as Fields, steps, () => undefined)
    assert.instance(result, Problem)
    assert.is((result as Problem).status, status)
    assert.is(JSON.stringify(doc), before)
  })

ours('what comes out is made of ordinary objects', async () => {
  const steps = readPatch([{ op: 'add', path: '/a', value: { b: {} } }])
  assert.not.instance(steps, Problem)
  const result = await applyPatch({ c: {} }, steps as never, () => undefined)
  assert.ok(isFields(result as Json))
  assert.is(Object.getPrototypeOf((result as Fields)['c']), Object.prototype)
})

shared.run()
ours.run()
