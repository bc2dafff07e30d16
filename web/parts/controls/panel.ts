/** A card of the controls: what is so now, what can be done about it, and the curl line for what was chosen last. */

import { copyButton } from '../../copies.js'
import { steeringLine } from '../../curl.js'
import { fill, h, type Child } from '../../dom.js'
import type { Stage } from '../../part.js'
import { Refused } from '../../server.js'
import type { Deed } from './deed.js'

/** What all panels share. */
export interface Desk {
  readonly stage: Stage
  /** Has all panels look again; resolves when they have. */
  acted(): Promise<void>
}

/** One or more panels that show the same document of the server. */
export interface Group {
  readonly elements: readonly HTMLElement[]
  refresh(): Promise<void>
  close?(): void
}

export interface Panel {
  readonly element: HTMLElement
  /** Says what is so now. */
  tell(...now: readonly Child[]): void
  /** Says why there is nothing to control, in the place of all controls. */
  absent(why: string): void
  add(...controls: readonly HTMLElement[]): void
  /** Shows the line of a deed without doing it. */
  choose(deed: Deed): void
  /** Does it, and says so; true when it is done. `refused` is told what the server does not take, instead of everybody. */
  perform(deed: Deed, refused?: (why: string) => void): Promise<boolean>
  /** A button that does it; its line is shown as soon as the button has the focus. */
  button(deed: Deed | (() => Deed), attributes?: Readonly<Record<string, string>>): HTMLButtonElement
}

/** `first`: whose line is shown before anything is chosen. */
export const panelOf = ({ stage, acted }: Desk, title: string, first: Deed, width = ''): Panel => {
  const { server } = stage
  const now = h('p', { class: 'now' })
  const body = h('div', { class: 'stack' })
  const chosen = h('p', { class: 'hint' })
  const code = h('code')
  let current = first
  const copy = copyButton('Copy', () => steeringLine(server, current, server.token))
  const same = h('div', { class: 'same' }, chosen, h('div', { class: 'line' }, code, copy))
  const tell = (there: boolean, text: readonly Child[]): void => {
    body.hidden = same.hidden = !there
    fill(now, ...text)
  }
  const panel: Panel = {
    element: h('section', { class: `card panel ${width}` }, h('h2', {}, title), now, body, same),
    tell: (...text) => tell(true, text),
    absent: why => tell(false, [why]),
    add: (...controls) => body.append(...controls),
    choose(deed) {
      current = deed
      chosen.textContent = `With curl: ${deed.name}`
      // Everybody in the room can read what is shown.
      code.textContent = steeringLine(server, deed, server.token && '…')
    },
    async perform(deed, refused) {
      panel.choose(deed)
      try {
        await server.steer(deed.method, deed.path, deed.content)
        stage.say(deed.done)
        return true
      } catch (error) {
        if (refused !== undefined && error instanceof Refused) refused(error.message)
        else stage.warn(error)
        return false
      } finally {
        await acted()
      }
    },
    button(deed, attributes = {}) {
      const get = () => (typeof deed === 'function' ? deed() : deed)
      // Not disabled where there is nothing to do: the focus stays on it.
      const click = () => button.ariaDisabled === 'true' || void panel.perform(get())
      const button = h('button', { ...attributes, on: { focus: () => panel.choose(get()), click } }, get().name)
      return button
    },
  }
  panel.choose(first)
  return panel
}

/** What the server has there; undefined where there is nothing of the kind (404). */
export const readIfThere = <T>({ server }: Stage, path: string): Promise<T | undefined> =>
  server.read<T>(path).catch((error: unknown) => {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  })
