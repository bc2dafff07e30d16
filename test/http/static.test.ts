/** Files beside the API: what is in the folder and nothing else, whatever the URL, the Range or the disk does. */

import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import disk from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { FixtureError, type Api } from '../../src/index.js'
import { start } from '../../src/server/start.js'
import type { Exchanged } from '../../src/server/observer.js'
import { objectFixture } from '../../src/fixtures.js'
import { ask, USERS, withServer, within } from '../harness.js'
import { runProgram } from '../cli/program.js'
import { answersIn, checkProblem, HOST, LAST, speak } from './speak.js'

const tests = suite('static files')

const FILES: Readonly<Record<string, string>> = {
  'public/page.html': '<h1>page</h1>',
  'public/style.css': 'body{}',
  'public/data': 'no type',
  'public/empty.txt': '',
  'public/sub/index.html': '<h1>sub</h1>',
  'public/user/alice': 'not the record',
  'public/index.html': '<h1>not the root of the API</h1>',
  'public/.env': 'SECRET',
  'public/sub/.git/config': 'SECRET',
  'public/.well-known/x.txt': 'known',
  'public-else/x.txt': 'SECRET',
  'outside.txt': 'SECRET',
}

const inFolder = async (use: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'restage-'))
  try {
    for (const [name, text] of Object.entries(FILES)) {
      // oxlint-disable-next-line no-await-in-loop -- a folder before its files
      await mkdir(join(folder, name, '..'), { recursive: true })
      // oxlint-disable-next-line no-await-in-loop -- the same
      await writeFile(join(folder, name), text)
    }
    await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const test = (title: string, use: (api: Api, folder: string) => Promise<void>) =>
  tests(title, () =>
    inFolder(folder => withServer(USERS, { static: join(folder, 'public') }, api => use(api, join(folder, 'public')))),
  )

const row = async (
  api: Api,
  line: string,
  fields = '',
): Promise<{ status: number; text: string; headers: ReadonlyMap<string, string> }> => {
  const [method = ''] = line.split(' ')
  const [answer, last] = answersIn(await speak(api.port, `${line} HTTP/1.1\r\n${HOST}${fields}\r\n${LAST}`), [method])
  assert.ok(answer !== undefined)
  if (answer.headers.get('connection') !== 'close') assert.is(last?.status, 200, 'the connection goes on')
  return { status: answer.status, text: answer.content, headers: answer.headers }
}

for (const [path, type, text] of [
  ['/page.html', 'text/html;charset=utf-8', '<h1>page</h1>'],
  ['/page', 'text/html;charset=utf-8', '<h1>page</h1>'],
  ['/page.html?v=1', 'text/html;charset=utf-8', '<h1>page</h1>'],
  ['/style.css', 'text/css', 'body{}'],
  ['/data', 'application/octet-stream', 'no type'],
  ['/empty.txt', 'text/plain', ''],
  ['/sub/', 'text/html;charset=utf-8', '<h1>sub</h1>'],
  ['/.well-known/x.txt', 'text/plain', 'known'],
] as const)
  test(`GET ${path}: the file as ${type}; HEAD the same without it; 304 for who has it`, async api => {
    const got = await row(api, `GET ${path}`)
    assert.is(got.status, 200)
    assert.is(got.headers.get('content-type'), type)
    assert.is(got.headers.get('x-content-type-options'), 'nosniff')
    assert.is(got.text, text)
    const head = await row(api, `HEAD ${path}`)
    assert.is(head.status, 200)
    assert.is(head.headers.get('content-length'), String(text.length))
    const etag = got.headers.get('etag') ?? ''
    const kept = await row(api, `GET ${path}`, `If-None-Match: ${etag}\r\n`)
    assert.is(kept.status, 304)
    assert.is(kept.headers.get('etag'), etag)
  })

for (const [accept, type] of [
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html;charset=utf-8'],
  ['*/*', 'application/json'],
  ['application/xml', 'application/xml; charset=utf-8'],
] as const)
  test(`GET / with Accept: ${accept}: ${type}, and Accept decides`, async api => {
    const got = await row(api, 'GET /', `Accept: ${accept}\r\n`)
    assert.is(got.status, 200)
    assert.is(got.headers.get('content-type'), type)
    assert.match(got.headers.get('vary') ?? '', /\bAccept\b/)
    assert.is(got.text.includes('not the root of the API'), type.startsWith('text/html'))
  })

test('GET / with a browser, where the folder has no index.html: the page', async (api, folder) => {
  await rm(join(folder, 'index.html'))
  const got = await row(api, 'GET /', 'Accept: text/html\r\n')
  assert.is(got.status, 303)
  assert.is(got.headers.get('location'), '/-/')
})

for (const range of [
  'bytes=5-2',
  'bytes=-5',
  'bytes=0-18446744073709551615',
  'bytes=0-0',
  'bytes=99-',
  'bytes=-0',
  'bytes=0-1,2-3',
  'garbage',
  'bytes=-99999999999999999999-',
])
  test(`GET /style.css with Range: ${range}: the whole file`, async api => {
    const got = await row(api, 'GET /style.css', `Range: ${range}\r\n`)
    assert.is(got.status, 200)
    assert.is(got.text, 'body{}')
    assert.is(got.headers.has('content-range'), false)
  })

for (const path of [
  '/../outside.txt',
  '/sub/../../outside.txt',
  '/%2e%2e/outside.txt',
  '/%2e%2e%2foutside.txt',
  '/..%2foutside.txt',
  '/sub/..%2f..%2foutside.txt',
  '/..%5coutside.txt',
  '/%2e%2e%5coutside.txt',
  '/%252e%252e/outside.txt',
  '//outside.txt',
  '/../public-else/x.txt',
  '/-else/x.txt',
  '/..%2fpublic-else/x.txt',
  '/.env',
  '/%2eenv',
  '/sub/.git/config',
  '/style.css%00',
  '/style.css%00.html',
  '/%00',
  '/%ff',
  '/%zz',
  '/C:/x',
  '/style.css::$DATA',
  '/out.txt',
  '/outdir/outside.txt',
  '/loop',
  '/pipe',
  '/etc/passwd',
  '//etc/passwd',
  '/nothing',
  '/sub/nothing',
])
  test(`GET ${path}: a problem, and nothing of the disk`, async (api, folder) => {
    await symlink(join(folder, '..', 'outside.txt'), join(folder, 'out.txt'))
    await symlink(join(folder, '..'), join(folder, 'outdir'))
    await symlink(join(folder, 'loop'), join(folder, 'loop'))
    execFileSync('mkfifo', [join(folder, 'pipe')])
    const { status, text } = await row(api, `GET ${path}`)
    assert.ok(status === 404 || status === 400, String(status))
    assert.not.match(text, /SECRET|root:|restage-/)
    assert.is((await row(api, `HEAD ${path}`)).status, status)
  })

test('a link inside the folder is followed', async (api, folder) => {
  await symlink('style.css', join(folder, 'link.css'))
  assert.is((await row(api, 'GET /link.css')).text, 'body{}')
})

test('GET / and GET /user/alice: the API stands before the files', async ({ url }) => {
  assert.is((await ask(`${url}/`)).headers.get('content-type'), 'application/json')
  assert.is((await ask(`${url}/user/alice`)).json()['username'], 'alice')
})

for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS'])
  test(`${method} /style.css: a problem`, async api => {
    const answer = answersIn(
      await speak(api.port, `${method} /style.css HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`),
    )[0]
    checkProblem(answer, 'no-such-route')
  })

test('a file and then its folder are removed: 404, and the server goes on', async (api, folder) => {
  assert.is((await row(api, 'GET /style.css')).status, 200)
  await rm(join(folder, 'style.css'))
  assert.is((await row(api, 'GET /style.css')).status, 404)
  await rm(folder, { recursive: true })
  assert.is((await row(api, 'GET /page.html')).status, 404)
})

test('files that come and go while they are asked for: whole or not at all', async (api, folder) => {
  const file = join(folder, 'flicker.txt')
  const state = { going: true }
  const flicker = (async () => {
    for (let round = 0; state.going; round++) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what is wanted
      await writeFile(file, 'x'.repeat((round % 7) * 50_000))
      // oxlint-disable-next-line no-await-in-loop -- the same
      if (round % 3 === 0) await rm(file)
      // oxlint-disable-next-line no-await-in-loop -- the same
      else await truncate(file, round % 5)
    }
  })()
  try {
    for (let time = 0; time < 200; time++) {
      // oxlint-disable-next-line no-await-in-loop -- the same
      const status = await ask(`${api.url}/flicker.txt`).then(
        answer => {
          if (answer.status === 200) assert.is(answer.text.length, Number(answer.headers.get('content-length')))
          return answer.status
        },
        // A file that was cut while it was sent: the connection ends, so that nobody takes it for whole.
        () => 0,
      )
      assert.ok([0, 200, 404].includes(status), String(status))
    }
  } finally {
    state.going = false
    await within(5000, 'the last round', flicker)
  }
  assert.is((await ask(`${api.url}/user/alice`)).status, 200)
})

