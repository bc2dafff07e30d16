/** The reader of the journal's stream: whole events, in whatever pieces they come. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as fc from 'fast-check'
import { eventReader, type Message } from '../../../../web/parts/traffic/event-reader.js'

const read = (pieces: readonly string[]): Message[] => {
  const messages: Message[] = []
  const write = eventReader(message => messages.push(message))
  for (const piece of pieces) write(piece)
  return messages
}

const tests = suite('the reader of events')

for (const [title, text, wanted] of [
  ['an event', 'event: request\nid: 7\ndata: {"id":7}\n\n', [{ event: 'request', data: '{"id":7}' }]],
  ['without a name', 'data: x\n\n', [{ event: 'message', data: 'x' }]],
  ['two lines of data', 'data: a\ndata: b\n\n', [{ event: 'message', data: 'a\nb' }]],
  ['no space behind the colon', 'data:x\n\n', [{ event: 'message', data: 'x' }]],
  ['comments and signs of life', ': hello\n\n:\n\n', []],
  ['an event that is not whole yet', 'data: x\n', []],
] as const)
  tests(title, () => assert.equal(read([text]), wanted))

tests('the same events in whatever pieces they come', () => {
  fc.assert(
    fc.property(fc.array(fc.json()), fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (contents, lengths) => {
      const text = contents.map((data, id) => `event: request\nid: ${id}\ndata: ${data}\n\n:\n\n`).join('')
      const pieces: string[] = []
      for (let at = 0; at < text.length;) {
        const length = Number(lengths.next().value)
        pieces.push(text.slice(at, at + length))
        at += length
      }
      assert.equal(
        read(pieces),
        contents.map(data => ({ event: 'request', data })),
      )
    }),
  )
})

tests.run()
