/** What is switched for all clients at once: how long answers take, how many fail, how often one may ask, and the old style. */

import { h } from '../../dom.js'
import type { Deed } from './deed.js'
import { fieldOf, type Field } from './field.js'
import { panelOf, readIfThere, type Desk, type Group } from './panel.js'

export interface Chaos {
  readonly share?: string
  readonly statuses?: readonly number[]
  readonly faults?: readonly string[]
}

/** As `GET /-/settings` has it: false is off. */
export interface Settings {
  readonly latency: false | string | number
  readonly chaos: false | string | Chaos
  readonly rate: false | string
  readonly legacy: boolean | object
  /** Those that are not as the server was started. */
  readonly switched: readonly string[]
}

type Name = 'latency' | 'chaos' | 'rate' | 'legacy'

interface Choice {
  readonly deed: Deed
  isOn(settings: Settings): boolean
}

interface Switch {
  readonly title: string
  readonly hint?: string
  readonly choices: readonly [Choice, Choice, ...Choice[]]
  readonly own?: Field
  now(settings: Settings): string
}

const to = (setting: Name, name: string, value: unknown, done: string): Deed => ({
  name,
  method: 'PATCH',
  path: '/settings',
  content: { [setting]: value },
  done,
})

/** For values that are the same whenever they are written the same. */
const choice = (setting: Name, name: string, value: unknown, done: string): Choice => ({
  deed: to(setting, name, value, done),
  isOn: settings => settings[setting] === value,
})

/** How many fail, and how. What the merge patch does not say would stay as it was, so both ways are said. */
const failing = (name: string, { share, statuses, faults }: Chaos, done: string): Choice => ({
  deed: to('chaos', name, { share, statuses: statuses ?? null, faults: faults ?? null }, done),
  isOn: ({ chaos }) =>
    typeof chaos === 'object' &&
    chaos.share === share &&
    String(chaos.statuses ?? '') === String(statuses ?? '') &&
    String(chaos.faults ?? '') === String(faults ?? ''),
})

const latency: Switch = {
  title: 'Latency',
  choices: [
    choice('latency', '300 ms', '300ms', 'Every answer takes 300 ms.'),
    choice('latency', '2 s', '2s', 'Every answer takes 2 s.'),
    choice('latency', '100 to 400 ms', '100..400ms', 'Every answer takes between 100 and 400 ms.'),
    choice('latency', 'Off', false, 'Answers come at once.'),
  ],
  own: {
    label: 'Another span, a range, or p50=80ms,p99=2s',
    example: '800ms',
    submit: 'Set',
    deed: text => to('latency', text, text, `Answers take ${text}.`),
  },
  now: ({ latency: now }) =>
    now === false ? 'Answers come at once.' : `Answers take ${typeof now === 'number' ? `${now}ms` : now}.`,
}

const OFFLINE: Chaos = { share: '100%', faults: ['reset'] }
const offline = failing('Offline', OFFLINE, 'Offline: every connection is reset, but for this page.')

const chaos: Switch = {
  title: 'Failures',
  hint: 'Which requests fail is a matter of chance; one that fails changes nothing.',
  choices: [
    choice('chaos', '10 %', '10%', 'One request in ten answers 500 or 503.'),
    choice('chaos', '50 %', '50%', 'Every other request, by chance, answers 500 or 503.'),
    failing('All 503', { share: '100%', statuses: [503] }, 'Every request answers 503.'),
    offline,
    choice('chaos', 'None, online', false, 'Online: no request fails.'),
  ],
  own: {
    label: 'Another share of the requests',
    example: '25%',
    submit: 'Set',
    deed(text) {
      const share = /^[\d.]+$/.test(text) ? `${text}%` : text
      return to('chaos', share, share, `${share} of the requests answer 500 or 503.`)
    },
  },
  now(settings) {
    const { chaos: now } = settings
    if (now === false) return 'No request fails.'
    if (offline.isOn(settings)) return 'Offline: every connection is reset before there is an answer.'
    const { share = '10%', statuses, faults = [] } = typeof now === 'string' ? { share: now } : now
    const codes = statuses ?? (faults.length === 0 ? [500, 503] : [])
    return `Of the requests, ${share} fail: ${[...codes, ...faults].join(', ')}.`
  },
}

const rate: Switch = {
  title: 'Quota',
  choices: [
    choice('rate', '5 in 10 s', '5/10s', 'Each client may ask 5 times in 10 s.'),
    choice('rate', '100 a minute', '100/1m', 'Each client may ask 100 times a minute.'),
    choice('rate', 'Off', false, 'Everybody may ask as often as they like.'),
  ],
  own: {
    label: 'Another number in a span of time',
    example: '2/1m',
    submit: 'Set',
    deed: text => to('rate', text, text, `The quota is ${text}.`),
  },
  now: ({ rate: now }) =>
    now === false
      ? 'Everybody may ask as often as they like.'
      : `Each client may ask ${now.replace('/', ' times in ')}, then comes 429.`,
}

const legacy = (example: string): Switch => ({
  title: 'Old style',
  choices: [
    {
      deed: to('legacy', 'On', true, 'Old-style URLs are served.'),
      isOn: ({ legacy: now }) => now !== false,
    },
    choice('legacy', 'Off', false, 'Old-style URLs are refused, with their RESTful twin.'),
  ],
  now: ({ legacy: now }) =>
    now === false ? `${example} is refused, with its RESTful twin.` : `${example} is served beside its RESTful twin.`,
})

export const settingsGroup = (desk: Desk): Group => {
  const { api } = desk.stage
  const [family] = api.families
  const example = family === undefined ? 'The old style' : `${api.base}/${family.singular}/get?${family.key}=…`
  const all = [latency, chaos, rate, legacy(example)].map(one => switchPanel(desk, one))
  const back = panelOf(desk, 'All of these', {
    name: 'Back',
    method: 'DELETE',
    path: '/settings',
    done: 'All is as the server was started.',
  })
  const reset: Deed = {
    name: 'As it was started',
    method: 'DELETE',
    path: '/settings',
    done: 'All is as the server was started.',
  }
  back.choose(reset)
  back.body.append(h('div', { class: 'row' }, back.button(reset)))
  return {
    elements: [...all.map(({ element }) => element), back.element],
    async refresh() {
      const settings = await readIfThere<Settings>(desk.stage, '/settings')
      for (const one of all) one.show(settings)
      if (settings === undefined) back.absent(FIXED)
      else if (settings.switched.length === 0) back.tell('As the server was started.')
      else back.tell(`Switched since the start: ${settings.switched.join(', ')}.`)
    },
  }
}

const FIXED = 'This server cannot be switched while it is serving.'

const switchPanel = (desk: Desk, { title, hint, choices, own, now }: Switch) => {
  const panel = panelOf(desk, title, choices[0].deed)
  const buttons = choices.map(({ deed, isOn }) => ({ isOn, button: panel.button(deed, { 'aria-pressed': 'false' }) }))
  panel.body.append(
    h('div', { class: 'row', role: 'group', 'aria-label': title }, ...buttons.map(({ button }) => button)),
    ...(own === undefined ? [] : [fieldOf(panel, own)]),
    ...(hint === undefined ? [] : [h('p', { class: 'hint' }, hint)]),
  )
  return {
    element: panel.element,
    show(settings: Settings | undefined): void {
      if (settings === undefined) return panel.absent(FIXED)
      panel.tell(now(settings))
      for (const { isOn, button } of buttons) button.setAttribute('aria-pressed', String(isOn(settings)))
    },
  }
}
