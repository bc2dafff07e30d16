/** One record, or a new one: a form from the schema, saved only over the version that was read. */

import { itemPath, type Family, type Fields } from '../../api.js'
import { fill, h } from '../../dom.js'
import type { Opened, Stage } from '../../part.js'
import type { Answer } from '../../server.js'
import { collectionHash, newHash, recordHash } from './address.js'
import { conflictOf } from './conflict.js'
import { counterOf } from './counter.js'
import { differencesOf } from './differences.js'
import { fieldsetOf, type Fieldset } from './form.js'
import { drafts, leaveNews, takeNews } from './memory.js'
import { outcomeOf, requestLine } from './outcome.js'
import { planOf } from './plan.js'
import { confirmRemoval } from './removal.js'
import { representations } from './representations.js'
import { creating, keyIn, reading, removing, replacing, versionIn, type Version } from './requests.js'
import type { Typed } from './writing.js'

/** `key`: undefined for a new one. */
export const recordView = (stage: Stage, family: Family, key: string | undefined): Opened => {
  const { server, api, changes } = stage
  const target = key === undefined ? family.collection : itemPath(family, key)
  /** The version that the form was made from; undefined for a new record. */
  let read: Version | undefined
  let form: Fieldset | undefined
  let closed = false

  const save = h(
    'button',
    { type: 'submit', class: 'first' },
    key === undefined ? `Create the ${family.singular}` : 'Save',
  )
  const reset = h('button', { on: click(() => startOver()) }, 'Undo what I typed')
  const remove = h('button', { class: 'danger', on: click(() => drop()) }, 'Delete')
  const counter = counterOf(
    stage,
    family,
    [save, reset, remove],
    () => form,
    () => form === undefined && void load(),
  )
  const stale = h('div', { role: 'status' })
  const caption = h('div')
  const fields = h('div', { on: { input: () => describe() } })
  const deciding = h('div')
  const formats = representations(stage, api.formats.item, () => target)
  const editor = h(
    'form',
    {
      class: 'card stack',
      novalidate: true,
      on: { submit: event => (event.preventDefault(), void (key === undefined ? create() : store())) },
    },
    fields,
    caption,
    h('div', { class: 'row' }, save, reset, key !== undefined && remove),
  )

  const beside = h('div', { class: 'beside', hidden: true }, editor, key !== undefined && formats.element)

  /** The form anew; what was typed stands over what was read. */
  const draw = (typed?: Typed): void => {
    const focused = form?.focused()
    form = fieldsetOf(planOf(family, read?.record), typed)
    fill(fields, form.element)
    if (focused !== undefined) form.focus(focused)
    fill(deciding)
    beside.hidden = false
    describe()
  }
  /** What saving will send. */
  const describe = (): void => {
    const value = form?.read().value ?? {}
    const request = key === undefined ? creating(family, value) : replacing(target, read?.etag, value)
    fill(caption, requestLine(server.origin, request))
  }
  const note = (text?: string): void => fill(stale, text !== undefined && h('p', { class: 'stale' }, text))
  /** Reads it, and makes the form. False where there is none. */
  const load = async (typed?: Typed): Promise<boolean> => {
    const request = reading(target)
    const answer = await counter.send(request)
    if (answer === undefined || closed) return false
    if (answer.status !== 200) {
      const instead =
        answer.status === 404 && h('a', { href: newHash(family.singular) }, `Make a new ${family.singular}`)
      counter.refuse(request, answer, form === undefined && instead)
      return false
    }
    read = versionIn(answer)
    draw(typed)
    formats.refresh()
    return true
  }
  /** What is in the form, if it can be sent. */
  const taken = (): Fields | undefined => {
    if (form === undefined || counter.busy()) return undefined
    const { value, faults } = form.read()
    if (faults.length === 0) return value
    counter.stop(faults)
    return undefined
  }
  const store = async (etag = read?.etag): Promise<void> => {
    const value = taken()
    if (value === undefined) return
    const request = replacing(target, etag, value)
    const answer = await counter.send(request)
    if (answer === undefined || closed) return
    if (answer.status === 412) return decide(value)
    const again = h('button', { on: click(create) }, 'Create it again from what is here')
    if (answer.status >= 300) return counter.refuse(request, answer, [404, 410].includes(answer.status) && again)
    note()
    if (await load()) counter.tell(outcomeOf('PUT', target, answer.status))
    await changes.look()
  }
  const create = async (): Promise<void> => {
    const value = taken()
    if (value === undefined) return
    const request = creating(family, value)
    const answer = await counter.send(request)
    if (answer === undefined || closed) return
    if (answer.status >= 300) return counter.refuse(request, answer)
    const outcome = outcomeOf('POST', request.target, answer.status)
    note()
    if (key === undefined)
      leaveFor(recordHash(family.singular, keyIn(family, versionIn(answer)?.record ?? value)), outcome)
    else if (await load()) counter.tell(outcome)
    await changes.look()
  }
  const drop = async (): Promise<void> => {
    if (key === undefined || counter.busy()) return
    if (!(await confirmRemoval(server.origin, key, removing(target, read?.etag))) || closed) return
    const request = removing(target, read?.etag)
    const answer = await counter.send(request)
    if (answer === undefined || closed) return
    if (answer.status === 412) {
      if (await load(form?.typed())) counter.complain(outcomeOf('DELETE', target, 412), h('p', {}, CHANGED_BEFORE))
      return
    }
    if (answer.status >= 300) return counter.refuse(request, answer)
    leaveFor(collectionHash(family.singular), outcomeOf('DELETE', target, answer.status))
    await changes.look()
  }
  const leaveFor = (hash: string, news: HTMLElement): void => {
    form = undefined
    leaveNews(news)
    location.hash = hash
  }
  /** Somebody has saved before: reads what is there now, and asks. */
  const decide = async (yours: Fields): Promise<void> => {
    const request = reading(target)
    const answer = await counter.send(request)
    if (answer === undefined || closed || read === undefined) return
    const theirs = answer.status === 200 ? versionIn(answer) : undefined
    if (theirs === undefined) return counter.refuse(request, answer)
    const typed = form?.typed()
    const settle = (kept?: Typed): void => {
      read = theirs
      note()
      draw(kept)
      formats.refresh()
      save.focus()
    }
    const differences = differencesOf(read.record, theirs.record, yours)
    counter.tell(undefined)
    beside.hidden = true
    const versions = { sent: read.etag ?? 'none', now: theirs.etag ?? 'another' }
    const ways = {
      theirs: () => settle(),
      merge: () => settle(typed),
      overwrite: () => (fill(deciding), (beside.hidden = false), save.focus(), void store(theirs.etag)),
    }
    fill(deciding, conflictOf(family, target, differences, versions, ways))
    deciding.querySelector('h2')?.focus()
  }
  const startOver = async (): Promise<void> => {
    if (counter.busy()) return
    note()
    counter.tell(undefined)
    if (key === undefined) draw()
    else await load()
  }
  /** Somebody has changed something: shows it, unless that would take away what is being typed. */
  const look = async (): Promise<void> => {
    if (counter.busy() || form === undefined || read === undefined || deciding.hasChildNodes()) return
    const { etag } = read
    const answer = await askAgain(etag)
    if (answer === undefined || closed || counter.busy() || read.etag !== etag) return
    if (answer.status === 404 || answer.status === 410)
      note('Somebody has deleted it meanwhile. What you see is how it was.')
    if (answer.status !== 200) return
    formats.refresh()
    if (form.typed().size > 0) return note(SAVED_MEANWHILE)
    read = versionIn(answer)
    draw()
    note('Somebody has saved this just now, and this is how it is.')
  }
  const askAgain = (etag: string | undefined): Promise<Answer | undefined> => {
    const { method, headers = {} } = reading(target, etag)
    return server.ask(method, target, { headers }).catch(() => undefined)
  }
  const leaving = (event: Event): void => {
    if ((form?.typed().size ?? 0) > 0) event.preventDefault()
  }
  const open = async (): Promise<void> => {
    counter.tell(takeNews())
    const draft = drafts.get(target)
    if (draft === undefined) return key === undefined ? draw() : void (await load())
    read = draft.read
    draw(draft.typed)
    note('What you had typed is still here, not saved yet.')
  }
  addEventListener('beforeunload', leaving)
  const stop = changes.watch(() => void look())
  void open()
  return {
    element: h(
      'div',
      { class: 'record stack' },
      h('p', {}, h('a', { href: collectionHash(family.singular) }, `All ${family.plural}`)),
      counter.element,
      stale,
      deciding,
      beside,
    ),
    close() {
      closed = true
      const typed = form?.typed()
      if (typed !== undefined && typed.size > 0) drafts.set(target, { read, typed })
      else drafts.delete(target)
      removeEventListener('beforeunload', leaving)
      stop()
    },
  }
}

const click = (act: () => Promise<void>) => ({ click: () => void act() })

const CHANGED_BEFORE =
  'Somebody has changed it since you opened it, so it was not deleted. This is how it is now: delete it again if it is still to go.'

const SAVED_MEANWHILE = 'Somebody has saved this meanwhile. What you typed is safe: when you save, both are shown.'
