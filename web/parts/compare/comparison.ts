/** Both styles over one live table: by hand, deed by deed, or step by step for a speaker. */

import { readState, type Family, type Fields } from '../../api.js'
import { fill, h } from '../../dom.js'
import { sendAndSee, type Seen } from '../../exchange.js'
import type { Opened, Stage } from '../../part.js'
import { captionOf } from './caption.js'
import { columnOf, type Column } from './column.js'
import { proposalFor } from './content.js'
import { DEEDS, named, pledgesOf, STYLES, type Deed, type Style } from './deeds.js'
import { differences } from './differences.js'
import { formOf } from './form.js'
import { peopleOf } from './people.js'
import { playerOf } from './player.js'
import { moveOf, type Move } from './stage-keys.js'
import { strollOn } from './stroll.js'
import { stepsFor, type Step } from './walk.js'

type Results = Readonly<Partial<Record<Style, Seen>>>

/** `choose`: somebody wants to see it with another family. */
export const comparison = (stage: Stage, family: Family, choose: (family: Family) => void): Opened => {
  const { server, api, changes, say, warn } = stage
  let deed = DEEDS[0]
  let results: Results = {}
  let records: readonly Fields[] = []
  /** What waits for an answer; its button stays one, so that it keeps the focus. */
  const sending = new Set<Style>()
  /** What each step of the walk has shown, to be shown again. */
  const shown = new Map<number, { readonly deed: Deed; readonly key: string; readonly results: Results }>()

  const form = formOf(family.key, () => plan())
  const columns: Readonly<Record<Style, Column>> = {
    old: columnOf('old', server.origin, () => void sendByHand('old')),
    rest: columnOf('rest', server.origin, () => void sendByHand('rest')),
  }
  const people = peopleOf(family, key => {
    if (stroll.walking) return
    if (deed.name === 'add' || deed.name === 'list') take(named('get'))
    form.write({ key })
    propose()
    plan()
  })
  const player = playerOf(
    () => stroll.move('next'),
    now => caption.playing(now),
  )
  const move = (where: Move): void => {
    player.stop()
    void (where === 'leave' ? stroll.leave() : stroll.move(where))
  }
  const caption = captionOf({ move, play: player.toggle, leave: () => move('leave') })
  const buttons = DEEDS.map(one => h('button', { on: { click: () => (take(one), propose(), plan()) } }, one.title))
  const walk = h('button', { class: 'first', on: { click: () => void stroll.enter() } }, 'Walk through it')
  const families = h(
    'select',
    {
      id: 'compare-family',
      on: { change: () => choose(api.families.find(({ plural }) => plural === families.value) ?? family) },
    },
    ...api.families.map(({ plural }) => h('option', { value: plural, selected: plural === family.plural }, plural)),
  )

  /** Another deed: what was shown for the one before goes. */
  const take = (next: Deed): void => {
    deed = next
    results = {}
    DEEDS.forEach((one, index) => buttons[index]?.setAttribute('aria-pressed', String(one === deed)))
    form.fit(deed)
    for (const style of STYLES) columns[style].tell('')
  }
  /** Puts something into the form that the deed can be done with. */
  const propose = (key = form.key): void => form.write(proposalFor(deed, family, records, key))
  const plan = (): void => {
    for (const style of STYLES) {
      const line = deed.line(style, family, api.base, form.key)
      columns[style].plan(line, pledgesOf(deed, line))
      columns[style].ready(!stroll.walking && (!deed.names || form.key !== ''))
    }
  }
  const draw = (): void => {
    const { old, rest } = results
    const different = old && rest && differences(old.exchange, rest.exchange)
    for (const style of STYLES) {
      const seen = results[style]
      if (seen === undefined) columns[style].tell(!stroll.walking ? '' : 'Not yet.')
      else columns[style].show(seen, different, deed.point[style](family))
    }
  }
  const refresh = async (): Promise<void> => {
    records = (await readState(server))[family.plural] ?? []
    people.show(records, deed.names ? form.key : undefined)
  }

  const send = async (style: Style): Promise<void> => {
    const { method, target } = deed.line(style, family, api.base, form.key)
    const { content } = form
    const own = deed
    const type = content === undefined ? {} : { 'Content-Type': 'application/json' }
    columns[style].tell('Waiting for the answer.')
    try {
      const seen = await sendAndSee(server, method, target, {
        headers: { Accept: 'application/json', ...type },
        ...(content !== undefined && { content }),
      })
      // Of another deed that was chosen meanwhile it is no result.
      if (deed === own) {
        results = { ...results, [style]: seen }
        draw()
      }
    } catch (error) {
      if (deed === own) columns[style].tell('There was no answer.')
      throw error
    }
    await refresh()
  }
  const sendByHand = async (style: Style): Promise<void> => {
    if (sending.has(style)) return
    sending.add(style)
    try {
      await send(style)
      await changes.look()
    } catch (error) {
      warn(error)
    } finally {
      sending.delete(style)
    }
  }

  const perform = async ({ does }: Step, index: number): Promise<void> => {
    if (does !== undefined) {
      const { old } = results
      if (deed !== does.deed || does.style === 'old') {
        // The one that was added is the one that the walk goes on with.
        take(does.deed)
        propose()
      } else if (old !== undefined) results = { old }
      plan()
      await send(does.style)
    }
    shown.set(index, { deed, key: form.key, results })
  }
  let index = 0
  const stroll = strollOn(stage, stepsFor(family), {
    async begin() {
      await refresh()
      shown.clear()
      take(DEEDS[0])
      propose()
      shown.set(0, { deed, key: form.key, results: {} })
    },
    entered: () => frame(),
    perform: step => perform(step, index),
    recall(at) {
      const was = shown.get(at)
      if (was === undefined) return
      take(was.deed)
      form.write({ key: was.key })
      results = was.results
      plan()
      draw()
    },
    changed: refresh,
    show(at, count, step, busy) {
      index = at
      both.dataset['now'] = step.does?.style ?? ''
      caption.show(at + 1, count, step.caption, busy)
    },
    failed: warn,
    left(back) {
      if (back) say(`The ${family.plural} are as they were before the walk.`)
      take(DEEDS[0])
      propose()
      frame()
      walk.focus()
    },
  })

  const top = h('div', { class: 'top stack' })
  const both = h('div', { class: 'columns' }, columns.old.element, people.element, columns.rest.element)
  const element = h('div', { class: 'stack' }, top, both)
  /** What stands above the columns: what can be done, or what the speaker says. */
  const frame = (): void => {
    const { walking } = stroll
    element.classList.toggle('walking', walking)
    plan()
    draw()
    if (walking) {
      fill(top, h('h1', { class: 'unseen' }, 'The same deed, twice'), caption.element)
      caption.focus()
      return
    }
    fill(
      top,
      h(
        'div',
        { class: 'row title' },
        h('h1', {}, 'The same deed, twice'),
        api.families.length > 1 && h('p', { class: 'row' }, h('label', { for: 'compare-family' }, 'of'), families),
        walk,
      ),
      h('div', { class: 'row deeds', role: 'group', 'aria-label': 'Deed' }, ...buttons),
      form.element,
    )
  }
  const unwatch = changes.watch(() => void refresh().catch(warn))
  take(DEEDS[0])
  frame()
  refresh()
    .then(() => {
      if (!stroll.walking && form.key === '') propose()
      plan()
    })
    .catch(warn)

  return {
    element,
    key(event) {
      const wanted = moveOf(event)
      if (!stroll.walking || wanted === undefined) return false
      // A key that is held down is one step.
      if (!event.repeat) move(wanted)
      return true
    },
    close() {
      unwatch()
      player.stop()
      stroll.close()
    },
  }
}
