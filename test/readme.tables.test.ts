/** The tables of the README: each row is asked for, and its links lead somewhere. */

import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { FAULT_NAMES } from '../src/core/fault.js'
import { ask, USERS, withServer } from './harness.js'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const shown = suite('the tables of the README')

shown('old style and RESTful, side by side: both do the same', async () => {
  const rows = [...readme.matchAll(/^\| \w+ +\| `(\w+) (\/\S+)` +\| `(\w+) (\/\S+)` +\| (\d{3}) +\|$/gm)]
  assert.is(rows.length, 4)
  for (const [, ...cells] of rows) {
    const [oldMethod = '', oldPath = '', method = '', path = '', status] = cells
    for (const [verb, target] of [
      [oldMethod, oldPath],
      [method, path],
    ] as const)
      await withServer(USERS, { legacy: true }, async ({ url }) => {
        const content = target.includes('update') || verb === 'PUT'
        const answer = await ask(url + target, {
          method: verb,
          ...(content && { body: '{}', headers: { 'content-type': 'application/json' } }),
        })
        assert.is(answer.status, Number(status), `${verb} ${target}`)
        assert.is(answer.headers.has('deprecation'), target.includes('?'))
      })
  }
})

shown('paths of usernames and methods of paths', async () => {
  const names = [...readme.matchAll(/^\| `([^`]+)` +\| `\/user\/([^`<]+)` +\|/gm)]
  assert.is(names.length, 6)
  await withServer({ users: names.map(([, username = '']) => ({ username })) }, {}, async ({ url }) => {
    for (const [, username = '', path = ''] of names) {
      assert.is(encodeURIComponent(username), path)
      assert.equal((await ask(`${url}/user/${path}`)).json(), { username })
    }
    const methods = [...readme.matchAll(/^\| `(\/[^`]*)` +\| `([A-Z, ]+)` +\|$/gm)]
    assert.is(methods.length, 4)
    for (const [, path = '', allow] of methods) {
      const answer = await ask(url + path.replace('<username>', 'alice'), { method: 'OPTIONS' })
      assert.is(answer.headers.get('allow'), allow, path)
    }
  })
})

shown('what is below /-/, and its methods', async () => {
  const rows = [...readme.matchAll(/^\| `(\/-\/[^`]*)` +\| `([A-Z, ]+)` +\| \S/gm)]
  assert.ok(rows.length >= 10)
  const webhooks = [{ url: 'http://localhost:9/' }]
  await withServer(USERS, { webhooks, legacy: true }, async ({ url }) => {
    for (const [, path = '', methods = ''] of rows) {
      const answer = await ask(url + path.replaceAll(/<\w+>/g, '1'), { method: 'OPTIONS' })
      assert.is(answer.headers.get('allow'), `${methods.replace('GET', 'GET, HEAD')}, OPTIONS`, path)
    }
  })
})

/** What `fetch` makes of an answer, in the words of the table. */
const toldBy = async (url: string): Promise<string> => {
  const signal = AbortSignal.timeout(7000)
  try {
    const response = await fetch(url, { signal })
    await response.json()
    return 'works'
  } catch (error) {
    if (signal.aborted) return 'your own time-out'
    const { name, cause } = error as Error & { readonly cause?: { readonly code?: string } }
    return `\`${cause?.code ?? name}\``
  }
}

shown('faults, and what clients make of them', async () => {
  const rows = [...readme.matchAll(/^\| `([a-z-]+)` +\| [^|]+ \| (\d+) +\| (.+?) +\|$/gm)]
  assert.equal(
    rows.map(([, name]) => name),
    FAULT_NAMES,
  )
  await withServer(
    USERS,
    {},
    async ({ url }) => {
      const found = rows.map(async ([, name = '', code = '', expected = '']) => {
        const target = `${url}/users?_fault=${name}`
        const args = ['-s', '-o', '/dev/null', '--max-time', '7', target]
        const exit = new Promise(resolve => execFile('curl', args, error => resolve(error?.code ?? 0)))
        assert.equal([name, await exit, await toldBy(target)], [name, Number(code), expected])
      })
      await Promise.all(found)
    },
    30_000,
  )
})

shown('links lead somewhere', () => {
  const headings = new Set(
    [...readme.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to)
  assert.ok(links.length > 10)
  for (const to of links.filter(link => !link.startsWith('https://')))
    assert.ok(to.startsWith('#') ? headings.has(to.slice(1)) : existsSync(new URL(`../${to}`, import.meta.url)), to)
})

shown.run()
