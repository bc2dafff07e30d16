/** A step that somebody else takes in between, and links where there are too many. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { assemble } from '../../src/app.js'
import { configure } from '../../src/config.js'
import type { Family } from '../../src/core/family.js'
import type { Fields } from '../../src/core/json.js'
import { memoryStore, type Store } from '../../src/core/store.js'
import { exactly } from '../../src/wire/resource.js'
import { stepsOf } from '../../src/wire/steps.js'
import { platformOf } from '../platform.js'

const tests = suite('steps')

const family: Family = {
  singular: 'door',
  plural: 'doors',
  key: 'id',
  secrets: [],
  schema: { type: 'object' },
  states: { field: 'is', initial: 'open', transitions: { open: ['shut', 'gone'], shut: ['open', 'locked'] } },
}

/** PATCHes the door, whose state is changed to `meanwhile` as soon as somebody tries to write. */
const race = async (from: string, to: string, meanwhile: string) => {
  const inner = memoryStore(() => 0)
  void inner.put('door', 'a', { id: 'a', is: from }, 0)
  let overtaken = false
  const store: Store = {
    ...inner,
    put(name, key, fields: Fields, seen) {
      if (!overtaken) void inner.put(name, key, { id: 'a', is: meanwhile }, seen)
      overtaken = true
      return inner.put(name, key, fields, seen)
    },
  }
  const app = assemble(configure({}), [family], platformOf({ store }))
  const bytes = new TextEncoder().encode(JSON.stringify({ is: to }))
  const answer = await app.handle({
    method: 'PATCH',
    path: '/door/a',
    query: '',
    headers: { host: 'localhost', 'content-type': 'application/json', 'content-length': String(bytes.length) },
    content: { present: true, read: async () => bytes },
    client: '127.0.0.1',
    resource: app.resources.find(resource => resource.parameter === undefined && exactly(resource, '/door/a')),
  })
  const { state, allowed } = JSON.parse(new TextDecoder().decode(answer.body)) as Record<string, unknown>
  const now = (await inner.get('door', 'a'))?.fields['is']
  return answer.status === 200 ? [200, now] : [answer.status, now, state, allowed]
}

for (const [from, to, meanwhile, outcome] of [
  ['open', 'shut', 'gone', [409, 'gone', 'gone', []]],
  ['open', 'gone', 'shut', [409, 'shut', 'shut', ['open', 'locked']]],
  ['open', 'shut', 'shut', [200, 'shut']],
  ['shut', 'locked', 'shut', [200, 'locked']],
] as const)
  tests(`from ${from} to ${to}, and meanwhile somebody goes to ${meanwhile}: ${JSON.stringify(outcome)}`, async () =>
    assert.equal(await race(from, to, meanwhile), outcome),
  )

tests('more links than a client would take are none; the page has them all', () => {
  const many = Array.from({ length: 300 }, (_, index) => `state ${index}`)
  const wide: Family = { ...family, states: { field: 'is', initial: 'a', transitions: { a: many } } }
  const { headers, steps } = stepsOf(wide, { is: 'a' }, '/door/a')
  assert.equal(headers, [])
  assert.equal(steps?.next, many)
  assert.equal(stepsOf(family, { is: 'locked' }, '/door/a').headers, [])
  assert.is(stepsOf(family, { is: 'open' }, '/door/a').headers?.length, 2)
  assert.equal(stepsOf({ ...wide, states: undefined } as unknown as Family, {}, '/door/a'), {})
})

tests.run()
