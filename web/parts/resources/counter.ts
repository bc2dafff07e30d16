/** Where requests are handed in: one at a time, and what is said of them stands here. */

import type { Family } from '../../api.js'
import { fill, h, type Child } from '../../dom.js'
import type { Stage } from '../../part.js'
import { NoAnswer, type Answer } from '../../server.js'
import type { Request } from '../../curl.js'
import type { Fieldset } from './form.js'
import { loginOf } from './login.js'
import { outcomeOf } from './outcome.js'
import { refusalOf } from './problem.js'
import type { Fault } from './writing.js'

export interface Counter {
  readonly element: HTMLElement
  readonly busy: () => boolean
  /** Undefined: there was no answer, and that has been said; or another request is on its way. */
  send(request: Request): Promise<Answer | undefined>
  /** Says that something was done. */
  tell(news: Child): void
  /** Says that something was not done. */
  complain(...said: readonly Child[]): void
  /** Says why a request was refused, at its fields where it can. */
  refuse(request: Request, answer: Answer, ...more: readonly Child[]): void
  /** The same for what cannot even be sent. */
  stop(faults: readonly Fault[]): void
}

/** `buttons` wait while a request is on its way; `again` is called after a log-in. */
export const counterOf = (
  stage: Stage,
  family: Family,
  buttons: readonly HTMLElement[],
  form: () => Fieldset | undefined,
  again: () => void,
): Counter => {
  let busy = false
  const news = h('div', { role: 'status' })
  const refusal = h('div', { role: 'alert' })
  const wait = (now: boolean): void => {
    busy = now
    for (const button of buttons) {
      if (now) button.setAttribute('aria-disabled', 'true')
      else button.removeAttribute('aria-disabled')
    }
  }
  const entered = (): void => {
    fill(refusal)
    again()
  }
  const complain = (...said: readonly Child[]): void => {
    fill(news)
    fill(refusal, h('div', { class: 'refusal stack' }, ...said))
    // Where a field is in focus, that is what is to be seen.
    if (form()?.focused() === undefined) refusal.scrollIntoView({ block: 'nearest' })
  }
  /** What is wrong beside its field; here, what has none, and how much there is. */
  const blame = (faults: readonly Fault[], detail?: string): Child => {
    const { others, first } = form()?.blame(faults) ?? { others: [], first: undefined }
    first?.focus()
    const count = faults.length - others.length
    return [
      detail !== undefined && h('p', {}, detail),
      others.filter(text => text !== detail).map(text => h('p', {}, text)),
      count > 1 && h('p', {}, `${count} faults are marked at their fields.`),
    ]
  }
  return {
    element: h('div', { class: 'counter' }, news, refusal),
    busy: () => busy,
    async send(request) {
      if (busy) return undefined
      wait(true)
      fill(refusal)
      try {
        const headers = { Accept: 'application/json', ...request.headers }
        return await stage.server.ask(request.method, request.target, { ...request, headers })
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        const unsure =
          request.method !== 'GET' &&
          ' Whether it was stored will show when the server is back. What you typed is still here.'
        complain(h('p', {}, error.message, unsure))
        return undefined
      } finally {
        wait(false)
      }
    },
    tell(said) {
      fill(refusal)
      fill(news, said)
      // The button that was pressed may be far below.
      if (said !== undefined) news.scrollIntoView({ block: 'nearest' })
    },
    complain,
    refuse({ method, target }, answer, ...more) {
      const { status, detail, faults } = refusalOf(answer, family)
      complain(
        outcomeOf(method, target, status),
        blame(faults, detail),
        status === 401 && loginOf(stage, entered),
        more,
      )
    },
    stop: faults => complain(h('p', {}, 'Nothing was sent.'), blame(faults)),
  }
}
