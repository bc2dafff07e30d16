/** Delays and chaos with the clock held still: what is drawn, from which seed, and for whom. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { configure } from '../../src/config.js'
import type { Settings } from '../../src/grammar.js'
import { chanceOf } from '../../src/server/chance.js'
import type { HttpResponse } from '../../src/wire/message.js'
import { assembled } from '../assembled.js'
import { testClock } from '../clock.js'

const tests = suite('latency and chaos')

/** What a sequence of requests gets under a seed: status, fault, delay. */
const run = async (settings: Settings, lines: readonly string[]): Promise<string[]> => {
  const clock = testClock()
  const { ask } = await assembled(settings, { clock, chance: chanceOf(configure(settings).seed) })
  const told: string[] = []
  for (const line of lines) {
    const answers: HttpResponse[] = []
    const begin = clock.now()
    const done = ask(line).then(answer => {
      answers.push(answer)
      return answer
    })
    while (answers.length === 0 && clock.now() - begin < 61_000) {
      await new Promise(resolve => setImmediate(resolve))
      if (answers.length === 0) clock.advance(1)
    }
    const { status, fault, note } = await done
    told.push(`${status} ${fault ?? ''} ${/delayed \d+ ms/.exec(note ?? '')?.[0] ?? ''}`)
  }
  return told
}

const GETS = Array.from({ length: 40 }, (_, index) => `GET /user/${index % 2 === 0 ? 'alice' : 'bob'}`)
const RANDOM: Settings = {
  latency: '1..9ms',
  chaos: { share: '50%', statuses: [500, 503], faults: ['reset', 'truncate'] },
}

const delays = (told: readonly string[]) => told.map(one => /delayed \d+ ms/.exec(one)?.[0])
const fates = (told: readonly string[]) => told.map(one => one.replace(/delayed \d+ ms/, ''))

tests('the same seed and the same requests: the same delays, errors and faults', async () => {
  const first = await run({ ...RANDOM, seed: 7 }, GETS)
  assert.equal(await run({ ...RANDOM, seed: 7 }, GETS), first)
  assert.not.equal(await run({ ...RANDOM, seed: 8 }, GETS), first)
  assert.ok(new Set(first).size > 10, first.join('\n'))
  for (const outcome of ['200  ', '500', '503  ', '503 reset', '200 truncate'])
    assert.ok(
      first.some(told => told.startsWith(outcome)),
      outcome,
    )
})

tests('delays stay the same when chaos comes to them, and the other way round', async () => {
  const both = await run({ ...RANDOM, seed: 7 }, GETS)
  assert.equal(delays(await run({ latency: '1..9ms', seed: 7 }, GETS)), delays(both))
  assert.equal(fates(await run({ chaos: { ...(RANDOM.chaos as object) }, seed: 7 }, GETS)), fates(both))
})

tests('matters of the server draw nothing, so watching changes no run', async () => {
  const plain = await run({ ...RANDOM, seed: 7 }, GETS)
  const watched = await run(
    { ...RANDOM, seed: 7 },
    GETS.flatMap(line => ['GET /-/problems', line]),
  )
  assert.equal(
    watched.filter((_, index) => index % 2 === 1),
    plain,
  )
  assert.equal([...new Set(watched.filter((_, index) => index % 2 === 0))], ['200  '])
})

for (const [title, settings, outcomes] of [
  ['chaos: 100%', { chaos: '100%' }, [500, 503]],
  ['chaos, empty', { chaos: true }, [200, 500, 503]],
  ['chaos: 0%', { chaos: '0%' }, [200]],
  ['statuses: [418]', { chaos: { share: '100%', statuses: [418] } }, [418]],
] as readonly (readonly [string, Settings, readonly number[]])[])
  tests(`${title}: ${outcomes.join(', ')} and nothing else`, async () => {
    const told = await run(
      { seed: 3, ...settings },
      Array.from({ length: 120 }, () => 'GET /users'),
    )
    assert.equal([...new Set(told.map(one => Number(one.slice(0, 3))))].toSorted(), [...outcomes])
  })

tests('chaos never changes data: whatever fails was not done', async () => {
  const { ask, platform } = await assembled({ seed: 5, chaos: { share: '70%', faults: ['truncate', 'reset', 'drip'] } })
  let failed = 0
  for (let index = 0; index < 60; index++) {
    const { fault } = await ask(`PUT /user/alice`, {}, { name: `name ${index}` })
    const entry = await platform.world.store.get('user', 'alice')
    if (fault !== undefined) failed++
    assert.is(entry?.fields['name'] === `name ${index}`, fault === undefined)
  }
  assert.ok(failed > 20 && failed < 60)
})

tests('a delay holds what is to be done, and who leaves before has done nothing', async () => {
  const clock = testClock()
  const { app, ask, platform } = await assembled({ latency: '5s' }, { clock })
  const done = ask('DELETE /user/alice')
  await new Promise(resolve => setImmediate(resolve))
  assert.ok((await platform.world.store.get('user', 'alice')) !== undefined)
  clock.advance(5000)
  const { status, note } = await done
  assert.is(status, 204)
  assert.match(note ?? '', 'delayed 5000 ms')
  assert.is(await platform.world.store.get('user', 'alice'), undefined)
  assert.equal(app.banner, [['Latency', '5s']])
})

/** What the banner has a line about, and the seed as it is told. */
const heads = async (settings: Settings) => {
  const { app } = await assembled(settings, { chance: chanceOf(settings.seed) })
  return app.banner.map(([head, text]) => (head === 'Seed' ? text : head))
}

tests('the banner tells the seed only where something is drawn', async () => {
  assert.equal(await heads({}), [])
  assert.equal(await heads({ seed: 7 }), [])
  assert.equal(await heads({ latency: 200, seed: 7 }), ['Latency'])
  assert.equal(await heads({ latency: '1..2ms', seed: 7 }), ['Latency', '7   (--seed 7 repeats this run)'])
  assert.equal(await heads({ latency: '1..2ms', chaos: '5%', seed: 7 }), [
    'Latency',
    'Chaos',
    '7   (--seed 7 repeats this run)',
  ])
  const wait = { when: 'GET /users', then: { wait: '1..2ms' } }
  assert.equal(await heads({ rules: [wait], seed: 7 }), ['Rules', '7   (--seed 7 repeats this run)'])
})

tests('stopped while they wait, all are answered at once, and no timer is left', async () => {
  const clock = testClock()
  const { app, ask } = await assembled({ latency: '60s' }, { clock })
  const waiting = [ask('GET /user/alice'), ask('GET /users')]
  await new Promise(resolve => setImmediate(resolve))
  assert.is(clock.pending, 2)
  app.close()
  assert.equal(
    (await Promise.all(waiting)).map(({ status }) => status),
    [200, 200],
  )
  assert.is(clock.pending, 0)
})

tests('of 1,001 that wait one is answered 503 at once', async () => {
  const clock = testClock()
  const { ask } = await assembled({ latency: '1s' }, { clock })
  const waiting = Array.from({ length: 1000 }, () => ask('GET /user/alice'))
  const refused = await ask('GET /user/alice')
  assert.is(refused.status, 503)
  assert.match(new TextDecoder().decode(refused.body), 'too-many-waiting')
  clock.advance(1000)
  assert.ok((await Promise.all(waiting)).every(({ status }) => status === 200))
})

tests.run()
