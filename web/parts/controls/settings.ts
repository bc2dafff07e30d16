/** What is switched for all clients at once: how long answers take, how many fail, how often one may ask, and the old style. */

import { readSettings, type Settings } from '../../settings.js'
import { deedOf } from './deed.js'
import { fieldOf } from './field.js'
import { panelOf, type Desk, type Group } from './panel.js'
import { hint, row } from './pieces.js'

type Name = Exclude<keyof Settings, 'switched'>

interface Chaos {
  readonly share?: string
  readonly statuses?: readonly number[] | null
  readonly faults?: readonly string[] | null
}

interface Switch {
  readonly setting: Name
  readonly title: string
  /** What is so with a value, as a sentence. A button is on when what is so is what it would make so. */
  told(value: unknown): string
  /** What the buttons say and set. The line of the second one is shown first. */
  readonly choices: readonly (readonly [name: string, value: unknown])[]
  /** For a value of one's own: what it is, and an example. */
  readonly own?: readonly [label: string, example: string]
  readonly more?: string
}

const latency: Switch = {
  setting: 'latency',
  title: 'Latency',
  told: value =>
    value === false ? 'Answers come at once.' : `Answers take ${typeof value === 'number' ? `${value}ms` : value}.`,
  choices: [
    ['Off', false],
    ['300 ms', '300ms'],
    ['2 s', '2s'],
    ['100 to 400 ms', '100..400ms'],
  ],
  own: ['Another span, or p50=80ms,p99=2s', '800ms'],
}

/** What a merge patch does not say stays as it was, so both ways to fail are said. */
const chaos: Switch = {
  setting: 'chaos',
  title: 'Failures',
  told(value) {
    if (value === false) return 'Online: no request fails.'
    const { share = '10%', statuses, faults } = typeof value === 'string' ? { share: value } : (value as Chaos)
    const all = [statuses ?? (faults?.length ? [] : [500, 503]), faults ?? []].flat().join(', ')
    return share === '100%' && all === 'reset'
      ? 'Offline: every connection is reset, but for this page.'
      : `Of the requests ${share} fail: ${all}.`
  },
  choices: [
    ['Online', false],
    ['10 %', '10%'],
    ['50 %', '50%'],
    ['All 503', { share: '100%', statuses: [503], faults: null }],
    ['Offline', { share: '100%', faults: ['reset'], statuses: null }],
  ],
  own: ['Another share', '25%'],
  more: 'Which ones fail is a matter of chance. Whatever fails changes nothing.',
}

const rate: Switch = {
  setting: 'rate',
  title: 'Quota',
  told: value =>
    typeof value === 'string'
      ? `Each client may ask ${value.replace('/', ' times in ')}, then comes 429.`
      : 'Clients may ask as often as they like.',
  choices: [
    ['Off', false],
    ['5 in 10 s', '5/10s'],
    ['100 a minute', '100/1m'],
  ],
  own: ['Another number in a span', '2/1m'],
}

const legacyOf = (example: string): Switch => ({
  setting: 'legacy',
  title: 'Old style',
  told: value => `${example} is ${value === false ? 'refused, with' : 'served beside'} its RESTful twin.`,
  choices: [
    ['Off', false],
    ['On', true],
  ],
})

const BACK = deedOf('As it was started', 'DELETE', '/settings', 'All four are as the server was started.')

export const settingsGroup = (desk: Desk): Group => {
  const { families, base } = desk.stage.api
  const [family] = families
  const legacy = legacyOf(family ? `${base}/${family.singular}/get?${family.key}=…` : 'The old style')
  const all = [latency, chaos, rate, legacy].map(one => switchPanel(desk, one))
  const back = panelOf(desk, 'All four switches', BACK)
  back.add(row(back.button(BACK)))
  return {
    elements: [...all.map(({ panel }) => panel.element), back.element],
    async refresh() {
      const settings = await readSettings(desk.stage.server)
      for (const { show } of all) show(settings)
      const names = settings.switched.join(', ')
      back.tell(names === '' ? 'As the server was started.' : `Switched since the start: ${names}.`)
    },
  }
}

const switchPanel = (desk: Desk, { setting, title, told, choices, own, more }: Switch) => {
  const deed = (name: string, value: unknown) => deedOf(name, 'PATCH', '/settings', told(value), { [setting]: value })
  const panel = panelOf(desk, title, deed(...(choices[1] as Switch['choices'][0])))
  const buttons = choices.map(([name, value]) => ({ on: told(value), button: panel.button(deed(name, value)) }))
  const group = row(...buttons.map(({ button }) => button))
  group.role = 'group'
  group.ariaLabel = title
  panel.add(group)
  if (own !== undefined) panel.add(fieldOf(panel, setting, own[0], own[1], 'Set', text => deed(text, text)))
  if (more !== undefined) panel.add(hint(more))
  return {
    panel,
    show(settings: Settings): void {
      const now = told(settings[setting])
      panel.tell(now)
      for (const { on, button } of buttons) button.ariaPressed = String(on === now)
    },
  }
}
