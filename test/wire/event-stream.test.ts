/** The text of server-sent events: nothing in an event can forge another, and only ids of this life say anything. */

import { createParser, type EventSourceMessage } from 'eventsource-parser'
import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Json } from '../../src/core/json.js'
import { aliveText, eventText, idOf, openingText, revisionIn } from '../../src/wire/event-stream.js'

const stream = suite('event stream')

const parsed = (text: string) => {
  const events: EventSourceMessage[] = []
  let retry: number | undefined
  const parser = createParser({
    onEvent: event => void events.push(event),
    onRetry: value => (retry = value),
    onError: error => assert.unreachable(error.message),
  })
  parser.feed(text)
  return { events, retry }
}

stream('an event is what a parser makes of it, whatever is in it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, key) => {
      const data = { key, value: value as Json, forged: '\r\n\r\nevent: removed\rdata: {}\u2028' }
      const { events } = parsed(eventText('updated', 'life-7', data) + eventText('removed', 'life-8', null))
      assert.is(events.length, 2)
      assert.is(events[0]?.event, 'updated')
      assert.is(events[0]?.id, 'life-7')
      assert.is(events[0]?.data, JSON.stringify(data))
      assert.is(events[1]?.data, 'null')
    }),
  )
})

stream('the opening and the sign of life are no events', () => {
  const { events, retry } = parsed(openingText(2000, 'life-0') + aliveText('life-3'))
  assert.equal(events, [])
  assert.is(retry, 2000)
})

for (const [id, revision] of [
  [idOf('abc', 0), 0],
  [idOf('abc', 123_456), 123_456],
  ['abc-007', 7],
  ['abc-', undefined],
  ['abc', undefined],
  ['-1', undefined],
  ['7', undefined],
  ['abd-7', undefined],
  ['ABC-7', undefined],
  ['abc--7', undefined],
  ['abc-7 ', undefined],
  ['abc-7\n', undefined],
  ['abc-7, abc-7', undefined],
  ['abc-1e3', undefined],
  ['abc-1234567890123456', undefined],
  ['', undefined],
  ['x'.repeat(8000), undefined],
] as const)
  stream(`the id ${JSON.stringify(id.slice(0, 30))} in the life "abc": ${revision ?? 'says nothing'}`, () => {
    assert.is(revisionIn(id, 'abc'), revision)
  })

stream.run()
