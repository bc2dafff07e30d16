/** Where a record can go from here, as links (RFC 8288): one for each state that may follow. */

import type { Family } from '../core/family.js'
import type { Fields } from '../core/json.js'
import type { FieldList } from '../core/problem.js'
import { nextOf, stateOf } from '../core/states.js'
import type { View } from './codec.js'

/** Longer than this together, they are left out: a client takes no more than 16 KiB of header fields. */
const LINKS_MAX = 4000

/** What a view has of them: for the header section, and for a page. Nothing where the family has no states. */
export const stepsOf = ({ states }: Family, fields: Fields, self: string): Pick<View, 'steps' | 'headers'> => {
  if (states === undefined) return {}
  const { field } = states
  const state = stateOf(states, fields)
  const next = nextOf(states, state)
  return { steps: { field, state: state ?? null, next }, headers: linksOf(self, field, next) }
}

const linksOf = (self: string, field: string, next: readonly string[]): FieldList => {
  const links = next
    .map(name => `<${self}>; rel="edit"; ${parameter('title', `${field}: ${name}`)}; ${parameter('state', name)}`)
    .join(', ')
  return links === '' || links.length > LINKS_MAX ? [] : ['Link', links]
}

/** A parameter as a quoted string, or, where that cannot carry it, as RFC 8187 has it. */
const parameter = (name: string, value: string): string =>
  /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/.test(value) ? `${name}="${value}"` : `${name}*=UTF-8''${encode(value)}`

const encode = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd')).replaceAll(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
