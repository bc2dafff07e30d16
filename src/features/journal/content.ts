/** A kept content as it may be shown: its text, with what is secret taken out; nothing where that cannot be made sure. */

import { settle, type Awaitable, type Fields, type Json } from '../../core/json.js'
import { Problem } from '../../core/problem.js'
import type { Shape } from '../../wire/codec.js'
import type { Formats } from '../../wire/formats.js'
import { parseMediaType } from '../../wire/negotiate.js'
import type { Kept } from './entry.js'
import { REDACTED, redactQuery, redactValue, type Secrets } from './redact.js'

export interface Shown {
  /** Undefined: nothing is shown, and `why` says why. */
  readonly text: string | undefined
  readonly why?: string
  /** The format of the text, where it is not the one that came. */
  readonly as?: 'application/json'
  /** Something was taken out of it. */
  readonly redacted?: true
  /** Only its beginning was kept. */
  readonly cut?: true
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = /^application\/(?:[^/]*\+)?json$/
/** Formats that nobody reads: pages, tables, lines of JSON, other problems. */
const WRITTEN_ONLY = /^(?:text\/(?:html|csv)|application\/(?:x-)?ndjson|application\/problem\+xml)$/
/** Signs by which a name can be written so that it does not stand there letter by letter. */
const ESCAPES = /[\\%&]/
// oxlint-disable-next-line no-control-regex -- what is text has none of these
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f]/

/** Where a content stands, and what is known of it there. */
export interface Place {
  readonly type: string | undefined
  /** What a parser has to know: of the family that it is about, if of any. */
  readonly shape: Shape
  /** Written by this server, which never shows a secret: what cannot be read again is no reason for doubt. */
  readonly own: boolean
}

export const showContent = (
  { bytes, length }: Kept,
  { type, shape, own }: Place,
  formats: Formats,
  secrets: Secrets,
): Awaitable<Shown> => {
  const cut = length > bytes.length
  const text = decodeText(bytes, cut)
  const rest = cut ? { cut } : {}
  if (text === undefined || CONTROLS.test(text)) return { text: undefined, why: 'It is no text.', ...rest }
  if (!secrets.mentioned(text) && !ESCAPES.test(text)) return { text, ...rest }
  const media = parseMediaType(type ?? '')
  const essence = media === undefined ? '' : `${media.type}/${media.subtype}`
  if (own && WRITTEN_ONLY.test(essence)) return { text, ...rest }
  if (cut) return withheld('It was cut, and may hold a secret.', true)
  if (essence === FORM) return shown(redactQuery(text, secrets), text)
  return settle(read(text, essence, shape, formats), value => {
    if (value === undefined || value instanceof Problem)
      return withheld(`It cannot be read as ${essence === '' ? 'anything known' : essence}, and may hold a secret.`)
    // Written anew, so that nothing can hide in what a parser passes over.
    const written = shown(JSON.stringify(redactValue(value, secrets), null, 2), text)
    return JSON_TYPE.test(essence) ? written : { ...written, as: 'application/json' }
  })
}

/** What stands of it in an entry: `content`, and what there is to know about it. */
export const contentFields = ({ length }: Kept, { text, why, as, redacted, cut }: Shown): Fields => ({
  length,
  content: text ?? null,
  ...(why !== undefined && { withheld: why }),
  ...(as !== undefined && { shownAs: as }),
  ...(redacted !== undefined && { redacted }),
  ...(cut !== undefined && { cut }),
})

const shown = (text: string, before: string): Shown =>
  text.includes(REDACTED) && !before.includes(REDACTED) ? { text, redacted: true } : { text }

const withheld = (why: string, cut?: true): Shown => ({ text: undefined, why, ...(cut && { cut }) })

/** Strictly; a character that was cut in two at the end is left out. */
const decodeText = (bytes: Uint8Array, cut: boolean): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: cut })
  } catch {
    return undefined
  }
}

const read = (text: string, essence: string, shape: Shape, formats: Formats): Awaitable<Json | Problem | undefined> => {
  if (JSON_TYPE.test(essence)) return parse(text)
  const codec = formats.reader({ method: '', headers: { 'content-type': essence } })
  return codec instanceof Problem ? undefined : codec.decode?.(text, shape)
}

const parse = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
