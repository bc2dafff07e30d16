/** The callers as a resource, as long as the server runs, and as a few lines when it stops. */

import { clip } from '../../core/clip.js'
import type { Fields } from '../../core/json.js'
import type { Schema } from '../../core/schema.js'
import { answerAfresh } from '../../wire/document.js'
import type { Resource } from '../../wire/message.js'
import type { Service } from '../../wire/service.js'
import type { Caller, Callers } from './callers.js'

const schema: Schema = {
  type: 'object',
  properties: {
    method: { type: 'string' },
    path: { type: 'string' },
    twin: { type: 'string' },
    agent: { type: ['string', 'null'] },
    count: { type: 'integer' },
    failed: { type: 'integer' },
    last: { type: 'string', format: 'date-time' },
    key: { type: ['string', 'null'] },
  },
}

export const callersResource = (callers: Callers, service: Service, self: string): Resource => ({
  path: self,
  doc: 'who calls old-style URLs; DELETE: counts anew',
  methods: {
    GET(request) {
      const value = callers.all().map(shown)
      const count = value.length
      return answerAfresh(service, request, {
        kind: 'collection',
        name: 'caller',
        plural: 'callers',
        schema,
        value,
        title: 'Old-style callers',
        self,
        // They are all on one page, and nobody creates one.
        page: { number: 1, limit: count, total: count, links: undefined, filtered: true, sorting: () => undefined },
        headers: ['X-Total-Count', String(count)],
      })
    },
    DELETE() {
      callers.clear()
      return { status: 204, headers: [] }
    },
  },
})

const shown = ({ method, path, twin, agent, count, failed, last, key }: Caller): Fields => ({
  method,
  path,
  twin,
  agent,
  count,
  failed,
  last: new Date(last).toISOString(),
  key,
})

/** As many are told of at the end. */
const SHOWN_MAX = 10

/** `self`: where all of them could be seen; undefined when nowhere. */
export const farewellOf = (callers: Callers, now: number, self: string | undefined): readonly string[] => {
  const all = callers.all()
  if (all.length === 0) return []
  const { total } = callers
  const more = all.length - SHOWN_MAX
  return [
    total === 1 ? '1 old-style call, with its RESTful twin:' : `${total} old-style calls, with their RESTful twins:`,
    ...table(all.slice(0, SHOWN_MAX).map(caller => cells(caller, now))).map(line => `  ${line}`),
    ...(more <= 0
      ? []
      : [`  and ${more} more${self === undefined ? '' : `; GET ${self} lists all, as long as the server runs`}`]),
  ]
}

const cells = ({ count, method, path, twin, last, agent }: Caller, now: number): readonly string[] => [
  String(count),
  `${method} ${path}`,
  `-> ${twin}`,
  age(now - last),
  agent === null ? '-' : clip(agent),
]

/** Columns as wide as their widest cell; the first one is a number. */
const table = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  return rows.map(row =>
    row
      .map((cell, column) => (column === 0 ? cell.padStart(widths[0] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const

const age = (milliseconds: number): string => {
  const unit = UNITS.find(([size]) => milliseconds >= size)
  return unit === undefined ? 'just now' : `${Math.floor(milliseconds / unit[0])} ${unit[1]} ago`
}
