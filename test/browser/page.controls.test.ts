/** The controls on the page: each acts, each curl line that is shown does the same, and everybody can use them. */

// oxlint-disable no-await-in-loop -- one thing after the other

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, send } from '../harness.js'
import { barriers, onPage as visit, sidewaysScroll, type Occasion, type Visit } from './on-page.js'

const tests = suite('the controls')

const TOKEN = 'open-sesame'
const USER = `/user/alice`

const onPage = (occasion: Occasion, use: (visit: Visit) => Promise<void>): Promise<void> =>
  visit({ ...occasion, hash: '#controls' }, use)

const panelOf = (page: Page, title: string): Locator =>
  page.locator('.panel').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const press = (page: Page, title: string, name: string): Promise<void> =>
  panelOf(page, title).getByRole('button', { name, exact: true }).click()

/** Waits until the panel says what is so. */
const says = (page: Page, title: string, text: string): Promise<void> =>
  panelOf(page, title).locator('.now', { hasText: text }).waitFor()

/** Waits until the page says what has been done. */
const said = (page: Page, text: string): Promise<void> => page.locator('.notice', { hasText: text }).waitFor()

const lineOf = async (page: Page, title: string): Promise<string> =>
  (await panelOf(page, title).locator('.line code').textContent()) ?? ''

/** In a shell, as somebody who has copied it. Fails for anything but an answer. */
const run = async (line: string): Promise<string> =>
  (await promisify(execFile)('bash', ['-c', `${line} -sSf --noproxy '*'`], { timeout: 10_000 })).stdout

const json = async (url: string): Promise<unknown> => JSON.parse((await ask(url)).text)
const status = async (url: string, init: RequestInit = {}): Promise<number> => (await ask(url, init)).status
const settings = (url: string) => json(`${url}/-/settings`) as Promise<Record<string, unknown>>
const remove = (url: string) => ask(url, { method: 'DELETE' })

const OFF = { latency: false, chaos: false, rate: false, legacy: true, switched: [] }

const login = async (url: string): Promise<string> => {
  const answer = await send('POST', `${url}/session`, { username: 'alice', password: 'white-rabbit' })
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}
const whoami = (url: string, cookie: string) => status(`${url}/session`, { headers: { cookie } })

const SWITCHES: readonly (readonly [title: string, button: string, setting: string, value: unknown, now: string])[] = [
  ['Latency', '300 ms', 'latency', '300ms', 'Answers take 300ms.'],
  ['Latency', '2 s', 'latency', '2s', 'Answers take 2s.'],
  ['Latency', '100 to 400 ms', 'latency', '100..400ms', 'Answers take 100..400ms.'],
  ['Failures', '10 %', 'chaos', '10%', 'Of the requests 10% fail: 500, 503.'],
  ['Failures', '50 %', 'chaos', '50%', 'Of the requests 50% fail: 500, 503.'],
  ['Failures', 'All 503', 'chaos', { share: '100%', statuses: [503] }, 'Of the requests 100% fail: 503.'],
  ['Failures', 'Offline', 'chaos', { share: '100%', faults: ['reset'] }, 'Offline: every connection is reset'],
  ['Quota', '5 in 10 s', 'rate', '5/10s', 'Each client may ask 5 times in 10s'],
  ['Quota', '100 a minute', 'rate', '100/1m', 'Each client may ask 100 times in 1m'],
  ['Old style', 'Off', 'legacy', false, '/user/get?username=… is refused'],
]
for (const some of [SWITCHES.slice(0, 5), SWITCHES.slice(5)])
  tests(`${some.map(([, button]) => button).join(', ')}: set, shown as what is on, and set by the curl line`, () =>
    onPage({}, async ({ page, url }) => {
      for (const [title, button, setting, value, now] of some) {
        await press(page, title, button)
        await says(page, title, now)
        assert.equal(await panelOf(page, title).locator('[aria-pressed="true"]').allTextContents(), [button])
        const expected = { ...OFF, [setting]: value, switched: [setting] }
        assert.equal(await settings(url), expected)
        const line = await lineOf(page, title)
        await remove(`${url}/-/settings`)
        await run(line)
        assert.equal(await settings(url), expected, line)
        await remove(`${url}/-/settings`)
      }
    }),
  )

