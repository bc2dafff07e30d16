/** Two people have changed the same record: both are shown, field by field, and the person decides. */

import type { Family, Json } from '../../api.js'
import { h, type Child } from '../../dom.js'
import type { Difference } from './differences.js'
import { brief } from './json.js'
import { outcomeOf } from './outcome.js'

export interface Ways {
  /** Gives up what was typed. */
  theirs(): void
  /** Puts what was typed over theirs, and goes on. */
  merge(): void
  /** Puts the whole record in place of theirs. */
  overwrite(): void
}

/** `versions`: the validator that was sent, and the one that holds now. */
export const conflictOf = (
  { singular, secrets }: Family,
  target: string,
  differences: readonly Difference[],
  versions: { readonly sent: string; readonly now: string },
  ways: Ways,
): HTMLElement => {
  const text = (value: Json | undefined, path: readonly string[]): Child => {
    if (secrets.includes(path[0] ?? '')) return value === undefined ? h('i', {}, 'not shown') : 'a new one'
    if (value === undefined) return h('i', {}, 'not there')
    return value === null || value === ''
      ? h('i', {}, value === null ? 'null' : 'empty')
      : brief(value) || JSON.stringify(value)
  }
  const heading = h('h2', { tabindex: '-1' }, `Somebody else has saved this ${singular} meanwhile`)
  return h(
    'section',
    { class: 'card stack conflict', 'aria-label': 'Conflict' },
    heading,
    outcomeOf('PUT', target, 412),
    h(
      'p',
      {},
      'Nothing was overwritten, and nothing that you typed is lost. The version that you opened is ',
      h('code', {}, versions.sent),
      ', as If-Match has said; by now the server has ',
      h('code', {}, versions.now),
      '.',
    ),
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...['Field', 'As you opened it', 'Theirs', 'Yours'].map((name, index) =>
            h('th', { scope: 'col', class: index === 1 ? 'before' : undefined }, name),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        ...differences.map(({ path, before, theirs, yours, changedBy }) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, path.join('.'), h('span', { class: 'hint' }, CHANGED[changedBy])),
            h('td', { class: 'before' }, text(before, path)),
            h('td', {}, changed(changedBy !== 'you', text(theirs, path))),
            h('td', {}, changed(changedBy !== 'them', text(yours, path))),
          ),
        ),
      ),
    ),
    h(
      'ul',
      { class: 'ways' },
      way(
        'Go on with both',
        'Your changed fields over theirs, in the form. You look at it, and save.',
        ways.merge,
        'first',
      ),
      way('Take theirs', 'What you have typed is given up.', ways.theirs),
      way(
        'Overwrite theirs',
        `PUT ${target} once more, with the new validator. What they changed is gone.`,
        ways.overwrite,
        'danger',
      ),
    ),
  )
}

const changed = (mark: boolean, inside: Child): Child => (mark ? h('mark', {}, inside) : inside)

const CHANGED = { them: 'changed by them', you: 'changed by you', both: 'changed by both' } as const

const way = (name: string, meaning: string, click: () => void, kind?: string): HTMLElement =>
  h('li', {}, h('button', { class: kind, on: { click } }, name), h('span', { class: 'hint' }, meaning))
