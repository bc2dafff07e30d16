/** The deeds, as either style asks for them, and what is to be seen in it. */

import { itemPath, type Family } from '../../api.js'

export type Style = 'old' | 'rest'

export const STYLES: readonly Style[] = ['old', 'rest']

export interface Line {
  readonly method: string
  readonly target: string
}

export interface Deed {
  readonly name: string
  readonly title: string
  /** Whether it sends a record. */
  readonly sends: boolean
  /** Whether it is about one record. */
  readonly names: boolean
  /** Whether it changes nothing, and whether doing it twice is doing it once, whatever the method promises. */
  readonly safe: boolean
  readonly idempotent: boolean
  /** What to look at, in one sentence for each side. */
  readonly point: Readonly<Record<Style, (family: Family) => string>>
  line(style: Style, family: Family, base: string, key: string): Line
}

const verb = (name: string, method: string) => (family: Family, base: string, key: string) => ({
  method,
  target: `${base}/${family.singular}/${name}?${family.key}=${encodeURIComponent(key)}`,
})

const item = (method: string) => (family: Family, _: string, key: string) => ({ method, target: itemPath(family, key) })

type Lines = Readonly<Record<Style, (family: Family, base: string, key: string) => Line>>

const deed = (lines: Lines, rest: Omit<Deed, 'line'>): Deed => ({
  ...rest,
  line: (style, family, base, key) => lines[style](family, base, key),
})

export const DEEDS: readonly [Deed, ...Deed[]] = [
  deed(
    { old: verb('add', 'POST'), rest: item('POST') },
    {
      name: 'add',
      title: 'Add',
      sends: true,
      names: true,
      safe: false,
      idempotent: false,
      point: {
        old: () => 'A URL that names a deed. It cannot be linked to, read or removed: it can only be done.',
        rest: ({ singular }) =>
          `The URL names the ${singular}. The same URL will read it, change it and remove it; Location says so.`,
      },
    },
  ),
  deed(
    { old: verb('get', 'GET'), rest: item('GET') },
    {
      name: 'get',
      title: 'Get',
      sends: false,
      names: true,
      safe: true,
      idempotent: true,
      point: {
        old: ({ singular }) =>
          `Another URL for the same ${singular}: what a client learned from add is of no use here.`,
        rest: () => 'Still the same URL. ETag and Vary belong to it, so a cache knows what it has.',
      },
    },
  ),
  deed(
    { old: verb('update', 'POST'), rest: item('PUT') },
    {
      name: 'update',
      title: 'Update',
      sends: true,
      names: true,
      safe: false,
      idempotent: true,
      point: {
        old: () => 'POST promises nothing. After a lost answer nobody may simply send it again.',
        rest: () =>
          'PUT promises that twice is once. Any client may repeat it, and a cache drops what it has of this URL.',
      },
    },
  ),
  deed(
    { old: verb('remove', 'GET'), rest: item('DELETE') },
    {
      name: 'remove',
      title: 'Remove',
      sends: false,
      names: true,
      safe: false,
      idempotent: true,
      point: {
        old: ({ singular }) =>
          `A GET that removes. Whoever follows this link, a crawler or a prefetcher, removes the ${singular}.`,
        rest: () => 'DELETE says what it does. Nobody sends it by following a link.',
      },
    },
  ),
  deed(
    {
      old: (family, base) => ({ method: 'GET', target: `${base}/${family.singular}/list` }),
      rest: family => ({ method: 'GET', target: family.collection }),
    },
    {
      name: 'list',
      title: 'List',
      sends: false,
      names: false,
      safe: true,
      idempotent: true,
      point: {
        old: () => 'There is no such URL. A new deed needs a new one, on the server and in every client.',
        rest: ({ plural }) => `All ${plural} are a thing with a URL of its own; each one has its own below it.`,
      },
    },
  ),
]

/** The deed of that name. */
export const named = (name: string): Deed => DEEDS.find(one => one.name === name) ?? DEEDS[0]

/** RFC 9110 §9.2.1 and §9.2.2. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const IDEMPOTENT: ReadonlySet<string> = new Set([...SAFE, 'PUT', 'DELETE'])

export interface Pledge {
  readonly text: string
  /** The method promises what is not so. */
  readonly broken: boolean
}

/** What the method promises to everybody who knows HTTP, and whether the deed keeps it. */
export const pledgesOf = ({ safe, idempotent }: Deed, { method }: Line): readonly Pledge[] => [
  pledge('safe', SAFE.has(method), safe),
  pledge('idempotent', IDEMPOTENT.has(method), idempotent),
]

const pledge = (what: string, promised: boolean, so: boolean): Pledge => {
  if (!promised) return { text: `not ${what} by its method`, broken: false }
  return so ? { text: what, broken: false } : { text: `${what} by its method, and it is not`, broken: true }
}