tests('all switches: as the server was started again, by the button and by its curl line', () =>
  onPage({}, async ({ page, url }) => {
    await press(page, 'Old style', 'Off')
    await says(page, 'All four switches', 'Switched since the start: legacy.')
    await press(page, 'All four switches', 'As it was started')
    await says(page, 'All four switches', 'As the server was started.')
    assert.equal(await settings(url), OFF)
    await send('PATCH', `${url}/-/settings`, { latency: '1ms' })
    await run(await lineOf(page, 'All four switches'))
    assert.equal(await settings(url), OFF)
  }),
)

tests(
  'latency: requests take as long, the page does not; a value of one’s own, and a wrong one told beside its field',
  () =>
    onPage({}, async ({ page, url }) => {
      const panel = panelOf(page, 'Latency')
      const field = panel.getByLabel('Another span')
      await field.fill('250ms')
      assert.match(await lineOf(page, 'Latency'), '{"latency":"250ms"}')
      await page.keyboard.press('Enter')
      await says(page, 'Latency', 'Answers take 250ms.')
      const began = performance.now()
      assert.is(await status(`${url}${USER}`), 200)
      assert.ok(performance.now() - began >= 240)

      await field.fill('slow')
      await page.keyboard.press('Enter')
      await panel.locator('.wrong', { hasText: '"slow" is nothing that latency can be' }).waitFor()
      assert.is(await field.getAttribute('aria-invalid'), 'true')
      assert.is(await panel.locator(`#${await field.getAttribute('aria-describedby')}`).count(), 1)
      assert.is((await settings(url))['latency'], '250ms')
      await field.fill('9ms')
      assert.is(await panel.locator('.wrong').textContent(), '')
    }),
)

tests('offline after other failures, which leave nothing behind: every connection is reset, the page goes on', () =>
  onPage({}, async ({ page, url }) => {
    for (const [title, button, , value, now] of [...SWITCHES.slice(5, 7), ...SWITCHES.slice(5, 7)]) {
      await press(page, title, button)
      await says(page, title, now)
      assert.equal((await settings(url))['chaos'], value)
    }
    const answer = await ask(`${url}${USER}`).catch(() => 'reset')
    assert.is(answer, 'reset')
    await press(page, 'Failures', 'Online')
    await says(page, 'Failures', 'Online')
    assert.is(await status(`${url}${USER}`), 200)
  }),
)

tests('what others switch: shown within seconds, without anybody looking away', () =>
  onPage({}, async ({ page, url }) => {
    await says(page, 'Latency', 'at once')
    await send('PATCH', `${url}/-/settings`, { latency: 7, legacy: false })
    await says(page, 'Latency', 'Answers take 7ms.')
    await says(page, 'Old-style callers', 'The old style is off')
    await send('PATCH', `${url}/-/settings`, { latency: null, legacy: null })
    await says(page, 'Latency', 'at once')
  }),
)

tests('sessions: one ended, one to end soon, all logged out; by curl, too', () =>
  onPage({}, async ({ page, url }) => {
    await says(page, 'Sessions', 'Nobody is logged in.')
    const [first, second] = [await login(url), await login(url)]
    await says(page, 'Sessions', '2 sessions.')
    await panelOf(page, 'Sessions').getByRole('button', { name: 'End the session of alice' }).first().click()
    await says(page, 'Sessions', '1 session.')
    assert.equal([await whoami(url, first), await whoami(url, second)].toSorted(), [200, 401])

    await press(page, 'Sessions', 'All end in 5 s')
    await said(page, 'All sessions end in 5 s.')
    const [left] = (await json(`${url}/-/sessions`)) as { expires: string }[]
    assert.ok(Date.parse(left?.expires ?? '') <= Date.now() + 5000)

    const soon = await lineOf(page, 'Sessions')
    const third = await login(url)
    await run(soon)
    const ends = ((await json(`${url}/-/sessions`)) as { expires: string }[]).map(({ expires }) => Date.parse(expires))
    assert.ok(ends.length > 0 && ends.every(end => end <= Date.now() + 5000))
    await press(page, 'Sessions', 'Log everyone out')
    await says(page, 'Sessions', 'Nobody is logged in.')
    assert.is(await whoami(url, third), 401)
    const line = await lineOf(page, 'Sessions')
    const fourth = await login(url)
    assert.is(await whoami(url, fourth), 200)
    await run(line)
    assert.is(await whoami(url, fourth), 401)
  }),
)

