/** A server whose access log a test reads. */

import { mergeSettings } from '../../src/config.js'
import type { Settings } from '../../src/grammar.js'
import { objectFixture } from '../../src/fixtures.js'
import { start } from '../../src/server/start.js'
import type { FixtureData } from '../../src/index.js'
import { within } from '../harness.js'

/** `notes` gives the notes of the first exchanges, in their order, once there are as many. */
export const reporting = async (
  data: FixtureData,
  use: (port: number, notes: (count: number) => Promise<(string | undefined)[]>) => Promise<void>,
  settings: Settings = {},
): Promise<void> => {
  const { fixture } = await objectFixture(data)
  if (fixture === undefined) throw new Error('the fixture of the test is wrong')
  const notes: (string | undefined)[] = []
  let tell: (() => void) | undefined
  const server = await start(fixture, mergeSettings([settings, { port: 0 }]), {
    exchanged: ({ note }) => {
      notes.push(note)
      tell?.()
    },
  })
  const gather = (count: number) =>
    new Promise<(string | undefined)[]>(resolve => {
      tell = () => notes.length >= count && resolve(notes.slice(0, count))
      tell()
    })
  try {
    await within(20_000, 'the test', use(server.port, gather))
  } finally {
    await server.close()
  }
}
