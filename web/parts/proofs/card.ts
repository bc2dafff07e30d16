/** One proof on its card: what it asks, the requests of both sides as they happen, and what came of it. */

import type { Headline, Proof, Proven } from '../../../src/compare/proof.js'
import type { Scene } from '../../../src/compare/scene.js'
import type { Exchange } from '../../../src/compare/traffic.js'
import { fill, h } from '../../dom.js'
import type { Summary } from '../../exchange.js'
import type { Server } from '../../server.js'
import { logOf } from './log.js'
import { peopleOf } from './people.js'
import { QUESTIONS } from './questions.js'

export type Side = 'old' | 'restful'

export interface Card {
  readonly proof: Proof
  readonly element: HTMLElement
  readonly button: HTMLButtonElement
  /** Its name as a title. */
  readonly title: string
  /** Empties it for a run; with keys, those records are shown. */
  begin(scene: Scene, keys: readonly string[]): void
  see(side: Side, exchange: Exchange): void
  /** The entries of the journal since the run began, the oldest first. */
  link(entries: readonly Summary[]): void
  end(proven: Proven, advice: readonly string[]): void
  /** In place of an end. */
  stop(text: string): void
}

const LABELS: Readonly<Record<Side, string>> = { old: 'Old style', restful: 'RESTful' }

export const cardOf = (proof: Proof, number: number, server: Server, press: () => void): Card => {
  const { name } = proof
  const title = name[0]?.toUpperCase() + name.slice(1)
  const button = h('button', { class: 'run', 'aria-keyshortcuts': number, on: { click: press } }, 'Run')
  const outcome = h('div', { class: 'outcome' })
  const halves = h('div', { class: 'halves' })
  const element = h(
    'article',
    { class: 'card proof', 'aria-labelledby': `proof-${number}` },
    h(
      'header',
      {},
      h('span', { class: 'number', 'aria-hidden': 'true' }, number),
      h('div', {}, h('h2', { id: `proof-${number}` }, title), h('p', { class: 'question' }, QUESTIONS[name])),
      button,
    ),
    outcome,
    halves,
  )
  let sides: Readonly<Partial<Record<Side, Half>>> = {}
  return {
    proof,
    element,
    button,
    title,
    begin(scene, keys) {
      const half = (side: Side) => halfOf(server, side, keys.length > 0 ? peopleOf(scene, keys) : undefined)
      const [old, restful] = [half('old'), half('restful')]
      sides = { old, restful }
      fill(outcome)
      fill(halves, old.element, restful.element)
    },
    see: (side, exchange) => sides[side]?.see(exchange),
    link(entries) {
      for (const half of Object.values(sides)) half.link(entries)
    },
    end({ old, restful, headline, failed }, advice) {
      sides.old?.end(headline?.old, old)
      sides.restful?.end(headline?.restful, restful)
      if (headline === undefined)
        fill(
          outcome,
          h('p', {}, h('b', {}, 'Not proven. '), 'This should have been so, and was not:'),
          h('ul', {}, ...failed.map(what => h('li', {}, what))),
          ...advice.map(text => h('p', {}, text)),
        )
    },
    stop: text => fill(outcome, h('p', {}, text)),
  }
}

interface Half {
  readonly element: HTMLElement
  see(exchange: Exchange): void
  link(entries: readonly Summary[]): void
  end(headline: Headline | undefined, sentence: string | undefined): void
}

const halfOf = (server: Server, side: Side, people: ReturnType<typeof peopleOf> | undefined): Half => {
  const log = logOf(server, `${LABELS[side]}: requests`, people !== undefined)
  const headline = h('p', { class: 'headline waiting' }, '…')
  const sentence = h('p', { class: 'sentence' })
  let count = 0
  const element = h(
    'section',
    { class: `half ${side}`, 'aria-label': LABELS[side] },
    h('h3', {}, LABELS[side]),
    headline,
    people?.element,
    sentence,
    log.element,
  )
  return {
    element,
    see(exchange) {
      headline.textContent = `${++count} request${count === 1 ? '' : 's'}`
      log.add(exchange)
      people?.see(exchange)
    },
    link: entries => log.link(entries),
    end(found, said) {
      if (found === undefined) return
      headline.className = `headline ${found.harm ? 'harm' : 'well'}`
      fill(headline, h('span', { 'aria-hidden': 'true' }, found.harm ? '✗' : '✓'), ' ', found.text)
      fill(sentence, said)
    },
  }
}

/** What a screen reader says of a proof that has come to its end. */
export const spoken = (title: string, { headline, failed }: Proven): string =>
  headline === undefined
    ? `${title}: not proven. ${failed.join('. ')}`
    : `${title}. ${LABELS.old}: ${headline.old.text}. ${LABELS.restful}: ${headline.restful.text}.`
