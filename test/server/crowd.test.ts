/** Who is one too many, told at the time of the request, and who is dropped before. */

import type { Socket } from 'node:net'
import { EventEmitter } from 'node:events'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { crowdOf } from '../../src/server/crowd.js'

const tests = suite('a crowd of connections')

class FakeSocket extends EventEmitter {
  destroyed = false

  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.emit('close')
  }
}

const crowd = (connections: number, count: number, keepAliveTimeout = 5000) => {
  const gate = crowdOf({ connections, keepAliveTimeout })
  const join = () => {
    const socket = new FakeSocket()
    gate.join(socket as unknown as Socket)
    return socket
  }
  const sockets = Array.from({ length: count }, join)
  const admitted = (socket: FakeSocket | undefined) => gate.refusal(socket as unknown as Socket) === undefined
  return { gate, join, sockets, admitted }
}

tests('those within the limit stay admitted, whoever comes behind them', () => {
  const { sockets, admitted } = crowd(2, 4)
  assert.equal(sockets.map(admitted), [true, true, false, false])
})

tests('one too many is admitted as soon as there is room', () => {
  const { sockets, admitted, join } = crowd(2, 3)
  sockets[0]?.destroy()
  assert.ok(admitted(sockets[2]))
  const next = join()
  assert.not(admitted(next))
  // Admitted once, admitted for good.
  assert.ok(admitted(sockets[2]))
})

tests('a hundred are told, the others dropped; dropped ones do not count', () => {
  const { sockets, admitted, join } = crowd(10, 500)
  assert.equal(sockets.map(({ destroyed }) => destroyed).indexOf(true), 110)
  assert.is(sockets.filter(({ destroyed }) => destroyed).length, 390)
  for (const socket of sockets) socket.destroy()
  assert.ok(admitted(join()))
})

for (const [timeout, wait] of [
  [5000, '5'],
  [5001, '6'],
  [0, '1'],
] as const)
  tests(`with a keep-alive time-out of ${timeout} ms: Retry-After: ${wait}`, () => {
    const { gate, sockets } = crowd(1, 2, timeout)
    const problem = gate.refusal(sockets[1] as unknown as Socket)
    assert.is(problem?.name, 'too-many-connections')
    assert.equal(problem?.headers, ['Retry-After', wait])
  })

tests.run()
