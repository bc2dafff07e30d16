/** Keys in the terminal while it serves: a letter and Enter, and what each of them does. */

import type { ChalkInstance } from 'chalk'
import { clip } from '../core/clip.js'
import type { Awaitable } from '../core/json.js'
import { printable, quoted } from '../core/printable.js'
import type { State } from '../core/store.js'
import type { Step } from '../core/world.js'
import type { Started } from '../server/start.js'
import { counted } from './counted.js'
import { pageUrl } from './page-url.js'

/** What the keys act upon. */
export interface Stage {
  readonly server: Pick<Started, 'app' | 'url' | 'switches'>
  /** What was read, in words. */
  readonly origin: string
  readonly chalk: ChalkInstance
  say(text: string): void
  /** Opens an address in a browser; what comes of it is said by itself. */
  browse(url: string): void
  quit(): void
}

interface Key {
  readonly key: string
  doc(stage: Stage): string
  act(stage: Stage): Awaitable<void>
}

const keys: readonly Key[] = [
  {
    key: 'r',
    doc: ({ origin }) => `reset all records to what they are in ${origin}`,
    async act(stage) {
      const { world } = stage.server.app.service
      await world.become(world.initial)
      stage.say(`Reset: ${inventory(world.initial, stage)}, as in ${stage.origin}.`)
    },
  },
  {
    key: 's',
    doc: () => 'take a snapshot of all records',
    async act(stage) {
      const { world } = stage.server.app.service
      let number = 1
      while (world.snapshots.has(`s${number}`)) number++
      const { name, state } = await world.take(`s${number}`)
      stage.say(`Snapshot ${name}: ${inventory(state, stage)}. b goes back to it.`)
    },
  },
  {
    key: 'b',
    doc: ({ server }) => {
      const last = lastSnapshot(server)
      return `go back to the last snapshot${last === undefined ? '' : `, ${printable(clip(last.name))}`}`
    },
    async act(stage) {
      const { world } = stage.server.app.service
      const last = lastSnapshot(stage.server)
      if (last === undefined) return stage.say('There is no snapshot yet. s takes one.')
      await world.become(last.state)
      stage.say(`Back at snapshot ${printable(clip(last.name))}: ${inventory(last.state, stage)}.`)
    },
  },
  {
    key: 'u',
    doc: () => 'undo the last change, a reset as well',
    async act({ server, say }) {
      const step = await server.app.service.world.undo()
      say(step === undefined ? 'Nothing has been changed that could be undone.' : `Undone: ${told(step)}.`)
    },
  },
  switching('l', 'latency', 'Latency'),
  switching('e', 'chaos', 'Errors'),
  {
    key: 'o',
    doc: ({ server }) => `open ${pageUrl(server)} in a browser`,
    act({ browse, say, server }) {
      say(`Opening ${pageUrl(server)}`)
      browse(pageUrl(server))
    },
  },
  { key: 'h', doc: () => 'show this help', act: help },
  { key: 'q', doc: () => 'quit, as Ctrl-C does', act: ({ quit }) => quit() },
]

/** Does what a line from the terminal asks for. */
export const press = (line: string, stage: Stage): Awaitable<void> => {
  const wanted = line.trim().toLowerCase()
  // Some people make room in the log that way.
  if (wanted === '') return
  const found = keys.find(({ key }) => key === wanted)
  return found === undefined ? stage.say(`There is no key ${quoted(line.trim(), 20)}. h shows all.`) : found.act(stage)
}

function help(stage: Stage): void {
  stage.say('Keys, each with Enter:')
  for (const { key, doc } of keys) stage.say(`  ${stage.chalk.bold(key)}  ${doc(stage)}`)
}

function switching(key: string, name: string, said: string): Key {
  return {
    key,
    doc: stage =>
      `${said.toLowerCase()} on or off, now ${stage.server.switches.isOn(name) ? `on: ${shown(stage)}` : 'off'}`,
    async act(stage) {
      const on = await stage.server.switches.toggle(name)
      stage.say(`${said} ${on ? `on: ${shown(stage)}` : 'off'}.`)
    },
  }
  /** As the feature itself says it. */
  function shown({ server }: Stage): string {
    const [, text = 'none'] = server.app.banner.find(([head]) => head.toLowerCase() === name) ?? []
    return text
  }
}

const lastSnapshot = ({ app }: Stage['server']) => [...app.service.world.snapshots.values()].at(-1)

/** As many fit on a line. */
const NAMED = 4

/** `3 users, 1 book`. */
const inventory = (state: State, { server }: Stage): string => {
  const { families } = server.app
  const counts = families.map(family => counted(state.get(family.singular)?.length ?? 0, family))
  return listed(counts) || 'nothing'
}

/** `created user carol, removed book 1`. */
const told = ({ changes }: Step): string =>
  listed(changes.map(({ kind, family, key }) => `${kind} ${family} ${printable(clip(key))}`))

const listed = (parts: readonly string[]): string => {
  const more = parts.length - NAMED
  return [...parts.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