tests('no login, no old style: each card says what turns it on', () =>
  onPage({ settings: { auth: false, legacy: false } }, async ({ page }) => {
    await says(page, 'Sessions', 'the setting auth is false')
    await says(page, 'Old-style callers', '--legacy')
    for (const title of ['Sessions', 'Old-style callers'])
      assert.is(await panelOf(page, title).getByRole('button').count(), 0, title)
  }),
)

tests('records: what can be undone is said, undone, reset, and the reset undone; by curl, too', () =>
  onPage({}, async ({ page, url }) => {
    await says(page, 'Records', 'No change can be undone.')
    const undo = panelOf(page, 'Records').getByRole('button', { name: 'Undo the last change' })
    assert.ok(await undo.isDisabled())
    await remove(`${url}${USER}`)
    await says(page, 'Records', '1 change can')
    await panelOf(page, 'Records').getByText('/user/alice removed').waitFor()
    await undo.click()
    await says(page, 'Records', 'No change can be undone.')
    assert.is(await status(`${url}${USER}`), 200)
    const undoing = await lineOf(page, 'Records')

    await remove(`${url}${USER}`)
    await says(page, 'Records', '1 change can')
    await press(page, 'Records', 'Reset to the fixture')
    await said(page, 'Undo brings back what was there.')
    assert.is(await status(`${url}${USER}`), 200)
    const reset = await lineOf(page, 'Records')
    await says(page, 'Records', '2 changes can')
    await undo.click()
    await says(page, 'Records', '1 change can')
    assert.is(await status(`${url}${USER}`), 404)
    await run(reset)
    assert.is(await status(`${url}${USER}`), 200)
    await run(undoing)
    assert.is(await status(`${url}${USER}`), 404)
  }),
)

tests('snapshots: taken, gone back to, removed, whatever they are called; by curl, too', () =>
  onPage({}, async ({ page, url }) => {
    const name = `Ana's "first" & half`
    const panel = panelOf(page, 'Snapshots')
    const names = async () => Object.keys((await json(`${url}/-/snapshots`)) as object)
    await panel.getByLabel('Name of a new one').fill(name)
    const taking = await lineOf(page, 'Snapshots')
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: `Go back to ${name}` }).waitFor()
    assert.equal(await names(), ['fixture', name])

    await remove(`${url}${USER}`)
    await panel.getByRole('button', { name: `Go back to ${name}` }).click()
    await said(page, 'The records are as in the snapshot')
    assert.is(await status(`${url}${USER}`), 200)
    const back = await lineOf(page, 'Snapshots')
    await remove(`${url}${USER}`)
    await run(back)
    assert.is(await status(`${url}${USER}`), 200)

    await panel.getByRole('button', { name: `Remove ${name}` }).click()
    await said(page, 'is removed')
    assert.equal(await names(), ['fixture'])
    const removing = await lineOf(page, 'Snapshots')
    await run(taking)
    assert.equal(await names(), ['fixture', name])
    await run(removing)
    assert.equal(await names(), ['fixture'])

    await remove(`${url}${USER}`)
    await panel.getByRole('button', { name: 'Go back to fixture' }).click()
    await said(page, 'snapshot fixture')
    assert.is(await status(`${url}${USER}`), 200)
    await panel.getByLabel('Name of a new one').fill('fixture')
    await page.keyboard.press('Enter')
    await panel.locator('.wrong', { hasText: 'what the files say' }).waitFor()
  }),
)

tests('the clock: frozen, moved on, let go, and real again; by curl, too', () =>
  onPage({}, async ({ page, url }) => {
    const clock = () => json(`${url}/-/clock`) as Promise<{ now: string; frozen: boolean; offset: number }>
    const hours = async () => Math.abs(Math.round((await clock()).offset / 3_600_000))
    await says(page, 'Clock', ', real time')
    await press(page, 'Clock', '+1 h')
    await says(page, 'Clock', 'not the real time')
    assert.is(await hours(), 1)
    await run(await lineOf(page, 'Clock'))
    assert.is(await hours(), 2)
    await press(page, 'Clock', 'Freeze')
    await says(page, 'Clock', 'standing still')
    const stopped = await clock()
    assert.ok(stopped.frozen)
    await press(page, 'Clock', '+1 d')
    await said(page, 'a day further on')
    assert.is(Date.parse((await clock()).now) - Date.parse(stopped.now), 86_400_000)
    await press(page, 'Clock', 'Freeze')
    await says(page, 'Clock', 'not the real time')
    assert.not((await clock()).frozen)
    await press(page, 'Clock', 'Real time')
    await says(page, 'Clock', ', real time')
    assert.is(await hours(), 0)
  }),
)

