/** The page: finds out what is served, and shows the part that the address names. */

import { readApi, type Api } from './api.js'
import { changesOn } from './changes.js'
import { fill, h } from './dom.js'
import type { Opened, Part } from './part.js'
import { compare } from './parts/compare/index.js'
import { controls } from './parts/controls/index.js'
import { proofs } from './parts/proofs/index.js'
import { resources } from './parts/resources/index.js'
import { traffic } from './parts/traffic/index.js'
import { Refused, serverOf } from './server.js'
import { shell } from './shell.js'

const parts: readonly [Part, ...Part[]] = [compare, proofs, traffic, resources, controls]

const server = serverOf(new URL(location.href))
const frame = shell(parts, server.origin)

/** Asks until the server takes the token, or needs none. */
const enter = async (): Promise<Api> => {
  try {
    return await readApi(server)
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error
    if (server.token !== undefined) frame.warn('The server does not take this token.')
    server.token = await frame.askForToken()
    return enter()
  }
}

const begin = async (): Promise<void> => {
  let api = await enter()
  const changes = changesOn(server, frame.reached)
  let opened: Opened | undefined
  /** Who has come last is shown: a slow answer for the one before comes too late. */
  let turn = 0

  const show = async (): Promise<void> => {
    const own = ++turn
    const [name, ...rest] = location.hash.slice(1).split('/')
    const part = parts.find(one => one.name === name) ?? parts[0]
    // A reload of the fixture may have brought other families.
    api = await readApi(server).catch(() => api)
    if (own !== turn) return
    opened?.close?.()
    frame.show(part)
    opened = part.open({ server, api, changes, say: frame.say, warn: frame.warn }, rest.join('/'))
    fill(frame.main, opened.element)
  }
  addEventListener('hashchange', () => void show())
  /** Other families are served by now: what is shown is of those that are gone. */
  const look = async (): Promise<void> => {
    const now = await readApi(server)
    if (pathsOf(now) !== pathsOf(api)) await show()
  }
  changes.watch(() => void look().catch(() => undefined))
  addEventListener('keydown', event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (opened?.key?.(event) === true) event.preventDefault()
  })
  await show()
}

const pathsOf = ({ families }: Api): string => families.map(({ item }) => item).join()

begin().catch((error: unknown) => {
  fill(
    frame.main,
    h('p', { class: 'card' }, 'The page could not begin: ', error instanceof Error ? error.message : String(error)),
  )
})
