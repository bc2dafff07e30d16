/** A card of the controls: what is so now, what can be done about it, and the curl line for what was chosen last. */

import { copyButton } from '../../copies.js'
import { fill, h, type Child } from '../../dom.js'
import type { Stage } from '../../part.js'
import { Refused } from '../../server.js'
import { curlOf, type Deed } from './deed.js'

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
  /** Shows the line of a deed without doing it. */
  choose(deed: Deed): void
  /** Does it, and says so; true when it is done. `refused` is told what the server does not take, instead of everybody. */
  perform(deed: Deed, refused?: (why: string) => void): Promise<boolean>
  /** A button that does it; its line is shown as soon as the button has the focus. */
  button(deed: Deed | (() => Deed), attributes?: Readonly<Record<string, string>>, label?: Child): HTMLButtonElement
}

/** `first`: whose line is shown before anything is chosen. `wide`: as wide as the page. */
export const panelOf = (desk: Desk, title: string, first: Deed, wide = false) => {
  const { stage, acted } = desk
  const { server } = stage
  const now = h('p', { class: 'now' })
  const body = h('div', { class: 'stack tight' })
  const chosen = h('span', {})
  const code = h('code', {})
  let current = first
  const line = h(
    'div',
    { class: 'same' },
    h('p', { class: 'hint' }, 'The same with curl: ', chosen),
    h(
      'div',
      { class: 'line' },
      code,
      copyButton('Copy', () => curlOf(current, server, server.token)),
    ),
  )
  const element = h('section', { class: `card panel${wide ? ' wide' : ''}` }, h('h2', {}, title), now, body, line)
  const show = (there: boolean): void => {
    body.hidden = !there
    line.hidden = !there
  }

  const panel: Panel = {
    element,
    tell(...text) {
      show(true)
      fill(now, ...text)
    },
    absent(why) {
      show(false)
      fill(now, why)
    },
    choose(deed) {
      current = deed
      chosen.textContent = deed.name
      // Everybody in the room can read what is shown.
      code.textContent = curlOf(deed, server, server.token === undefined ? undefined : '…')
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
    button(deed, attributes = {}, label) {
      const get = () => (typeof deed === 'function' ? deed() : deed)
      const on = { focus: () => panel.choose(get()), click: () => void panel.perform(get()) }
      return h('button', { type: 'button', ...attributes, on }, label ?? get().name)
    },
  }
  panel.choose(first)
  return { ...panel, body }
}

/** What the server has there; undefined where there is nothing of the kind (404). */
export const readIfThere = async <T>({ server }: Stage, path: string): Promise<T | undefined> => {
  try {
    return await server.read<T>(path)
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  }
}
