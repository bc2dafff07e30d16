/** Lines of a width: broken between words, and inside of one only where it has to be. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { wrap } from '../../../src/cli/comparison/wrap.js'

const tests = suite('wrap')

for (const [text, width, lines] of [
  ['', 5, ['']],
  ['one', 5, ['one']],
  ['one two', 7, ['one two']],
  ['one two', 6, ['one', 'two']],
  ['one two three', 9, ['one two', 'three']],
  ['abcdefgh', 3, ['abc', 'def', 'gh']],
  ['a abcdefgh b', 4, ['a', 'abcd', 'efgh', 'b']],
] as const)
  tests(`${JSON.stringify(text)} in ${width} columns`, () => assert.equal(wrap(text, width), lines))

tests.run()
