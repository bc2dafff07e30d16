/** How the end of an answer is told: by a length, where there is content and where there might be some. */

import * as assert from 'uvu/assert'
import { raw, rawStatus, served } from '../harness.js'

const { test, run } = served('framing', { put: 'create' })

for (const [request, status, length] of [
  ['POST /user/carol HTTP/1.1\r\nPrefer: return=minimal', 201, 0],
  ['PUT /user/carol HTTP/1.1\r\nPrefer: return=minimal\r\nContent-Type: application/json\r\nContent-Length: 2', 201, 0],
  ['PUT /user/alice HTTP/1.1\r\nPrefer: return=minimal\r\nContent-Type: application/json\r\nContent-Length: 2', 204],
  ['DELETE /user/alice HTTP/1.1', 204],
  ['OPTIONS /user/alice HTTP/1.1', 204],
  ['GET /user/alice HTTP/1.1\r\nIf-None-Match: *', 304],
] as const)
  test(`${request.replaceAll('\r\n', ', ')}: ${status}, ${length === undefined ? 'no length' : `length ${length}`}`, async ({
    port,
  }) => {
    const content = request.includes('Content-Length') ? '{}' : ''
    const answer = await raw(port, `${request}\r\nHost: localhost\r\n\r\n${content}`)
    assert.is(rawStatus(answer), status)
    assert.not.match(answer, /transfer-encoding/i)
    assert.is(/^content-length: (\d+)\r$/im.exec(answer)?.[1], length?.toString())
    assert.match(answer, /\r\n\r\n$/)
  })

run()
