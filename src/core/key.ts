/** What may name a resource: any 1 to 128 characters without controls that a URL can carry. */

/** The longest key, in code points after normalisation. */
export const KEY_MAX = 128

/** Lone surrogates, controls (C0, DEL, C1), line and paragraph separators, the byte order mark and noncharacters. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\ufeff]/u

// oxlint-disable-next-line no-control-regex -- the fast way for what nearly every key is: visible ASCII
const PLAIN = /^[\x21-\x7e]{1,128}$/

/** The form under which a key is stored and found: NFC, so that two spellings of `é` are one resource. */
export const normalizeKey = (text: string): string => (PLAIN.test(text) ? text : text.normalize('NFC'))

/** Why a normalised key cannot name a resource; undefined when it can. */
export const refuseKey = (key: string): string | undefined => {
  if (key === '.' || key === '..') return 'is taken by every client as a step in the path, so no URL can name it'
  if (PLAIN.test(key)) return undefined
  if (key === '') return 'is empty'
  if (FORBIDDEN.test(key)) return 'holds a control character or one that is no character'
  const length = [...key].length
  if (length > KEY_MAX) return `has ${length} characters, and ${KEY_MAX} is the most`
  return undefined
}

/** True for the two names that a client resolves by itself before it sends the request (RFC 3986 §5.2.4). */
export const isDotSegment = (key: string): boolean => key === '.' || key === '..'
