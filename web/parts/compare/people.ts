/** The one table that both styles act upon, live: what is new, changed or gone is marked for a while. */

import type { Family, Fields, Json } from '../../api.js'
import { fill, h, unseen, type Child } from '../../dom.js'

/** As many rows are drawn. */
const ROWS_MAX = 60

export interface People {
  readonly element: HTMLElement
  /** What is there now; what differs from the last time is marked. */
  show(records: readonly Fields[], marked: string | undefined): void
}

type Sign = 'new' | 'changed' | 'gone'

/** `choose` is called with the key of a row that somebody takes. */
export const peopleOf = (family: Family, choose: (key: string) => void): People => {
  const { key, plural } = family
  const body = h('tbody')
  const count = h('p', { class: 'hint' })
  const second = secondField(family)
  let before: Named | undefined
  let differences: ReadonlyMap<string, Sign> = new Map()
  let gone: readonly string[] = []
  const box = h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `All ${plural}` },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, key), second && h('th', { scope: 'col' }, second))),
      body,
    ),
  )
  return {
    element: h('div', { class: 'people card' }, h('h2', {}, `All ${plural}`), count, box),
    show(records, marked) {
      const now: Named = new Map(records.map(record => [String(record[key]), record]))
      // What was marked stays so until something else happens.
      if (before !== undefined && !isSame(before, now)) {
        differences = signsOf(before, now)
        gone = [...before.keys()].filter(name => !now.has(name))
      }
      before = now
      const rowOf = (name: string, value: Json | undefined, sign: Sign | undefined): Child =>
        h(
          'tr',
          { class: sign, 'aria-current': name === marked ? 'true' : undefined },
          h(
            'th',
            { scope: 'row' },
            sign === 'gone' ? h('s', {}, name) : chooser(name, choose),
            sign && unseen(` (${sign})`),
          ),
          second && h('td', {}, text(value)),
        )
      // What has just happened is worth more than the order where not all can be drawn.
      const names = [...now.keys()]
      const drawn = new Set([...names.filter(name => differences.has(name)), ...names].slice(0, ROWS_MAX))
      const rows = [...now].filter(([name]) => drawn.has(name))
      const focused = document.activeElement?.closest('tbody') === body ? document.activeElement.textContent : undefined
      fill(
        body,
        ...rows.map(([name, record]) =>
          rowOf(name, second && Object.hasOwn(record, second) ? record[second] : undefined, differences.get(name)),
        ),
        ...gone.slice(0, ROWS_MAX).map(name => rowOf(name, undefined, 'gone')),
      )
      const first = body.querySelector<HTMLElement>('tr.new, tr.changed, tr.gone')
      // Only inside of the table: the page stays where somebody has put it.
      if (first !== null) box.scrollTop = first.offsetTop - box.clientHeight / 2
      if (focused) [...body.querySelectorAll('button')].find(button => button.textContent === focused)?.focus()
      const more = names.length - drawn.size
      count.textContent = `${records.length} in all${more > 0 ? `, ${more} of them not shown` : ''}`
    },
  }
}

type Named = ReadonlyMap<string, Fields>

const chooser = (name: string, choose: (key: string) => void): HTMLElement =>
  h('button', { class: 'plain', on: { click: () => choose(name) } }, name)

const isSame = (one: Named, other: Named): boolean => JSON.stringify([...one]) === JSON.stringify([...other])

const signsOf = (before: Named, now: Named): ReadonlyMap<string, Sign> =>
  new Map(
    [...now].flatMap(([name, record]): (readonly [string, Sign])[] => {
      const old = before.get(name)
      if (old === undefined) return [[name, 'new']]
      return JSON.stringify(old) === JSON.stringify(record) ? [] : [[name, 'changed']]
    }),
  )

/** A field that tells people more than the key: the name, the title, or the first text. */
const secondField = ({ key, schema, secrets }: Family): string | undefined => {
  const names = Object.keys(schema.properties ?? {}).filter(name => name !== key && !secrets.includes(name))
  return names.find(name => name === 'name' || name === 'title') ?? names[0]
}

const text = (value: Json | undefined): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
