/** Controls: the switches for rehearsing a backend that misbehaves, each with the curl line that does the same. */

import { h } from '../../dom.js'
import type { Opened, Part, Stage } from '../../part.js'
import { callersGroup } from './callers.js'
import { clockGroup } from './clock.js'
import type { Desk, Group } from './panel.js'
import { recordsGroup } from './records.js'
import { rulesGroup } from './rules.js'
import { sessionsGroup } from './sessions.js'
import { settingsGroup } from './settings.js'
import { snapshotsGroup } from './snapshots.js'

/** Milliseconds between two looks: others switch, too, with a key in the terminal or with curl. */
const PAUSE = 2500

const GROUPS = [settingsGroup, sessionsGroup, recordsGroup, snapshotsGroup, clockGroup, rulesGroup, callersGroup]

const open = (stage: Stage): Opened => {
  let closed = false
  let looking: Promise<unknown> = Promise.resolve()
  /** One look at a time: what is shown is never older than what was shown before. */
  const refresh = (): Promise<unknown> => {
    looking = looking.then(() => Promise.all(groups.map(refreshed)))
    return looking
  }
  const desk: Desk = {
    stage,
    async acted() {
      await Promise.all([refresh(), stage.changes.look()])
    },
  }
  const groups: readonly Group[] = GROUPS.map(group => group(desk))
  const tick = async (): Promise<void> => {
    if (document.visibilityState === 'visible') await refresh()
    if (!closed) setTimeout(() => void tick(), PAUSE)
  }
  void tick()
  const soon = () => void refresh()
  addEventListener('focus', soon)
  return {
    element: h(
      'section',
      { class: 'controls stack' },
      h('h1', {}, 'Controls'),
      h(
        'p',
        { class: 'lead' },
        'Rehearse a backend that misbehaves. What is below ',
        h('code', {}, stage.server.root),
        ' is spared, so this page goes on working.',
        stage.server.token !== undefined && ' Copied lines carry the token.',
      ),
      h('div', { class: 'panels' }, ...groups.flatMap(({ elements }) => elements)),
    ),
    close() {
      closed = true
      removeEventListener('focus', soon)
      for (const group of groups) group.close?.()
    },
  }
}

/** A server that does not answer now is told of at the top of the page, and asked again. */
const refreshed = async (group: Group): Promise<void> => {
  // What was shown last stays.
  await group.refresh().catch(() => undefined)
}

export const controls: Part = { name: 'controls', title: 'Controls', open }
