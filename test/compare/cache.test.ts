/** The private cache of the proof: what it stores, and what a change makes it drop. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { privateCache } from '../../src/compare/cache.js'
import type { Answer } from '../../src/compare/traffic.js'

const tests = suite('a private cache')

const answer = (method: string, path: string, status = 200, headers: Record<string, string> = {}): Answer => ({
  method,
  path,
  status,
  headers: new Headers(headers),
  text: `${method} ${path}`,
})

for (const [stored, seen] of [
  [true, answer('GET', '/a')],
  [true, answer('GET', '/a', 200, { 'Cache-Control': 'no-cache' })],
  [false, answer('GET', '/a', 200, { 'Cache-Control': 'no-store' })],
  [false, answer('GET', '/a', 500)],
  [false, answer('POST', '/a')],
] as const)
  tests(`${seen.method} ${seen.status} ${seen.headers.get('cache-control') ?? ''}: stored: ${stored}`, () => {
    const cache = privateCache()
    cache.see(seen)
    assert.is(cache.stored('/a') !== undefined, stored)
  })

for (const [kept, change] of [
  [false, answer('PUT', '/a')],
  [false, answer('DELETE', '/a', 204)],
  [false, answer('POST', '/b', 201, { Location: '/a' })],
  [false, answer('POST', '/b', 200, { 'Content-Location': '/a' })],
  [true, answer('POST', '/b')],
  [true, answer('PUT', '/a', 412)],
  [true, answer('GET', '/b')],
] as const)
  tests(`${change.method} ${change.path} ${change.status} ${[...change.headers].join()}: kept: ${kept}`, () => {
    const cache = privateCache()
    cache.see(answer('GET', '/a'))
    cache.see(change)
    assert.is(cache.stored('/a') !== undefined, kept)
  })

tests.run()
