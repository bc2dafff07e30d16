/** The proofs: six differences between the styles, shown with real requests on the records that are served. */

import type { Proven } from '../../../src/compare/proof.js'
import { PROOFS } from '../../../src/compare/proofs/index.js'
import { filledFamily } from '../../../src/compare/scene.js'
import { fill, h } from '../../dom.js'
import type { Part, Stage } from '../../part.js'
import { oldStyleOff } from '../../old-style.js'
import { NoAnswer } from '../../server.js'
import { readSettings, type Settings } from '../../settings.js'
import { alone, BUSY, isQuiet } from '../../alone.js'
import { cardOf, spoken, type Card } from './card.js'
import { groundOf, leftOvers } from './ground.js'
import { leftOver, noticesOf } from './notices.js'
import { runProofs } from './run.js'
import { adviceOn, expected, reasonOf } from './trouble.js'

export const proofs: Part = {
  name: 'proofs',
  title: 'Proofs',
  open: stage => openOn(stage),
}

const openOn = (stage: Stage): ReturnType<Part['open']> => {
  const { server, changes } = stage
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  const notices = noticesOf()
  const announced = h('p', { class: 'unseen', role: 'status' })
  const record = h('select', { id: 'proofs-record' })
  const fast = h('input', { type: 'checkbox', id: 'proofs-fast' })
  const all = h('button', { class: 'first all', on: { click: () => press(cards) } }, 'Run all six')
  const cards: readonly Card[] = PROOFS.map((proof, index) =>
    cardOf(proof, index + 1, server, () => press(cards.slice(index, index + 1))),
  )
  const buttons = [all, ...cards.map(({ button }) => button)]
  /** Breaks off what is running; undefined while nothing is. */
  let running: AbortController | undefined
  let closed = false
  let settings: Settings | undefined
  /** Whether what is shown above the cards is what stands in the way. */
  let blocked = false

  const advice = (said: string) => (settings === undefined ? [] : adviceOn(said, settings))
  const press = (chosen: readonly Card[]): void => {
    if (running === undefined) void run(chosen)
    else running.abort(new Error('Broken off. The records are as they were.'))
  }

  const run = async (chosen: readonly Card[]): Promise<void> => {
    running = new AbortController()
    const { signal } = running
    const own = chosen.length > 1 ? all : chosen[0]?.button
    for (const button of buttons) button.disabled = button !== own
    if (document.activeElement?.matches(':disabled')) own?.focus()
    const label = own?.textContent ?? ''
    if (own !== undefined) own.textContent = 'Break off'
    record.disabled = true
    notices.show()
    const results: Proven[] = []
    let at: Card | undefined
    try {
      const done = await alone(async () => {
        if (await isInTheWay()) {
          notices.point()
          return
        }
        await runProofs(stage, {
          cards: chosen,
          record: record.value || undefined,
          fast: () => fast.checked || calm.matches,
          signal,
          began(card) {
            at = card
            card.element.scrollIntoView({ block: 'start', behavior: calm.matches ? 'auto' : 'smooth' })
          },
          ended(card, { failed, ...found }) {
            at = undefined
            const proven = { ...found, failed: failed.map(expected) }
            results.push(proven)
            card.end(proven, proven.passed ? [] : advice(proven.failed.join(' ')))
            announced.textContent = spoken(card.title, proven)
          },
        })
      })
      if (!done) throw new Error(BUSY)
      if (results.length > 1)
        stage.say(`${results.filter(({ passed }) => passed).length} of ${results.length} proven. The records are back.`)
    } catch (error) {
      const reason = reasonOf(error)
      const said = [reason, ...(signal.aborted ? [] : advice(reason))]
      if (at === undefined) {
        notices.show(h('div', { class: 'card stack' }, ...said.map(text => h('p', {}, text))))
        notices.point()
      } else {
        at.stop(said.join(' '))
        announced.textContent = reason
      }
      if (error instanceof NoAnswer) stage.warn(reason)
    } finally {
      running = undefined
      record.disabled = false
      if (own !== undefined) own.textContent = label
      for (const button of buttons) button.disabled = false
      // What has been missed meanwhile; and where the server has gone, this is how it is noticed that it is back.
      if (!closed) void changes.look().then(look)
    }
  }

  /** Whether something has to be settled before a run; shows what. */
  const isInTheWay = async (): Promise<boolean> => {
    const left = await leftOvers(server)
    settings = await readSettings(server)
    const was = blocked
    blocked = left.length > 0 || settings.legacy === false
    const drop = () => Promise.all(left.map(kept => kept.forget()))
    if (left.length > 0)
      notices.show(
        leftOver(
          () => settle(async () => (await left[0]?.putBack(), drop())),
          () => settle(drop),
        ),
      )
    else if (blocked) notices.show(oldStyleOff(stage, () => settle(async () => undefined)))
    else if (was) notices.show()
    return blocked
  }
  const settle = (work: () => Promise<unknown>): void =>
    void work()
      .then(look)
      .then(() => all.focus(), stage.warn)

  const look = async (): Promise<void> => {
    try {
      // What another tab is in the middle of is not left over.
      if (await isQuiet()) await isInTheWay()
      const entries = (await filledFamily(groundOf(stage)))?.entries ?? []
      const { value } = record
      fill(
        record,
        h('option', { value: '' }, 'the first'),
        ...entries.map(({ key }) => h('option', { value: key, selected: key === value }, key)),
      )
    } catch (error) {
      stage.warn(error)
    }
  }
  void look()
  const unwatch = changes.watch(() => running === undefined && !closed && void look())

  return {
    element: h(
      'section',
      { class: 'proofs stack' },
      h(
        'header',
        { class: 'lead' },
        h('h1', {}, 'Proofs'),
        h(
          'p',
          { class: 'hint' },
          'Real requests to this server, in both styles. The records are put back afterwards. Keys: 1 to 6 run a proof, Escape breaks off.',
        ),
        h(
          'div',
          { class: 'row' },
          all,
          h('label', { for: 'proofs-record' }, 'Record'),
          record,
          h('label', { for: 'proofs-fast' }, fast, ' Without pauses'),
        ),
      ),
      notices.element,
      ...cards.map(({ element }) => element),
      announced,
    ),
    key(event) {
      if (event.target instanceof Element && event.target.matches('input:not([type=checkbox]), select, textarea'))
        return false
      const card = cards[Number(event.key) - 1]
      if (event.key === 'Escape' && running !== undefined) press([])
      else if (card !== undefined && running === undefined) press([card])
      else return false
      return true
    },
    close() {
      closed = true
      unwatch()
      running?.abort(new Error('Broken off.'))
    },
  }
}
