/** A collection: searched, sorted, turned over page by page, each time by a URL. */

import type { Family, Fields } from '../../api.js'
import { fill, h, type Child } from '../../dom.js'
import type { Opened, Stage } from '../../part.js'
import type { Answer } from '../../server.js'
import { collectionHash, newHash } from './address.js'
import { sortedBy } from './columns.js'
import { readLinks } from './links.js'
import { loginOf } from './login.js'
import { takeNews } from './memory.js'
import { requestLine } from './outcome.js'
import { refusalOf } from './problem.js'
import { representations } from './representations.js'
import { tableOf } from './table.js'

const LIMITS = [5, 10, 25, 100]

/** Milliseconds after the last letter of a search. */
const PAUSE = 250

const PAGES = { first: 'First', prev: 'Previous', next: 'Next', last: 'Last' } as const

export const listView = (stage: Stage, family: Family, asked: string): Opened => {
  const { server, api, changes } = stage
  let query = asked === '' ? 'limit=10' : asked
  let turn = 0
  let shown: string | undefined
  let timer: number | undefined
  const target = (): string => (query === '' ? family.collection : `${family.collection}?${query}`)

  const caption = h('div')
  const count = h('p', { role: 'status', class: 'hint' })
  const results = h('div', { class: 'stack' })
  const formats = representations(stage, api.formats.collection, target)

  /** Goes where a query leads; the address of the page comes along, so that it can be kept and sent. */
  const go = (next: string): void => {
    query = next
    history.replaceState(null, '', collectionHash(family.singular, query))
    limit.value = parameter('limit') ?? '100'
    void load(true)
  }
  const change = (name: string, value: string): void => {
    const parameters = new URLSearchParams(query)
    parameters.delete('page')
    if (value === '') parameters.delete(name)
    else parameters.set(name, value)
    go(parameters.toString())
  }
  const parameter = (name: string): string | null => new URLSearchParams(query).get(name)

  const search = h('input', {
    id: 'search',
    type: 'search',
    autocomplete: 'off',
    value: parameter('q') ?? '',
    on: {
      input() {
        clearTimeout(timer)
        timer = window.setTimeout(() => change('q', search.value.trim()), PAUSE)
      },
    },
  })
  const current = Number(parameter('limit') ?? 100)
  const limits = [...new Set([...LIMITS, current])].filter(Number.isInteger).toSorted((a, b) => a - b)
  const limit = h(
    'select',
    { id: 'limit', on: { change: () => change('limit', limit.value) } },
    ...limits.map(number => h('option', { value: number, selected: number === current }, number)),
  )

  const load = async (anew = false): Promise<void> => {
    const own = ++turn
    fill(caption, requestLine(server.origin, { method: 'GET', target: target() }))
    try {
      const answer = await server.ask('GET', target(), { headers: { Accept: 'application/json' } })
      if (own !== turn || (!anew && answer.text === shown)) return
      shown = answer.text
      draw(answer)
      formats.refresh()
    } catch (error) {
      if (own === turn) refuse(error instanceof Error ? error.message : String(error))
    }
  }
  const draw = (answer: Answer): void => {
    if (answer.status !== 200) {
      const { detail } = refusalOf(answer, family)
      return refuse(detail, answer.status === 401 && loginOf(stage, () => void load(true)))
    }
    const content = JSON.parse(answer.text) as readonly Fields[] | { readonly items: readonly Fields[] }
    const records = Array.isArray(content) ? (content as readonly Fields[]) : (content as { items: Fields[] }).items
    const total = Number(answer.headers.get('x-total-count') ?? records.length)
    const links = readLinks(answer.headers.get('link'))
    const at = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['at'] : undefined
    const scrolled = results.querySelector('.scroll')?.scrollLeft ?? 0
    fill(count, told(total, records.length))
    fill(
      results,
      records.length > 0 && tableOf(family, records, query, column => go(sortedBy(query, column))),
      (links['prev'] ?? links['next']) !== undefined && pager(links),
    )
    results.querySelector('.scroll')?.scrollTo({ left: scrolled })
    // Who was on the head of a column, or on a button, is there still.
    const again = [...results.querySelectorAll<HTMLElement>('[data-at]')].find(({ dataset }) => dataset['at'] === at)
    if (at !== undefined) again?.focus()
  }
  const told = (total: number, here: number): string => {
    const page = Number(parameter('page') ?? 1)
    const from = (page - 1) * Number(parameter('limit') ?? 100) + 1
    const all = `${total} ${total === 1 ? family.singular : family.plural}`
    if (here === 0)
      return total === 0 ? `No ${family.plural}${parameter('q') ? ' hold that' : ''}.` : `${all}, none on this page.`
    return here === total ? `${all}.` : `${all}: ${from} to ${from + here - 1} are shown.`
  }
  const refuse = (detail: string, ...more: readonly Child[]): void => {
    shown = undefined
    const again = h('button', { on: { click: () => void load(true) } }, 'Try again')
    fill(count)
    fill(results, h('div', { class: 'refusal', role: 'alert' }, h('p', {}, detail), again), ...more)
  }
  /** Where the Link field leads. What leads nowhere stays in place, so that nobody loses the way. */
  const pager = (links: Readonly<Record<string, string>>): HTMLElement =>
    h(
      'nav',
      { class: 'row pager', 'aria-label': 'Pages' },
      ...Object.entries(PAGES).map(([relation, name]) => {
        const to = links[relation]
        const reached =
          to === undefined ||
          links[relation === 'first' ? 'prev' : relation === 'last' ? 'next' : relation] === undefined
        const click = (): void => {
          if (!reached) go(to.slice(to.indexOf('?') + 1))
        }
        return h(
          'button',
          {
            'data-at': `page ${relation}`,
            'aria-disabled': reached ? 'true' : undefined,
            on: { click },
          },
          name,
        )
      }),
      h('span', { class: 'hint' }, 'as the Link field of the answer has them'),
    )

  const stop = changes.watch(() => void load())
  void load(true)
  return {
    element: h(
      'div',
      { class: 'stack' },
      takeNews(),
      h(
        'div',
        { class: 'row tools' },
        h('div', { class: 'search' }, h('label', { for: 'search' }, 'Search'), search),
        h('div', {}, h('label', { for: 'limit' }, 'Per page'), limit),
        h('a', { class: 'button first', href: newHash(family.singular) }, `New ${family.singular}`),
      ),
      caption,
      count,
      results,
      formats.element,
    ),
    close() {
      stop()
      clearTimeout(timer)
      turn++
    },
  }
}
