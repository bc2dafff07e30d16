/** Proactive content negotiation by `Accept` (RFC 9110 §12.5.1): the most specific range decides, then the highest quality. */

/** A media range with its quality; `parameters` are lower-cased names with unquoted values. */
export interface MediaRange {
  readonly type: string
  readonly subtype: string
  readonly parameters: ReadonlyMap<string, string>
  /** 0 to 1; 0 forbids. */
  readonly quality: number
}

/** A media type that can be written, without parameters, in lower case: `application/json`. */
export interface Offer {
  readonly mediaType: string
  /** Meant by who names it: a range like `text/*` gets it only when there is nothing else of that type. */
  readonly byName?: boolean
  /** What a range may say as its `version`. One that says none means it, too. */
  readonly version?: string
}

/** The version of an offer that is the same in all of them: a problem. */
export const ANY_VERSION = '*'

export interface Choice<O extends Offer> {
  readonly offer: O
  /** The range that decided, or undefined when there was no usable Accept. */
  readonly range: MediaRange | undefined
}

/** More members than this are not looked at: the field is the client's to choose, and so would be the work. */
const RANGES_MAX = 100
/** As many raw values are remembered with what came of them. */
const REMEMBERED = 500

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/**
 * Splits at a separator outside of quoted strings (RFC 9110 §5.6.4), in one pass.
 * An unclosed quote swallows the rest, which then fails the grammar.
 */
const split = (text: string, separator: ',' | ';'): string[] => {
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (quoted && character === '\\') index++
    else if (character === '"') quoted = !quoted
    else if (character === separator && !quoted) {
      parts.push(text.slice(start, index))
      start = index + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

/**
 * Optional white space is spaces and tabs, nothing else (RFC 9110 §5.6.3). Not by a regular expression: one that looks
 * for blanks at the end starts anew at each run of them, and takes minutes for a member full of them.
 */
const trim = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text[start])) start++
  while (end > start && isBlank(text[end - 1])) end--
  return text.slice(start, end)
}

/** A parameter's value, unquoted; undefined when it is neither a token nor a quoted string. */
const unquote = (text: string): string | undefined => {
  if (TOKEN.test(text)) return text
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return undefined
  const inner = text.slice(1, -1)
  // oxlint-disable-next-line no-control-regex -- the grammar of qdtext and quoted-pair, letter by letter
  if (!/^(?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\uffff]|\\[\t \x21-\x7e\x80-\uffff])*$/.test(inner)) return undefined
  return inner.replaceAll(/\\(.)/g, '$1')
}

/** A media type or range with its parameters; undefined when it does not follow the grammar. Used for Content-Type as well. */
export const parseMediaType = (text: string): Omit<MediaRange, 'quality'> | undefined => {
  const [essence = '', ...rest] = split(text, ';')
  const [type = '', subtype = '', ...more] = trim(essence).split('/')
  if (more.length > 0 || !TOKEN.test(type) || !TOKEN.test(subtype)) return undefined
  // A wildcard type with a plain subtype is in no grammar, though `*` alone would be a token.
  if (type === '*' && subtype !== '*') return undefined
  const parameters = new Map<string, string>()
  for (const part of rest) {
    const pair = trim(part)
    // Empty parameters are legal (RFC 9110 §5.6.6).
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = pair.slice(0, equals === -1 ? pair.length : equals)
    const value = equals === -1 ? undefined : unquote(pair.slice(equals + 1))
    if (!TOKEN.test(name) || value === undefined) return undefined
    // The first wins, as everywhere a recipient must choose; a second `q` changes nothing.
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value)
  }
  return { type: type.toLowerCase(), subtype: subtype.toLowerCase(), parameters }
}

/** The ranges of an Accept value. A member that cannot be parsed is passed over; it says nothing about the others. */
export const parseAccept = (value: string): MediaRange[] => {
  const ranges: MediaRange[] = []
  let looked = 0
  for (const raw of split(value, ',')) {
    const member = trim(raw)
    // Empty members are no members (RFC 9110 §5.6.1.2), so they do not use up the room of real ones.
    if (member === '') continue
    if (++looked > RANGES_MAX) break
    const media = parseMediaType(member)
    if (media === undefined) continue
    const weight = media.parameters.get('q')
    if (weight !== undefined && !QUALITY.test(weight)) continue
    const parameters = new Map(media.parameters)
    parameters.delete('q')
    ranges.push({ ...media, parameters, quality: weight === undefined ? 1 : Number(weight) })
  }
  return ranges
}

/**
 * Whether the parameters leave our types in. What is written is UTF-8 and nothing else, so asking for that changes
 * nothing, behind a wildcard too; a version is that of the offer; other parameters name other types.
 */
