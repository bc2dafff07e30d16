/** What stands round every part: the name, the way from part to part, what is said to everybody, and whether the server answers. */

import { fill, h } from './dom.js'
import { keepFocus } from './focus.js'
import type { Part } from './part.js'

export interface Shell {
  readonly main: HTMLElement
  say(text: string): void
  warn(error: unknown): void
  /** Whether the server answers; told again and again. */
  reached(there: boolean): void
  /** Which part is shown. */
  show(part: Part): void
  /** Asks for the token that the server wants, instead of a part. Resolves with it. */
  askForToken(): Promise<string>
}

/** Milliseconds that a sentence stays. */
const STAY = 6000

/** Puts it into the body. */
export const shell = (parts: readonly Part[], origin: string): Shell => {
  const links = parts.map(({ name, title }) => ({ name, link: h('a', { href: `#${name}` }, title) }))
  const state = h('p', { class: 'reach', role: 'status' })
  const notice = h('p', { class: 'notice', role: 'status', hidden: true })
  const alarm = h('p', { class: 'alarm', role: 'alert', hidden: true })
  const main = h('main', { id: 'main', tabindex: '-1' })
  document.body.append(
    h(
      'a',
      { class: 'skip', href: '#main', on: { click: event => (event.preventDefault(), main.focus()) } },
      'Skip to the content',
    ),
    h(
      'header',
      { class: 'bar' },
      h('p', { class: 'name' }, 'restage'),
      h('nav', { 'aria-label': 'Parts' }, h('ul', {}, ...links.map(({ link }) => h('li', {}, link)))),
      state,
    ),
    main,
    h('div', { class: 'said' }, notice, alarm),
  )
  keepFocus(main)
  let timer: number | undefined
  let there: boolean | undefined
  return {
    main,
    say(text) {
      alarm.hidden = true
      notice.textContent = text
      notice.hidden = false
      clearTimeout(timer)
      timer = window.setTimeout(() => (notice.hidden = true), STAY)
    },
    warn(error) {
      notice.hidden = true
      fill(
        alarm,
        error instanceof Error ? error.message : String(error),
        ' ',
        h('button', { on: { click: () => ((alarm.hidden = true), main.focus()) } }, 'Close'),
      )
      alarm.hidden = false
    },
    reached(now) {
      if (now === there) return
      there = now
      state.className = `reach ${now ? 'there' : 'gone'}`
      fill(state, now ? origin.replace(/^https?:\/\//, '') : 'The server does not answer')
    },
    show({ name, title }) {
      document.title = `${title} - restage`
      for (const { name: own, link } of links) {
        if (own === name) link.setAttribute('aria-current', 'page')
        else link.removeAttribute('aria-current')
      }
    },
    askForToken: () =>
      new Promise(resolve => {
        const field = h('input', {
          id: 'token',
          name: 'token',
          autocomplete: 'off',
          spellcheck: 'false',
          required: true,
        })
        fill(
          main,
          h(
            'form',
            {
              class: 'card token',
              on: {
                submit(event) {
                  event.preventDefault()
                  resolve(field.value.trim())
                },
              },
            },
            h('h1', {}, 'Whose server is this?'),
            h(
              'p',
              {},
              'It listens for others than this machine, so it wants the token that it has printed at its start: Control, Authorization: Bearer.',
            ),
            h('label', { for: 'token' }, 'Token'),
            field,
            h('button', { type: 'submit', class: 'first' }, 'Open'),
          ),
        )
        field.focus()
      }),
  }
}
