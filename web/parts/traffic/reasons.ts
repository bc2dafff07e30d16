/** How an answer came about, in plain words. */

import { h, type Child } from '../../dom.js'
import type { Exchange } from '../../exchange.js'

const code = (text: string): HTMLElement => h('code', {}, text)

/** Why the answer has the format that it has. */
export const whyFormat = ({ negotiated, status, problem, rule, action }: Exchange): Child => {
  const { accept, range, format } = negotiated
  if (status === 0) return 'There was no answer, so there was no format either.'
  if (format === null) return 'The answer has no content, so there was no format to choose.'
  const said = accept === null ? 'There was no Accept' : ['Accept said ', code(accept)]
  const chosen = code(format)
  if (problem === 'not-acceptable') return [said, '. Nothing that can be written fits, so it was 406, as ', chosen, '.']
  if (problem !== undefined) return [said, '. A problem has formats of its own; it was ', chosen, '.']
  if (range === '*/*') return [said, '. Anything would do, so it was ', chosen, ', the first format.']
  if (range !== null) return [said, '; the range ', code(range), ' fits best, so it was ', chosen, '.']
  if (rule !== undefined) return ['The rule has said ', chosen, '.']
  if (action === undefined) return ['There was nothing to choose: it is always ', chosen, '.']
  if (accept === null) return ['Nothing was preferred, so it is ', chosen, ', the first format.']
  return [said, ', which cannot be used, so it is ', chosen, ', the first format.']
}

const VERDICTS: Readonly<Record<string, string>> = {
  met: 'was met, so the request was carried out.',
  failed: 'was not met, so nothing was done.',
  'not modified': 'names what the client has; that is still right, so nothing was sent again.',
  'not looked at': 'was not looked at: something else was wrong before.',
}

/** What came of the preconditions: `If-Match: met`. */
export const whatOfPrecondition = (precondition: string): Child => {
  const [names = '', verdict = ''] = precondition.split(': ')
  return [code(names), ' ', VERDICTS[verdict] ?? verdict]
}

const DIFFERENCES: Readonly<Record<string, string>> = {
  PUT: 'PUT says that the record is replaced, and may be sent again when no answer came. POST promises neither.',
  DELETE:
    'GET promises to change nothing, and this one removes: a crawler may follow it. DELETE says what it does, and may be sent again when no answer came.',
}

/** What the RESTful twin says that the old style does not. */
export const whatTwinChanges = (twin: string): string =>
  DIFFERENCES[twin.split(' ')[0] ?? ''] ??
  'The method stays. The operation leaves the path, so the record has one URL, whatever is done with it.'

/** The note without what is said of the twin anyway. */
export const noteOf = ({ note = '' }: Exchange): string => note.replace(/ ?\(?old style; RESTful: .*$/, '')
