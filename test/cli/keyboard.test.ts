/** Lines from a terminal, without one: how they are cut, who may read them, and what is left when it is over. */

import { EventEmitter, once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readKeyboard } from '../../src/cli/keyboard.js'

const keyboard = suite('keyboard')

const typist = (take: (line: string) => unknown, isOurs: () => boolean = () => true) => {
  const stdin = new PassThrough()
  const process = Object.assign(new EventEmitter(), { stdin })
  const failures: unknown[] = []
  return { stdin, process, failures, board: readKeyboard(process, take, error => failures.push(error), isOurs) }
}

keyboard('lines however they are cut, one after the other, also behind one that fails', async () => {
  const seen: string[] = []
  let under = 0
  const { stdin, failures, board } = typist(async line => {
    assert.is(++under, 1)
    await turn()
    under--
    if (line === 'bad') throw new Error('broken')
    seen.push(line)
  })
  for (const part of ['r', '\nba', 'd\r\nl\ne', '\n', 'unfinished']) {
    stdin.write(part)
    // oxlint-disable-next-line no-await-in-loop -- each part on its own
    await turn()
  }
  await turn()
  while (seen.length < 3)
    // oxlint-disable-next-line no-await-in-loop -- until all are through
    await turn()
  await board.close()
  assert.equal(seen, ['r', 'l', 'e'])
  assert.is(failures.length, 1)
})

keyboard('closed: what was begun is waited for, what came behind it is not done', async () => {
  const seen: string[] = []
  const gate = new EventEmitter()
  const { stdin, process, board } = typist(async line => {
    await once(gate, 'open')
    seen.push(line)
  })
  stdin.write('l\ne\n')
  await turn()
  const closed = board.close()
  gate.emit('open')
  await closed
  assert.equal(seen, ['l'])
  assert.is(process.listenerCount('SIGCONT'), 0)
  assert.ok(stdin.isPaused())
})

keyboard('read only while the terminal is ours, which may change whenever it is continued', async () => {
  const seen: string[] = []
  let ours = false
  const { stdin, process, board } = typist(
    line => seen.push(line),
    () => ours,
  )
  const after = async (now: boolean, text: string) => {
    ours = now
    process.emit('SIGCONT')
    stdin.write(text)
    await turn()
    await turn()
  }
  stdin.write('r\n')
  await turn()
  assert.equal(seen, [])
  await after(true, 's\n')
  assert.equal(seen, ['r', 's'])
  await after(false, 'u\n')
  assert.equal(seen, ['r', 's'])
  await board.close()
})

keyboard('a terminal that fails or is closed is the end of the keys alone', async () => {
  const { stdin, board, failures } = typist(() => {})
  stdin.emit('error', new Error('EIO'))
  stdin.end()
  await turn()
  await board.close()
  assert.equal(failures, [])
})

keyboard.run()
