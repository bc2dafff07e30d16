/** The order in which middleware sees a request and its response. */

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compose } from '../../src/wire/compose.js'
import type { Handler, HttpRequest, Middleware } from '../../src/wire/message.js'

const request: HttpRequest = {
  method: 'GET',
  path: '/',
  query: '',
  headers: {},
  content: { present: false, read: async () => new Uint8Array() },
  client: '',
  resource: undefined,
}

const gate: Middleware = () => () => ({ status: 403, headers: [] })
const marked: Middleware = next => given => next({ ...given, path: '/marked' })
const append =
  (part: string): Middleware =>
  next =>
  given =>
    next({ ...given, path: given.path + part })
const echo: Handler = given => ({ status: 200, headers: ['x-path', given.path] })

const tracing = () => {
  const trace: string[] = []
  let wrapped = 0
  const named =
    (name: string): Middleware =>
    next => {
      wrapped++
      return async given => {
        trace.push(`> ${name}`)
        const response = await next(given)
        trace.push(`< ${name}`)
        return response
      }
    }
  const handler: Handler = () => {
    trace.push('handler')
    return { status: 204, headers: [] }
  }
  return { trace, named, handler, wrapped: () => wrapped }
}

test('the first is the outermost', async () => {
  const { trace, named, handler } = tracing()
  await compose([named('a'), named('b'), named('c')], handler)(request)
  assert.equal(trace, ['> a', '> b', '> c', 'handler', '< c', '< b', '< a'])
})

test('with nothing in between it is the handler itself', () => {
  const { handler } = tracing()
  assert.is(compose([], handler), handler)
})

test('folded once, however many requests there are', async () => {
  const { named, handler, wrapped } = tracing()
  const composed = compose([named('a'), named('b')], handler)
  await composed(request)
  await composed(request)
  assert.is(wrapped(), 2)
})

test('one that answers by itself ends it there', async () => {
  const { trace, named, handler } = tracing()
  const response = await compose([named('a'), gate, named('b')], handler)(request)
  assert.is(response.status, 403)
  assert.equal(trace, ['> a', '< a'])
})

test('what a handler gives at once comes at once', () => {
  const { handler } = tracing()
  assert.equal(compose([marked, marked], handler)(request), { status: 204, headers: [] })
})

test('what is handed on is what the next one sees', async () => {
  const response = await compose([append('a'), append('b')], echo)(request)
  assert.equal(response.headers, ['x-path', '/ab'])
})

test.run()
