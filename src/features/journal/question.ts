/** What is asked of the journal: the parameters of its URL as conditions on entries. */

import { nearest } from '../../core/nearest.js'
import { Problem } from '../../core/problem.js'
import { readParameters } from '../../wire/query.js'
import { decodeSegment } from '../../wire/resource.js'
import type { Entry } from './entry.js'
import { isUnmatched, styleOf } from './view.js'

export interface Condition {
  readonly name: string
  /** As it was asked for. */
  readonly value: string
  admits(entry: Entry): boolean
}

export interface Question {
  readonly conditions: readonly Condition[]
  /** How many are shown at most. */
  readonly limit: number
  /** How many there have to be; undefined when nobody has claimed anything. */
  readonly count: number | undefined
}

const LIMIT = 100
const LIMIT_MAX = 1000

/** For each parameter: what an entry has to be, or undefined for a value that it cannot have; and what it can. */
const CONDITIONS: Readonly<
  Record<string, { readonly hint: string; read(value: string): ((entry: Entry) => boolean) | undefined }>
> = {
  method: { hint: 'a method, as in PUT', read: value => entry => entry.method === value.toUpperCase() },
  path: {
    hint: 'a path, as in /book/1; * stands for any segment',
    read: value => (value.startsWith('/') || value === '*' ? pathCondition(value) : undefined),
  },
  status: {
    hint: 'a status or a class of them, as in 404 or 4xx; 0 for no answer',
    read: value =>
      /^(?:0|[1-5](?:\d\d|xx))$/i.test(value)
        ? entry => new RegExp(`^${value.replaceAll(/x/gi, '.')}$`).test(String(entry.response.status))
        : undefined,
  },
  since: {
    hint: 'the id of an entry, or a time as in 2026-01-31T12:00:00Z',
    read: value => {
      if (/^\d{1,15}$/.test(value)) return entry => entry.id > Number(value)
      const time = Date.parse(value)
      return Number.isNaN(time) ? undefined : entry => entry.time >= time
    },
  },
  style: {
    hint: 'old or rest',
    read: value => (value === 'old' || value === 'rest' ? entry => styleOf(entry) === value : undefined),
  },
  unmatched: {
    hint: 'true or false',
    read: value =>
      value === 'true' || value === 'false' ? entry => isUnmatched(entry) === (value === 'true') : undefined,
  },
}

const NAMES = [...Object.keys(CONDITIONS), 'limit', 'count']

/** The question, or the first thing in it that cannot be. */
export const readQuestion = (query: string): Question | Problem => {
  const parameters = readParameters(query)
  if (typeof parameters === 'string') return refuse(parameters, 'is not percent-encoded UTF-8')
  const seen = new Set<string>()
  const conditions: Condition[] = []
  const numbers: Record<string, number> = {}
  for (const { name, value } of parameters) {
    if (!NAMES.includes(name)) return unknown(name)
    if (seen.has(name)) return refuse(name, 'stands in the query more than once')
    seen.add(name)
    if (name === 'limit' || name === 'count') {
      const number = /^\d{1,9}$/.test(value) ? Number(value) : undefined
      if (number === undefined) return refuse(name, 'takes a whole number')
      if (name === 'limit' && (number < 1 || number > LIMIT_MAX)) return refuse(name, `takes 1 to ${LIMIT_MAX}`)
      numbers[name] = number
      continue
    }
    const { read, hint } = CONDITIONS[name] ?? NEVER
    const admits = read(value)
    if (value === '' || admits === undefined) return refuse(name, `takes ${hint}`)
    conditions.push({ name, value: name === 'method' ? value.toUpperCase() : value, admits })
  }
  return { conditions, limit: numbers['limit'] ?? LIMIT, count: numbers['count'] }
}

export const admits = ({ conditions }: Question, entry: Entry): boolean =>
  conditions.every(condition => condition.admits(entry))

const NEVER = { hint: 'nothing', read: () => undefined }

/** Segment by segment, each decoded, so that it does not matter how either side has encoded them. */
const pathCondition = (value: string): ((entry: Entry) => boolean) => {
  const wanted = value.split('/').map(segment => decodeSegment(segment) ?? segment)
  return ({ path }) => {
    const sent = path.split('/')
    return (
      sent.length === wanted.length &&
      wanted.every((segment, index) => {
        const raw = sent[index] ?? ''
        return (segment === '*' && raw !== '') || segment === (decodeSegment(raw) ?? raw)
      })
    )
  }
}

const refuse = (name: string, why: string): Problem =>
  new Problem('invalid-parameter', `The parameter ${name.slice(0, 64)} ${why}.`, { parameter: name.slice(0, 64) })

const unknown = (name: string): Problem => {
  const near = nearest(name, NAMES)
  const meant = near === undefined ? '' : ` Did you mean ${near} ?`
  return new Problem(
    'invalid-parameter',
    `The journal knows no parameter "${name.slice(0, 64)}".${meant} There is ${NAMES.join(', ')}.`,
    { parameter: name.slice(0, 64), ...(near !== undefined && { suggestion: near }) },
  )
}
