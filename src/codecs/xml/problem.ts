/** Writes a problem as application/problem+xml (RFC 9457 appendix B): the items of lists are `<i>`. */

import { isFields, type Json } from '../../core/json.js'
import type { ProblemDocument } from '../../wire/codec.js'
import { DECLARATION, escapeText, toElementName } from './markup.js'
import { isParent, toText } from './type.js'

/** The namespace kept its number from the RFC before (RFC 9457 appendix B). */
const NAMESPACE = 'urn:ietf:rfc:7807'

export const writeProblem = (document: ProblemDocument): string => {
  const { type, title, status, detail, ...more } = document
  const lines = [DECLARATION, `<problem xmlns="${NAMESPACE}">`]
  for (const [name, value] of Object.entries({ type, title, status, detail, ...more })) write(lines, name, value, '  ')
  lines.push('</problem>', '')
  return lines.join('\n')
}

const write = (lines: string[], name: string, value: Json, indent: string): void => {
  const tag = toElementName(name)
  if (!isParent(value)) {
    const text = escapeText(toText(value))
    lines.push(text === '' ? `${indent}<${tag}/>` : `${indent}<${tag}>${text}</${tag}>`)
    return
  }
  lines.push(`${indent}<${tag}>`)
  const children = isFields(value) ? Object.entries(value) : value.map((item): [string, Json] => ['i', item])
  for (const [member, inside] of children) write(lines, member, inside, `${indent}  `)
  lines.push(`${indent}</${tag}>`)
}
