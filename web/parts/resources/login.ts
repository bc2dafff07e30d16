/** A log-in where the server wants one: a session is a resource, too. */

import { fill, h } from '../../dom.js'
import type { Stage } from '../../part.js'
import { detailOf } from '../../server.js'

/** Calls once there is a session. */
export const loginOf = ({ server, api }: Stage, entered: () => void): HTMLElement => {
  const name = h('input', { id: 'login-name', autocomplete: 'username', required: true })
  const password = h('input', {
    id: 'login-password',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
  })
  const said = h('p', { class: 'fault', role: 'alert' })
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    try {
      const answer = await server.ask('POST', `${api.base}/session`, {
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        content: JSON.stringify({ username: name.value, password: password.value }),
      })
      if (answer.status >= 300) return fill(said, detailOf(answer))
      entered()
    } catch (error) {
      fill(said, error instanceof Error ? error.message : String(error))
    }
  }
  return h(
    'form',
    { class: 'card login', on: { submit: event => void submit(event) } },
    h('p', {}, 'The server wants to know who is asking. Log in: ', h('code', {}, 'POST /session')),
    h('div', {}, h('label', { for: 'login-name' }, 'Username'), name),
    h('div', {}, h('label', { for: 'login-password' }, 'Password'), password),
    h('button', { type: 'submit' }, 'Log in'),
    said,
  )
}