tests('rules: PUT answers 503 twice, then goes on; its hits are counted, it is removed; by curl, too', () =>
  onPage({}, async ({ page, url }) => {
    const panel = panelOf(page, 'Rules')
    const put = async () => (await send('PUT', `${url}${USER}`, { username: 'alice', name: 'Al' })).status
    await says(page, 'Rules', 'None')
    await panel.getByRole('button', { name: 'Add the rule' }).click()
    await says(page, 'Rules', '1 rule.')
    assert.equal([await put(), await put(), await put()], [503, 503, 200])
    await panel.getByText('Hits: 2').waitFor()
    const line = await lineOf(page, 'Rules')
    await panel.getByRole('button', { name: 'Remove the rule for PUT /user/*' }).click()
    await says(page, 'Rules', 'None')
    assert.is(await put(), 200)
    // The button that had the focus is gone with its rule, so the list has it.
    assert.is(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Rules')
    await run(line)
    assert.is(await put(), 503)

    await panel.getByLabel('Method').selectOption('GET')
    await panel.getByLabel('Path').fill('/users')
    await panel.getByLabel('Gets').selectOption('no answer: connection reset')
    await panel.getByLabel('How often').selectOption('every third time')
    await panel.getByRole('button', { name: 'Add the rule' }).click()
    await says(page, 'Rules', '2 rules.')
    const get = () =>
      ask(`${url}/users`).then(
        answer => answer.status,
        () => 'reset',
      )
    assert.equal([await get(), await get(), await get(), await get()], [200, 200, 'reset', 200])

    await panel.getByLabel('Path').fill('users')
    await page.keyboard.press('Enter')
    await panel.locator('.wrong', { hasText: 'is nothing that when can be' }).waitFor()
    await panel.getByRole('button', { name: 'Remove all' }).click()
    await says(page, 'Rules', 'None')
  }),
)

tests('every rule of the form: the server takes it; one of the settings is not to be removed', () =>
  onPage({ settings: { rules: [{ when: 'GET /weather', then: { body: 'grey' } }] } }, async ({ page, url }) => {
    const panel = panelOf(page, 'Rules')
    await panel.getByText('from the settings').waitFor()
    assert.is(await panel.getByRole('button', { name: 'Remove the rule for GET /weather' }).count(), 0)
    assert.ok(await panel.getByRole('button', { name: 'Remove all' }).isDisabled())
    for (const [index, name] of (await panel.getByLabel('Gets').locator('option').allTextContents()).entries()) {
      await panel.getByLabel('Gets').selectOption(name)
      await run(await lineOf(page, 'Rules'))
      assert.is(((await json(`${url}/-/rules`)) as unknown[]).length, index + 2, name)
    }
  }),
)

tests('old-style callers: who calls what, how often, and its twin; counted anew', () =>
  onPage({}, async ({ page, url }) => {
    await says(page, 'Old-style callers', 'Nobody has called it.')
    for (const key of ['alice', 'bob'])
      await ask(`${url}/user/get?username=${key}`, { headers: { 'user-agent': 'old-app/1' } })
    await says(page, 'Old-style callers', '2 calls.')
    const cells = await panelOf(page, 'Old-style callers').locator('tbody td').allTextContents()
    assert.equal(
      [...cells.slice(0, 3), cells[4]],
      ['2', 'GET /user/get?username=…', 'GET /user/{username}', 'old-app/1'],
    )
    await press(page, 'Old-style callers', 'Count anew')
    await says(page, 'Old-style callers', 'Nobody has called it.')
  }),
)

tests('with a token: the page asks for it first, shows lines without it, and copies lines with it', () =>
  onPage(
    { settings: { control: { token: TOKEN } }, browser: { permissions: ['clipboard-read', 'clipboard-write'] } },
    async ({ page, url }) => {
      await page.getByLabel('Token').fill('wrong-token')
      await page.keyboard.press('Enter')
      await page.getByText('does not take this token').waitFor()
      await page.getByLabel('Token').fill(TOKEN)
      await page.keyboard.press('Enter')
      await press(page, 'Latency', '2 s')
      await says(page, 'Latency', 'Answers take 2s.')
      assert.match(await lineOf(page, 'Latency'), "-H 'Authorization: Bearer …'")
      assert.not.match(await page.content(), TOKEN)
      const headers = { authorization: `Bearer ${TOKEN}` }
      await ask(`${url}/-/settings`, { method: 'DELETE', headers })
      await panelOf(page, 'Latency').getByRole('button', { name: 'Copy' }).click()
      await panelOf(page, 'Latency').getByText('Copied').waitFor()
      await run(await page.evaluate<string>('navigator.clipboard.readText()'))
      assert.is((await ask(`${url}/-/settings`, { headers })).json()['latency'], '2s')
    },
  ),
)

tests('below a base: the lines and the examples say so', () =>
  onPage({ settings: { base: '/api' } }, async ({ page, api }) => {
    await says(page, 'Old style', '/api/user/get?username=…')
    await panelOf(page, 'Rules').getByRole('button', { name: 'Add the rule' }).click()
    await says(page, 'Rules', '1 rule.')
    assert.is((await send('PUT', `${api.url}${USER}`, { username: 'alice' })).status, 503)
    await panelOf(page, 'Latency').getByRole('button', { name: '2 s' }).focus()
    await run(await lineOf(page, 'Latency'))
    assert.is((await settings(api.url))['latency'], '2s')
  }),
)

tests('a server that has gone: what was shown stays, what cannot be done is said', () =>
  onPage({}, async ({ page, api }) => {
    await says(page, 'Latency', 'at once')
    await page.getByRole('status').filter({ hasText: 'localhost' }).waitFor()
    await api.close()
    await press(page, 'Latency', '2 s')
    await page.getByRole('alert').filter({ hasText: 'The server has not answered.' }).waitFor()
    await says(page, 'Latency', 'at once')
  }),
)

tests('keyboard only: from the heading of the page to a switch, which keeps the focus and shows its line first', () =>
  onPage({}, async ({ page, url }) => {
    await says(page, 'Latency', 'at once')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    for (const name of ['Off', '300 ms', '2 s']) {
      await page.keyboard.press('Tab')
      assert.is(await page.evaluate('document.activeElement.textContent'), name)
    }
    assert.match(await lineOf(page, 'Latency'), '{"latency":"2s"}')
    assert.is((await settings(url))['latency'], false)
    await page.keyboard.press('Space')
    await says(page, 'Latency', 'Answers take 2s.')
    assert.is(await page.evaluate('document.activeElement.textContent'), '2 s')
  }),
)

/** As much as there can be to see. */
const busy = async (url: string): Promise<void> => {
  await login(url)
  await remove(`${url}/user/bob`)
  await ask(`${url}/user/get?username=alice`)
  await ask(`${url}/-/snapshots/${encodeURIComponent('a'.repeat(60))}`, { method: 'PUT' })
  await send('POST', `${url}/-/rules`, {
    when: `GET /${'long'.repeat(20)}`,
    then: { body: { sky: 'grey'.repeat(20) } },
  })
  await send('PATCH', `${url}/-/settings`, { latency: '1ms' })
}

for (const [colorScheme, width] of [
  ['light', 320],
  ['dark', 1920],
] as const)
  tests(
    `everything in use, ${colorScheme}, ${width} px: nothing serious for axe-core, nothing to scroll sideways for`,
    () =>
      onPage({ browser: { colorScheme, viewport: { width, height: 800 } } }, async ({ page, url }) => {
        await busy(url)
        await says(page, 'Rules', '1 rule.')
        await panelOf(page, 'Failures').getByLabel('Another share').fill('150')
        await page.keyboard.press('Enter')
        await panelOf(page, 'Failures').locator('.wrong', { hasText: '150' }).waitFor()
        assert.is(await sidewaysScroll(page), 0)
        assert.equal(await barriers(page), [])
      }),
  )

tests.run()
