/** The same request to copy: as a line for a shell, and as a line of JavaScript. */

import { h } from './dom.js'
import { targetOf, type Exchange } from './exchange.js'

/** A button that puts a text on the clipboard, and says so itself. */
export const copyButton = (label: string, text: () => string): HTMLElement => {
  const button = h('button', { class: 'copy', on: { click: () => void copy() } }, label)
  const copy = async (): Promise<void> => {
    button.textContent = (await toClipboard(text())) ? 'Copied' : 'Copying is not allowed here'
    setTimeout(() => (button.textContent = label), 1500)
  }
  return button
}

/** A line that is shown and can be copied: `curl …`. */
export const copyLine = (text: string): HTMLElement =>
  h(
    'div',
    { class: 'line' },
    h('code', {}, text),
    copyButton('Copy', () => text),
  )

/** Both lines for one exchange. */
export const copiesOf = (exchange: Exchange, origin: string): HTMLElement =>
  h(
    'p',
    { class: 'copies' },
    copyButton('Copy as curl', () => exchange.curl),
    copyButton('Copy as fetch', () => fetchLine(exchange, origin)),
  )

/** Fields that a browser sets by itself, or that nobody may set. */
const FORBIDDEN =
  /^(?:host|connection|user-agent|accept-encoding|accept-language|cache-control|pragma|origin|referer|priority|dnt|te|cookie|content-length|transfer-encoding|sec-.*)$/

export const fetchLine = (exchange: Exchange, origin: string): string => {
  const { method, request } = exchange
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(
      ([name, value]) => !FORBIDDEN.test(name) && !(name === 'accept' && value === '*/*'),
    ),
  )
  const options = {
    ...(method !== 'GET' && { method }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(request.content && { body: request.content }),
  }
  const url = JSON.stringify(origin + targetOf(exchange))
  return Object.keys(options).length === 0
    ? `await fetch(${url})`
    : `await fetch(${url}, ${JSON.stringify(options, null, 2)})`
}

const toClipboard = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
