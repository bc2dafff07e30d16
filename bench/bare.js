/** The least that Node can do: the bytes and header fields that restage answered with, again and again. */

import { createServer } from 'node:http'

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {string[]} headers alternating names and values, without those that Node writes itself
 * @property {string} body base64
 */

/** @type {Answer} */
const { status, headers, body } = JSON.parse(Buffer.from(process.argv[2] ?? '', 'base64').toString())
const bytes = Buffer.from(body, 'base64')

const server = createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
