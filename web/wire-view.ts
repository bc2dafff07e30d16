/** A request and its response drawn as they went over the wire, with what a browser adds by itself folded away. */

import { h, unseen, type Child } from './dom.js'
import { targetOf, type Exchange, type Message } from './exchange.js'

/** What is to be marked as different from the exchange beside it: names of fields, in lower case, and these. */
export interface Marks {
  readonly request: ReadonlySet<string>
  readonly response: ReadonlySet<string>
}

/** Stand among the names of marked fields for what is no field. */
export const METHOD = ':method'
export const TARGET = ':target'
export const STATUS = ':status'

/** What a browser says of itself with each request, whoever asks. */
const OWN =
  /^(?:host|connection|user-agent|accept-encoding|accept-language|cache-control|pragma|origin|referer|priority|dnt|te|sec-.*|content-length)$/

/** What a server says only because a browser has told it where the page comes from. */
const SHARING = /^access-control-/

const NOTHING: Marks = { request: new Set(), response: new Set() }

export const wireView = (exchange: Exchange, marks: Marks = NOTHING): HTMLElement => {
  const { method, status, request, response } = exchange
  return h(
    'div',
    { class: 'wire' },
    h(
      'section',
      { class: 'message', 'aria-label': 'Request' },
      h(
        'p',
        { class: 'start-line' },
        marked(h('b', { class: 'method' }, method), marks.request.has(METHOD)),
        ' ',
        marked(h('span', { class: 'target' }, targetOf(exchange)), marks.request.has(TARGET)),
      ),
      fieldsOf(request, marks.request, OWN, 'that the browser adds'),
      contentOf(request),
    ),
    h(
      'section',
      { class: 'message', 'aria-label': 'Response' },
      h(
        'p',
        { class: 'start-line' },
        marked(
          h('b', { class: `status status-${String(status)[0]}` }, status || 'no answer'),
          marks.response.has(STATUS),
        ),
        ' ',
        h('span', { class: 'reason' }, reasonOf(status)),
        h('span', { class: 'duration' }, `${exchange.ms} ms`),
      ),
      fieldsOf(response, marks.response, SHARING, 'about pages of other origins'),
      contentOf(response),
    ),
  )
}

/** A marked thing says so to those who cannot see the colour, too. */
const marked = (element: HTMLElement, differs: boolean): Child =>
  differs ? h('mark', {}, element, unseen(' (differs)')) : element

const fieldsOf = (message: Message, marks: ReadonlySet<string>, own: RegExp, what: string): Child => {
  const lines = Object.entries(message.headers).flatMap(([name, value]) =>
    [value].flat().map(text => ({ name, text: String(text) })),
  )
  const folded = lines.filter(({ name }) => own.test(name))
  const shown = lines.filter(line => !folded.includes(line))
  return [
    h('dl', { class: 'fields' }, ...shown.map(line => fieldOf(line, marks.has(line.name)))),
    folded.length > 0 &&
      h(
        'details',
        { class: 'own' },
        h('summary', {}, `${folded.length} ${folded.length === 1 ? 'field' : 'fields'} ${what}`),
        h('dl', { class: 'fields' }, ...folded.map(line => fieldOf(line, false))),
      ),
  ]
}

const fieldOf = ({ name, text }: { readonly name: string; readonly text: string }, differs: boolean): Child =>
  h(
    'div',
    { class: differs ? 'differs' : undefined },
    h('dt', {}, fieldName(name)),
    h('dd', {}, text, differs && unseen(' (differs)')),
  )

const contentOf = ({ content, length, withheld }: Message): Child => {
  if (withheld !== undefined) return h('p', { class: 'withheld' }, withheld)
  if (content === undefined || content === null || content === '')
    return length ? h('p', { class: 'withheld' }, `${length} bytes`) : undefined
  return h('pre', { class: 'content', tabindex: '0', 'aria-label': 'Content' }, pretty(content))
}

/** JSON that came in one line is easier to read in several; everything else stays as it is. */
const pretty = (content: string): string => {
  if (!/^[[{]/.test(content) || content.includes('\n')) return content
  try {
    return JSON.stringify(JSON.parse(content), null, 2)
  } catch {
    return content
  }
}

const SPELLED: Readonly<Record<string, string>> = {
  etag: 'ETag',
  'www-authenticate': 'WWW-Authenticate',
  te: 'TE',
  dnt: 'DNT',
}

/** Names of fields know no case; this is how they are written in the RFCs. */
export const fieldName = (name: string): string =>
  SPELLED[name] ?? name.replaceAll(/(?:^|-)[a-z]/g, letter => letter.toUpperCase())

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  303: 'See Other',
  304: 'Not Modified',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** What a status is called (RFC 9110 §15). */
export const reasonOf = (status: number): string => REASONS[status] ?? ''