const admits = ({ parameters }: MediaRange, { version }: Offer): boolean => {
  for (const [name, value] of parameters) {
    if (name === 'charset' && /^utf-?8$/i.test(value)) continue
    if (name === 'version' && (version === value || version === ANY_VERSION)) continue
    return false
  }
  return true
}

/** A range that names the version is closer than one that does not. */
const VERSIONED = 0.5

/** How closely a range names an offer: 0 not at all, then any type, any subtype, the type, the type with parameters. */
const specificity = (range: MediaRange, offer: Offer): number => {
  if (!admits(range, offer)) return 0
  const extra = range.parameters.has('version') ? VERSIONED : 0
  if (range.type === '*') return 1 + extra
  const slash = offer.mediaType.indexOf('/')
  if (range.type !== offer.mediaType.slice(0, slash)) return 0
  if (range.subtype === '*') return 2 + extra
  if (range.subtype !== offer.mediaType.slice(slash + 1)) return 0
  return range.parameters.size === 0 ? 3 : 4 + extra
}

/** The range that decides about an offer: the most specific one, among equals the one with the higher quality. */
const deciding = (ranges: readonly MediaRange[], offer: Offer): MediaRange | undefined => {
  let best: MediaRange | undefined
  let closest = 0
  for (const range of ranges) {
    const close = specificity(range, offer)
    if (close > closest || (close > 0 && close === closest && best !== undefined && range.quality > best.quality)) {
      best = range
      closest = close
    }
  }
  return best
}

/** A range as it would be written, its quality where that is not 1. */
export const rangeText = ({ type, subtype, parameters, quality }: MediaRange): string =>
  [
    `${type}/${subtype}`,
    ...[...parameters].map(([name, value]) => `${name}=${TOKEN.test(value) ? value : JSON.stringify(value)}`),
    ...(quality === 1 ? [] : [`q=${quality}`]),
  ].join(';')

/**
 * The offer to send for an Accept value, or undefined when none is acceptable (406). Offers stand in the server's
 * order, which decides among equal qualities. No Accept, or none that can be read: the first offer.
 */
export const choose = <O extends Offer>(accept: string | undefined, offers: readonly O[]): Choice<O> | undefined => {
  const ranges = accept === undefined ? [] : parseAccept(accept)
  if (ranges.length === 0) return offers[0] && { offer: offers[0], range: undefined }
  let chosen: Choice<O> | undefined
  let passedOver: Choice<O> | undefined
  for (const offer of offers) {
    const range = deciding(ranges, offer)
    if (range === undefined) continue
    if (offer.byName === true && range.subtype === '*' && range.type !== '*') {
      if (range.quality > (passedOver?.range?.quality ?? 0)) passedOver = { offer, range }
    } else if (range.quality > (chosen?.range?.quality ?? 0)) chosen = { offer, range }
  }
  return (passedOver?.range?.quality ?? 0) > (chosen?.range?.quality ?? 0) ? passedOver : chosen
}

/** What an Accept value says, member by member, and why each admits none of the offers: for who has asked for nothing that there is. */
export const refusals = (
  accept: string,
  offers: readonly Offer[],
  most: number,
): { readonly range: string; readonly reason: string }[] =>
  split(accept, ',')
    .map(trim)
    .filter(member => member !== '')
    .slice(0, most)
    .map(member => ({ range: member, reason: refusalOf(parseAccept(member)[0], offers) }))

const refusalOf = (range: MediaRange | undefined, offers: readonly Offer[]): string => {
  if (range === undefined) return 'It is no media range, and was passed over.'
  const plain = { ...range, parameters: new Map<string, string>() }
  if (!offers.some(offer => specificity(plain, offer) > 0)) return 'Nothing of this type can be written here.'
  if (!offers.some(offer => admits(range, offer))) return 'Its parameters make it another type.'
  return range.quality === 0 ? 'q=0 forbids it.' : 'A range that is closer to each of its types forbids them.'
}

/** `choose` over fixed offers, with the outcome kept per raw value: a client sends the same Accept again and again. */
export const chooser = <O extends Offer>(
  offers: readonly O[],
): ((accept: string | undefined) => Choice<O> | undefined) => {
  const none = choose(undefined, offers)
  const kept = new Map<string, Choice<O> | undefined>()
  return accept => {
    if (accept === undefined) return none
    const known = kept.get(accept)
    if (known !== undefined || kept.has(accept)) return known
    const choice = choose(accept, offers)
    // Too long to be remembered is no reason to forget the others.
    if (accept.length > 1024) return choice
    if (kept.size >= REMEMBERED) kept.clear()
    kept.set(accept, choice)
    return choice
  }
}
