/** Switches and reloads of the files at the same time: none undoes what the other has done. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { switchesOf } from '../../src/server/switches.js'
import { objectFixture, type Fixture } from '../../src/fixtures.js'
import type { Settings } from '../../src/grammar.js'
import type { Replaced } from '../../src/server/replace.js'

const switches = suite('switches')

const fixtureOf = async (username: string): Promise<Fixture> => {
  const { fixture } = await objectFixture({ users: [{ username }] })
  if (fixture === undefined) throw new Error('the fixture of the test is broken')
  return fixture
}

const REPLACED: Replaced = { families: [], settings: 0, kept: 0, overwritten: 0, later: [] }

/** A server that takes its time, and notes what it is to serve. */
const slow = () => {
  const served: { fixture: Fixture; settings: Settings }[] = []
  let under = 0
  const control = { fails: false }
  return {
    served,
    control,
    async replace(fixture: Fixture, settings: Settings): Promise<Replaced> {
      assert.is(++under, 1, 'two at the same time')
      for (let turns = 0; turns < 5; turns++)
        // oxlint-disable-next-line no-await-in-loop -- that is the point
        await Promise.resolve()
      under--
      if (control.fails) throw new Error('no such folder')
      served.push({ fixture, settings })
      return REPLACED
    },
  }
}

switches('a key while a reload is under way: the new fixture, and switched', async () => {
  const [old, fresh] = await Promise.all([fixtureOf('old'), fixtureOf('fresh')])
  const server = slow()
  const { replace, toggle } = switchesOf(server.replace, old, {})
  await Promise.all([replace(fresh, { put: 'create' }), toggle('latency')])
  assert.equal(server.served.at(-1)?.settings, { put: 'create', latency: true })
  assert.is(server.served.at(-1)?.fixture, fresh)
})

switches('a reload while a key is under way: the same', async () => {
  const [old, fresh] = await Promise.all([fixtureOf('old'), fixtureOf('fresh')])
  const server = slow()
  const { replace, toggle, isOn } = switchesOf(server.replace, old, {})
  await Promise.all([toggle('chaos'), replace(fresh, { put: 'create' }), toggle('latency')])
  assert.equal(server.served.at(-1), { fixture: fresh, settings: { put: 'create', chaos: true, latency: true } })
  assert.ok(isOn('chaos'))
})

const RELOADED: [title: string, before: Settings, presses: number, after: Settings, served: Settings, on: boolean][] = [
  ['off stays off, whatever the file says', { latency: '5ms' }, 1, { latency: '9ms' }, { latency: false }, false],
  ['on is what the file says now', {}, 1, { latency: '9ms' }, { latency: '9ms' }, true],
  ['on stays on where the file says nothing any more', { latency: '5ms' }, 2, {}, { latency: true }, true],
  ['on stays on where the file says off', {}, 1, { latency: false }, { latency: true }, true],
  ['untouched is as the file says', {}, 0, { latency: '9ms' }, { latency: '9ms' }, true],
]
for (const [title, before, presses, after, served, on] of RELOADED)
  switches(`reloaded: ${title}`, async () => {
    const fixture = await fixtureOf('alice')
    const server = slow()
    const { replace, toggle, isOn } = switchesOf(server.replace, fixture, before)
    await Promise.all(Array.from({ length: presses }, () => toggle('latency')))
    await replace(fixture, after)
    assert.equal(server.served.at(-1)?.settings, served)
    assert.is(isOn('latency'), on)
  })

switches(
  'a change by HTTP, a key and a reload at the same time: all three, and what the key has made is given back',
  async () => {
    const [old, fresh] = await Promise.all([fixtureOf('old'), fixtureOf('fresh')])
    const server = slow()
    const { patch, replace, settings, toggle } = switchesOf(server.replace, old, { limits: { body: 9 } })
    await Promise.all([patch({ rate: '5/s', chaos: '1%' }), toggle('chaos'), replace(fresh, { put: 'create' })])
    const limits = { rate: '5/s' }
    assert.equal(server.served.at(-1), { fixture: fresh, settings: { put: 'create', limits, chaos: false } })
    assert.equal(settings(), { latency: false, chaos: false, rate: '5/s', legacy: false, switched: ['chaos', 'rate'] })
    await patch({ chaos: null })
    assert.equal(server.served.at(-1)?.settings, { put: 'create', limits })
  },
)

switches('a value is laid over the whole setting, not over parts of it', async () => {
  const fixture = await fixtureOf('alice')
  const server = slow()
  const { patch, replace } = switchesOf(server.replace, fixture, {})
  await patch({ chaos: { faults: ['reset'] } })
  await replace(fixture, { chaos: { share: '5%', statuses: [500] } })
  assert.equal(server.served.at(-1)?.settings, { chaos: { faults: ['reset'] } })
})

switches('the same once more: nothing is served anew', async () => {
  const server = slow()
  const { patch, reset } = switchesOf(server.replace, await fixtureOf('alice'), { latency: '5ms' })
  for (const change of [{}, { latency: true }, { latency: '5ms' }, { latency: null }])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await patch(change)
  await reset()
  assert.is(server.served.length, 0)
})

switches('what cannot be switched is as it was, and the next one is not held up', async () => {
  const server = slow()
  const { toggle, isOn } = switchesOf(server.replace, await fixtureOf('alice'), {})
  server.control.fails = true
  await toggle('latency').then(
    () => assert.unreachable('it has been switched'),
    (error: Error) => assert.is(error.message, 'no such folder'),
  )
  assert.not(isOn('latency'))
  server.control.fails = false
  assert.ok(await toggle('latency'))
})

switches.run()
