/** Features when another app takes over: what they kept is found again, and they are told whether it is over. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Feature, Opened } from '../../src/features/feature.js'
import { features } from '../../src/features/index.js'
import { objectFixture, type Fixture } from '../../src/fixtures.js'
import type { Settings } from '../../src/index.js'
import { start } from '../../src/server/start.js'
import { ask, USERS } from '../harness.js'

const successors = suite('features when another app takes over')

const FREE = { port: 0 } as const

const read = async (data: Readonly<Record<string, unknown>>): Promise<Fixture> => {
  const { fixture, issues } = await objectFixture(data)
  if (fixture === undefined) throw new Error(JSON.stringify(issues))
  return fixture
}

successors('a feature finds what it kept, and is told whether it is over or another one takes its place', async () => {
  const told: string[] = []
  let made = 0
  const probe: Feature = {
    name: 'probe',
    doc: 'a test',
    options: {},
    open: (_options, { keep }): Opened => {
      const kept = keep('probe', () => ({ id: ++made }))
      told.push(`open ${kept.id}`)
      return { close: ({ final }) => void told.push(`close ${final ? 'for good' : 'replaced'}`) }
    },
  }
  const list = features as Feature[]
  list.push(probe)
  try {
    const on = { probe: {} } as Settings
    const server = await start(await read(USERS), { ...FREE, ...on })
    try {
      await server.replace(await read(USERS), { ...FREE, ...on })
      await server.replace(await read(USERS), FREE)
      await server.replace(await read(USERS), { ...FREE, ...on })
    } finally {
      await server.close()
    }
    assert.equal(told, ['open 1', 'open 1', 'close replaced', 'close for good', 'open 1', 'close for good'])
  } finally {
    list.splice(list.indexOf(probe), 1)
  }
})

successors('a feature that fails to close is told of, and the new app answers', async () => {
  const list = features as Feature[]
  const stuck: Feature = {
    name: 'stuck',
    doc: 'a test',
    options: {},
    open: () => ({
      close: () => {
        throw new Error('stuck')
      },
    }),
  }
  list.push(stuck)
  const failures: unknown[] = []
  try {
    const server = await start(
      await read(USERS),
      { ...FREE, ...({ stuck: {} } as Settings) },
      { failed: error => failures.push(error) },
    )
    try {
      await server.replace(await read(USERS), { ...FREE, base: '/api' })
      assert.match(String(failures), /stuck/)
      assert.is((await ask(`${server.url}/api/user/alice`)).status, 200)
    } finally {
      await server.close()
    }
  } finally {
    list.splice(list.indexOf(stuck), 1)
  }
})

successors.run()
