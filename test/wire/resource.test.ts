/** What follows from a resource's table of methods, and which paths are meant by a pattern. */

import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Handler } from '../../src/wire/message.js'
import { allow, decodeSegment, encodeSegment, exactly, KNOWN_METHODS, lastSegment } from '../../src/wire/resource.js'

const handler: Handler = () => ({ status: 204, headers: [] })
const resource = (path: string, ...methods: string[]) => ({
  path,
  methods: Object.fromEntries(methods.map(method => [method, handler])),
})

const ALLOW: readonly (readonly [methods: readonly string[], expected: string])[] = [
  [[], 'OPTIONS'],
  [['GET'], 'GET, HEAD, OPTIONS'],
  [['POST'], 'POST, OPTIONS'],
  [['GET', 'PUT', 'DELETE'], 'GET, HEAD, PUT, DELETE, OPTIONS'],
  [['GET', 'HEAD'], 'GET, HEAD, OPTIONS'],
  [['HEAD', 'GET'], 'HEAD, GET, OPTIONS'],
  [['OPTIONS', 'GET'], 'OPTIONS, GET, HEAD'],
]

for (const [methods, expected] of ALLOW) {
  test(`Allow for ${methods.join(' ') || 'nothing'}`, () => assert.is(allow(resource('/', ...methods)), expected))
}

const PATHS: readonly (readonly [pattern: string, path: string, fits: boolean])[] = [
  ['/users', '/users', true],
  ['/users', '/users/', false],
  ['/users', '//users', false],
  ['/users', '/Users', false],
  ['/users', 'users', false],
  ['/users', '/%75sers', false],
  ['/users', '/users/alice', false],
  ['/user/:username', '/user/alice', true],
  ['/user/:username', '/user/', false],
  ['/user/:username', '/user', false],
  ['/user/:username', '/user/alice/', false],
  ['/user/:username', '/user//alice', false],
  ['/user/:username', '/user/a%2Fb', true],
  ['/user/:username', '/user/:username', true],
  ['/user/:username', '/user/%20', true],
  ['/user/:username', '/USER/alice', false],
  ['/api/user/:username', '/api/user/alice', true],
  ['/api/user/:username', '/user/alice', false],
  ['/', '/', true],
  ['/', '', false],
  ['/', '//', false],
]

for (const [pattern, path, fits] of PATHS) {
  test(`${pattern} ${fits ? 'is' : 'is not'} meant by ${path || 'nothing'}`, () => {
    assert.is(exactly(resource(pattern), path), fits)
  })
}

const SEGMENTS: readonly (readonly [raw: string, text: string | undefined])[] = [
  ['alice', 'alice'],
  ['', ''],
  ['a%2Fb', 'a/b'],
  ['a%2fb', 'a/b'],
  ['%E6%97%A5', '日'],
  // Once, and no more.
  ['%252F', '%2F'],
  ['%2e%2E', '..'],
  ['%00', '\u0000'],
  ['a+b', 'a+b'],
  ['%', undefined],
  ['%2', undefined],
  ['%zz', undefined],
  ['a%', undefined],
  ['%ff', undefined],
  // Overlong, a surrogate, beyond the last character.
  ['%c0%af', undefined],
  ['%ed%a0%80', undefined],
  ['%f4%90%80%80', undefined],
]

for (const [raw, text] of SEGMENTS) {
  test(`the segment ${raw || 'without anything'} is ${JSON.stringify(text)}`, () => assert.is(decodeSegment(raw), text))
}

test('the last segment is what stands behind the last slash', () => {
  for (const [path, last] of [
    ['/user/alice', 'alice'],
    ['/user/a%2Fb', 'a%2Fb'],
    ['/user/', ''],
    ['alice', 'alice'],
    ['', ''],
  ] as const) {
    assert.is(lastSegment(path), last)
  }
})

test('what was encoded is decoded again, and is one segment', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), text => {
      const segment = encodeSegment(text)
      assert.is(decodeSegment(segment), text)
      assert.match(segment, /^[\w\-.!~*'()%]*$/)
    }),
  )
})

test('methods are known by their exact name', () => {
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND'])
    assert.ok(KNOWN_METHODS.has(method), method)
  for (const method of ['get', 'Get', '', 'FOO', '*', 'constructor', 'GET ', 'GET HEAD'])
    assert.not(KNOWN_METHODS.has(method), method)
})

test.run()
