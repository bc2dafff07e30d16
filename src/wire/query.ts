/** The query of a URL as pairs, still percent-encoded: whoever uses a value decodes it once and strictly. */

import type { Parameter } from '../core/query.js'

/** More pairs than this are not looked at. */
const PAIRS_MAX = 1000

/** The raw values of a parameter, in order; a `+` stands for a space, as forms write it (WHATWG URL §5.1). */
export const rawValues = (query: string, name: string): string[] =>
  pairs(query).flatMap(([key, value]) => (decode(key) === name ? [value.replaceAll('+', '%20')] : []))

/** Whether the parameter stands in the query at all. */
export const hasParameter = (query: string, name: string): boolean => query !== '' && rawValues(query, name).length > 0

/** The query without these parameters; what is left stays as it was sent. */
export const withoutParameters = (query: string, names: ReadonlySet<string>): string =>
  query
    .split('&')
    .filter(pair => !names.has(decode(pair.split('=', 1)[0] ?? '')))
    .join('&')

/** All pairs in order, decoded; or the name, as it stands there, of the first that is not percent-encoded UTF-8. Empty pieces hold nothing. */
export const readParameters = (query: string): readonly Parameter[] | string => {
  const parameters: Parameter[] = []
  for (const [key, raw] of pairs(query, Infinity)) {
    try {
      parameters.push({ name: strictly(key), value: strictly(raw) })
    } catch {
      return key
    }
  }
  return parameters
}

/** Parameters as the query of a URL; what may stand there as it is and is pleasant to read stays. */
export const writeParameters = (parameters: readonly Parameter[]): string =>
  parameters.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join('&')

const encode = (text: string): string => encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2F', '/')

const strictly = (text: string): string => decodeURIComponent(text.replaceAll('+', '%20'))

const pairs = (query: string, most = PAIRS_MAX): [string, string][] =>
  query
    .split('&')
    .slice(0, most)
    .filter(pair => pair !== '')
    .map(pair => {
      const equals = pair.indexOf('=')
      return equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
    })

const decode = (text: string): string => {
  try {
    return strictly(text)
  } catch {
    return text
  }
}
