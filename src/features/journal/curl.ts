/** The same request as a line for a shell: copied, it can be sent again. */

import type { Entry } from './entry.js'
import { redactHeaders, redactQuery, type Secrets } from './redact.js'
import type { Shown } from './content.js'

/** What curl writes by itself, or what belonged to that connection or browser alone. */
const OWN =
  /^(?:host|connection|content-length|transfer-encoding|user-agent|accept-encoding|expect|keep-alive|te|trailer|upgrade(?:-.*)?|priority|dnt|sec-.*|pragma)$/
/** Where a content is to be put that cannot stand in the line. */
const FILE = 'CONTENT'

/** In single quotes, in which a POSIX shell takes nothing for its own; plain words stay as they are. */
export const quoteForShell = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

export const curlLine = (entry: Entry, content: Shown | undefined, origin: string, secrets: Secrets): string => {
  const { method, path, headers } = entry
  const query = entry.query === '' ? '' : `?${redactQuery(entry.query, secrets)}`
  // `*` and absolute targets are no path, and go behind the origin by an option of their own.
  const isPath = path.startsWith('/')
  const url = origin + (isPath ? path + query : '/')
  const fields = Object.entries(redactHeaders(headers, secrets)).filter(([name]) => !OWN.test(name))
  return [
    'curl',
    ...methodArguments(method, content !== undefined || entry.unread),
    ...(isPath ? [] : ['--request-target', path + query]),
    // curl itself would give braces and brackets a meaning, and take dots away.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/\/\.\.?(?:\/|\?|$)/.test(url) ? ['--path-as-is'] : []),
    url,
    ...fields.flatMap(([name, value]) => ['-H', value === '' ? `${name};` : `${name}: ${value}`]),
    ...absent(entry),
    ...contentArguments(entry, content),
  ]
    .map(quoteForShell)
    .join(' ')
}

/** With a content curl would send POST. */
const methodArguments = (method: string, content: boolean): string[] => {
  if (method === 'GET' && !content) return []
  return method === 'HEAD' ? ['--head'] : ['-X', method]
}

/** Fields that curl sends by itself unless it is told not to. */
const absent = ({ headers, content, unread }: Entry): string[] => [
  ...(headers['accept'] === undefined ? ['-H', 'accept:'] : []),
  ...((content !== undefined || unread) && headers['content-type'] === undefined ? ['-H', 'content-type:'] : []),
]

const contentArguments = ({ unread }: Entry, content: Shown | undefined): string[] => {
  if (content === undefined) return unread ? ['--data-binary', `@${FILE}`] : []
  const { text, as, cut } = content
  return text === undefined || as !== undefined || cut === true ? ['--data-binary', `@${FILE}`] : ['--data-raw', text]
}
