/** JSON Merge Patch: every example of RFC 7396 appendix A, and its laws. */

import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Json } from '../../src/core/json.js'
import { mergePatch } from '../../src/core/merge-patch.js'
import { RFC7396 } from './rfc7396.js'

for (const [target, patch, result] of RFC7396)
  test(`${JSON.stringify(target)} with ${JSON.stringify(patch)}`, () => {
    const before = JSON.stringify([target, patch])
    assert.equal(mergePatch(target, patch), result)
    assert.is(JSON.stringify([target, patch]), before)
  })

test('a patch laid twice is laid once, and one without null is in the result', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
      const once = mergePatch(target as Json, patch as Json)
      assert.equal(mergePatch(once, patch as Json), once)
    }),
    { numRuns: 500 },
  )
})

test('__proto__ is a member like any other', () => {
  const result = mergePatch({}, JSON.parse('{"__proto__":{"x":1}}') as Json) as Record<string, unknown>
  assert.ok(Object.hasOwn(result, '__proto__'))
  assert.is(result['x'], undefined)
})

test.run()
