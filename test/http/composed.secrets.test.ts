/** What is secret is in no line of the access log, wherever a client has put it. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { objectFixture } from '../../src/fixtures.js'
import { start } from '../../src/server/start.js'
import { ask, raw, USERS, within } from '../harness.js'

const secrets = suite('secrets in the access log')

secrets('a password in a query, whoever answers: the log has its name alone', async () => {
  const { fixture } = await objectFixture({
    ...USERS,
    restage: { resources: { user: { secrets: ['password', 'pin'] } } },
  })
  assert.ok(fixture !== undefined)
  const targets: string[] = []
  const server = await start(
    fixture,
    { ...fixture.settings, port: 0, legacy: true, limits: { url: 300 } },
    { exchanged: ({ target }) => void targets.push(target) },
  )
  try {
    await within(
      10_000,
      'the requests',
      (async () => {
        for (const target of [
          '/user/get?username=alice&password=white-rabbit',
          '/nowhere?p%61ssword=white-rabbit&x=1',
          '/session?pin=white-rabbit',
          `/users?token=white-rabbit&q=${'x'.repeat(400)}`,
        ])
          // oxlint-disable-next-line no-await-in-loop -- in their order
          await ask(server.url + target)
        await raw(server.port, 'GET /users?password=white-rabbit HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n')
      })(),
    )
    assert.is(targets.length, 5)
    assert.not.match(targets.join('\n'), 'white-rabbit')
    assert.is(targets[0], '/user/get?username=alice&password=***')
    assert.is(targets[1], '/nowhere?p%61ssword=***&x=1')
  } finally {
    await server.close()
  }
})

secrets.run()