tests('the access log has type and bytes of files', () =>
  inFolder(async folder => {
    const { fixture } = await objectFixture(USERS)
    assert.ok(fixture !== undefined)
    const log: Exchanged[] = []
    const settings = { port: 0, static: join(folder, 'public') }
    const server = await start(fixture, settings, { exchanged: exchange => void log.push(exchange) })
    try {
      const { headers } = await ask(`${server.url}/style.css`)
      await ask(`${server.url}/style.css`, { method: 'HEAD' })
      await ask(`${server.url}/style.css`, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
      await ask(`${server.url}/nothing`)
    } finally {
      await within(5000, 'closing', server.close())
    }
    assert.equal(
      log.map(({ method, target, status, mediaType, bytes }) => [
        method,
        target,
        status,
        mediaType,
        bytes > 99 || bytes,
      ]),
      [
        ['GET', '/style.css', 200, 'text/css', 6],
        ['HEAD', '/style.css', 200, 'text/css', 0],
        ['GET', '/style.css', 304, undefined, 0],
        ['GET', '/nothing', 404, 'application/problem+json', true],
      ],
    )
  }),
)

for (const code of ['EMFILE', 'EACCES', 'EIO', 'ENOENT'])
  tests(`GET /style.css, and opening it fails with ${code}: a problem, told inside and not outside`, () =>
    inFolder(async folder => {
      const { fixture } = await objectFixture(USERS)
      assert.ok(fixture !== undefined)
      const told: unknown[] = []
      const settings = { port: 0, static: join(folder, 'public') }
      const server = await start(fixture, settings, { failed: error => void told.push(error) })
      const { open } = disk
      try {
        // What the disk says cannot be arranged for an account that may do everything.
        disk.open = () => Promise.reject(Object.assign(new Error(`${code}: ${folder}`), { code }))
        syncBuiltinESMExports()
        const text = await speak(server.port, `GET /style.css HTTP/1.1\r\n${HOST}\r\n${LAST}`)
        const [answer, last] = answersIn(text)
        checkProblem(answer, code === 'ENOENT' ? 'no-such-route' : 'internal')
        assert.not.match(text, code)
        assert.is(told.length, code === 'ENOENT' ? 0 : 1)
        assert.is(last?.status, 200)
        disk.open = open
        syncBuiltinESMExports()
        assert.is((await ask(`${server.url}/style.css`)).text, 'body{}')
      } finally {
        disk.open = open
        syncBuiltinESMExports()
        await within(5000, 'closing', server.close())
      }
    }),
  )

for (const [title, name, reason] of [
  ['a folder that is not there', 'nothing', 'does not exist'],
  ['a file', 'outside.txt', 'is a file'],
] as const)
  tests(`static: ${title}: nothing is started`, () =>
    inFolder(async folder => {
      const error = await withServer(USERS, { static: join(folder, name) }, async () => undefined).catch(
        (thrown: unknown) => thrown,
      )
      assert.instance(error, FixtureError)
      assert.match((error as Error).message, reason)
      assert.match((error as Error).message, 'settings/static')
      const { code, stderr } = await runProgram(['--port', '0', '--static', name], { cwd: folder })
      assert.is(code, 1)
      assert.match(stderr, `The folder to serve, ${name}, ${reason}.`)
      assert.match(stderr, '  Try: ')
    }),
  )

tests.run()
