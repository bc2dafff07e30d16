/** Paths as rules name them: which fit, which only look so, and what is no pattern. */

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { PATH_PATTERN, pathMatcher } from '../../src/core/path-pattern.js'

const FITS: readonly (readonly [pattern: string, fits: readonly string[], others: readonly string[]])[] = [
  ['/', ['/'], ['', '/x', '//']],
  ['/users', ['/users', '/%75sers'], ['/users/', '/Users', '/user', '/users/alice', '/x/users']],
  ['/user/:username', ['/user/alice', '/user/a%2Fb', '/user/%zz'], ['/user', '/user/', '/user/a/b', '/users/a']],
  ['/user/*', ['/user/alice', '/user/**'], ['/user/', '/user/a/b']],
  ['/*/:id/tags', ['/book/1/tags'], ['/book//tags', '/book/1/tag', '/1/tags']],
  ['/files/**', ['/files', '/files/', '/files/a', '/files/a/b/c'], ['/file', '/filesystem', '/x/files/a']],
  ['/**', ['/', '/a', '/a/b'], []],
  ['/caf%C3%A9', ['/caf%C3%A9', '/caf%c3%a9', '/café'], ['/cafe']],
  ['/a.b(c)+', ['/a.b(c)+'], ['/aXb(c)+', '/a.b(c)', '/a.bc']],
]

for (const [pattern, fits, others] of FITS)
  test(`${pattern}: ${fits.length} fit, ${others.length} do not`, () => {
    assert.match(pattern, new RegExp(`^${PATH_PATTERN}$`))
    const matches = pathMatcher(pattern)
    for (const path of fits) assert.is(matches(path), true, path)
    for (const path of others) assert.is(matches(path), false, path)
  })

for (const text of ['', 'users', '/a b', '/users?x=1', '/users#x', '/**/tags', '/a/**/b'])
  test(`"${text}" is no pattern`, () => assert.not.match(text, new RegExp(`^${PATH_PATTERN}$`)))

test.run()
