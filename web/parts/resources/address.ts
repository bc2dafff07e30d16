/** What stands behind `#resources/` in the address: a collection with its query, one record, or a new one. */

/** Stands for a record that is not there yet. A record of this name is written `%2B`. */
const NEW = '+'

export interface Address {
  /** Undefined: the first there is. */
  readonly singular: string | undefined
  /** What is asked of the collection, as its URL has it. */
  readonly query: string
  readonly place:
    { readonly of: 'collection' } | { readonly of: 'new' } | { readonly of: 'record'; readonly key: string }
}

/** `user`, `user?sort=-age`, `user/a%2Fb`, `user/+`. */
export const readAddress = (rest: string): Address => {
  const mark = rest.indexOf('?')
  const [path, query] = mark < 0 ? [rest, ''] : [rest.slice(0, mark), rest.slice(mark + 1)]
  const [family = '', ...more] = path.split('/')
  const name = more.join('/')
  return {
    singular: family === '' ? undefined : decoded(family),
    query,
    place: name === '' ? { of: 'collection' } : name === NEW ? { of: 'new' } : { of: 'record', key: decoded(name) },
  }
}

export const collectionHash = (singular: string, query = ''): string =>
  `#resources/${encodeURIComponent(singular)}${query === '' ? '' : `?${query}`}`

export const recordHash = (singular: string, key: string): string =>
  `#resources/${encodeURIComponent(singular)}/${encodeURIComponent(key)}`

export const newHash = (singular: string): string => `#resources/${encodeURIComponent(singular)}/${NEW}`

/** Somebody may have typed it: a bad escape is then what it looks like. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
