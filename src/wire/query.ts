/** The query of a URL as pairs, still percent-encoded: whoever uses a value decodes it once and strictly. */

/** More pairs than this are not looked at. */
const PAIRS_MAX = 1000

/** The raw values of a parameter, in order; a `+` stands for a space, as forms write it (WHATWG URL §5.1). */
export const rawValues = (query: string, name: string): string[] =>
  pairs(query).flatMap(([key, value]) => (decode(key) === name ? [value.replaceAll('+', '%20')] : []))

/** Whether the parameter stands in the query at all. */
export const hasParameter = (query: string, name: string): boolean => query !== '' && rawValues(query, name).length > 0

/** The names in the query, decoded; one that cannot be decoded stays as it is. */
export const parameterNames = (query: string): string[] => pairs(query).map(([key]) => decode(key))

const pairs = (query: string): [string, string][] =>
  query
    .split('&', PAIRS_MAX)
    .filter(pair => pair !== '')
    .map(pair => {
      const equals = pair.indexOf('=')
      return equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
    })

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'))
  } catch {
    return text
  }
}
