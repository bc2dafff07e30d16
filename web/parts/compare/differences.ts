/** What differs between the same deed in both styles, as it went over the wire. */

import { targetOf, type Exchange, type Message } from '../../exchange.js'
import { METHOD, STATUS, TARGET, type Marks } from '../../wire-view.js'

/** Their values say nothing about the style: only whether they are there counts. */
const INCIDENTAL: ReadonlySet<string> = new Set(['etag', 'last-modified', 'content-length', 'date'])
/** What the browser adds, and what the server says because of that. */
const OWN_REQUEST =
  /^(?:sec-|user-agent$|host$|connection$|accept-|referer$|origin$|cache-control$|pragma$|priority$|dnt$|content-length$)/
const OWN_RESPONSE = /^access-control-/

export const differences = (old: Exchange, rest: Exchange): Marks => ({
  request: new Set([
    ...fieldsThatDiffer(old.request, rest.request).filter(name => !OWN_REQUEST.test(name)),
    ...(old.method === rest.method ? [] : [METHOD]),
    ...(targetOf(old) === targetOf(rest) ? [] : [TARGET]),
  ]),
  response: new Set([
    ...fieldsThatDiffer(old.response, rest.response).filter(name => !OWN_RESPONSE.test(name)),
    ...(old.status === rest.status ? [] : [STATUS]),
  ]),
})

const fieldsThatDiffer = (one: Message, other: Message): string[] =>
  [...new Set([...Object.keys(one.headers), ...Object.keys(other.headers)])].filter(name => {
    const [a, b] = [one.headers[name], other.headers[name]]
    if (a === undefined || b === undefined) return name !== 'content-length'
    return !INCIDENTAL.has(name) && String(a) !== String(b)
  })
