/** The command line as a person meets it: what it says, where, and with which exit code. */

import { createServer } from 'node:net'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, raw } from '../harness.js'
import { runProgram, withFolder, withProgram } from './program.js'

const FIXTURE = { 'users.yaml': 'users:\n  - username: alice\n    name: Alice\n' }
const ESC = '\u001b['
const usage = suite('usage')

usage('--version and -V: the version on stdout, 0', async () => {
  for (const flag of ['--version', '-V']) {
    const { code, stdout, stderr } = await runProgram([flag])
    assert.is(code, 0)
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
    assert.is(stderr, '')
  }
})

usage('--help and -h: stdout, 0, at most 80 columns and 40 lines, examples first', async () => {
  for (const flag of ['--help', '-h']) {
    const { code, stdout, stderr } = await runProgram([flag])
    assert.is(code, 0)
    assert.is(stderr, '')
    const lines = stdout.trimEnd().split('\n')
    assert.ok(lines.length <= 40, `${lines.length} lines`)
    for (const line of lines) assert.ok(line.length <= 80, line)
    assert.match(lines[0] ?? '', /^Examples/)
    for (const name of ['--port', '--host', '--base', '--legacy', '--quiet', '--version', '--static', '--log'])
      assert.ok(stdout.includes(name), name)
  }
})

for (const [args, said] of [
  [['--prot', '1'], /unknown option '--prot'\n\(Did you mean --port\?\)/],
  [['--port', 'abc'], /--port cannot be "abc": a port is a number from 0 to 65535/],
  [['--port', '70000'], /--port cannot be "70000"/],
  [['--port', '-1'], /--port cannot be "-1"/],
  [['--port', '1.5'], /--port cannot be "1.5"/],
  [['--port', ''], /--port cannot be ""/],
  [['--port'], /argument missing/],
  [['--base', 'api'], /--base cannot be "api": a path of plain segments/],
  [['--base', '/a:b'], /--base cannot be "\/a:b"/],
  [['--log', 'loud'], /--log cannot be "loud": one of pretty, plain, json, none/],
  [['chekc', 'users.yaml'], /There is no file or command "chekc"\. Did you mean check \?/],
  [['--max-body', 'much'], /--max-body cannot be "much": a size, as in 512kb or 1mb/],
] as const)
  usage(`restage ${args.join(' ')}: 2, a sentence and the way out, nothing started`, async () => {
    await withFolder(FIXTURE, async cwd => {
      const { code, stdout, stderr } = await runProgram(args, { cwd })
      assert.is(code, 2)
      assert.is(stdout, '')
      assert.match(stderr, said)
      assert.match(stderr, /Try: restage --help\n$/)
      assert.ok(stderr.trimEnd().split('\n').length <= 3, stderr)
      assert.not.match(stderr, /\n\s+at /)
      assert.equal(readdirSync(cwd), ['users.yaml'])
    })
  })

usage('a bad value in the environment: 2, and the variable is named', async () => {
  await withFolder(FIXTURE, async cwd => {
    const { code, stderr } = await runProgram([], { cwd, env: { PORT: 'http' } })
    assert.is(code, 2)
    assert.match(stderr, /PORT in the environment cannot be "http"/)
  })
})

const files = suite('files')

for (const [title, args, tree, said] of [
  [
    'a file that is not there, with a near name',
    ['user.yaml'],
    FIXTURE,
    /There is no file user\.yaml\.\n {2}Did you mean users\.yaml \?/,
  ],
  ['a file without its ending', ['users'], FIXTURE, /There is no file users\.\n {2}Did you mean users\.yaml \?/],
  [
    'a file with another ending',
    ['users.yml'],
    FIXTURE,
    /There is no file users\.yml\.\n {2}Did you mean users\.yaml \?/,
  ],
  ['a file like no other but in its ending', ['nope.yaml'], FIXTURE, /There is no file nope\.yaml\.\n(?! {2}Did)/],
  ['a file that is not there', ['x/y.yaml'], {}, /There is no file x\/y\.yaml\./],
  [
    'a folder',
    ['data'],
    { 'data/users.yaml': '' },
    /data is a folder; a fixture is a YAML or JSON file\.\n {2}Did you mean data\/users\.yaml \?/,
  ],
  ['an empty file', ['users.yaml'], { 'users.yaml': '' }, /users\.yaml/],
  ['a broken file', ['users.yaml'], { 'users.yaml': 'users:\n  - username: alice\n   name: x\n' }, /users\.yaml:3/],
  [
    'an unknown setting',
    ['users.yaml'],
    { 'users.yaml': 'users:\n  - username: alice\nrestage:\n  prot: 1\n' },
    /users\.yaml:4:3.*"prot"[^]*port/,
  ],
  [
    'a setting with a bad value',
    ['users.yaml'],
    { 'users.yaml': 'users:\n  - username: alice\nrestage:\n  port: many\n' },
    /users\.yaml:4:9.*a port is a number/,
  ],
] as const)
  files(`${title}: 1, where it is, nothing started, nothing written`, async () => {
    await withFolder(tree as Record<string, string>, async cwd => {
      const before = readdirSync(cwd)
      for (const command of [[], ['check']]) {
        const { code, stdout, stderr } = await runProgram([...command, ...args], { cwd })
        assert.is(code, 1, stderr)
        assert.is(stdout, '')
        assert.match(stderr, said)
        assert.not.match(stderr, /\n\s+at /)
      }
      assert.equal(readdirSync(cwd), before)
    })
  })

files('check of a good file: 0, what is in it', async () => {
  await withFolder(FIXTURE, async cwd => {
    const { code, stdout } = await runProgram(['check', 'users.yaml'], { cwd })
    assert.is(code, 0)
    assert.is(stdout, 'users.yaml: 1 user\n')
  })
})

files('no file named: the one of this folder is found, and it is said', async () => {
  await withFolder(FIXTURE, cwd =>
    withProgram(['--port', '0'], { cwd }, async ({ until }) => {
      await until(/users\.yaml, found in this folder/)
    }),
  )
})

files('no file named and two here: 2, both are listed', async () => {
  await withFolder({ ...FIXTURE, 'restage.yaml': '' }, async cwd => {
    const { code, stderr } = await runProgram([], { cwd })
    assert.is(code, 2)
    assert.match(stderr, /restage\.yaml, users\.yaml/)
  })
})

files('no file at all: the demo users, and it is said; nothing is written', async () => {
  await withFolder({}, cwd =>
    withProgram(['--port', '0'], { cwd }, async ({ until }) => {
      await until(/demo data/)
      const [, url = ''] = await until(/(http:\/\/localhost:\d+)\//)
      assert.is((await ask(`${url}/user/alice`)).status, 200)
      assert.equal(readdirSync(cwd), [])
    }),
  )
})

files('- is the standard input', async () => {
  await withProgram(['-', '--port', '0'], { input: 'users:\n  - username: zoe\n' }, async ({ until }) => {
    const [, url = ''] = await until(/(http:\/\/localhost:\d+)\//)
    assert.is((await ask(`${url}/user/zoe`)).status, 200)
  })
})

files('several files are one fixture', async () => {
  await withFolder({ ...FIXTURE, 'books.json': '{"books":[{"isbn":"1","title":"T"}]}' }, cwd =>
    withProgram(['users.yaml', 'books.json', '--port', '0'], { cwd }, async ({ until }) => {
      const [, url = ''] = await until(/(http:\/\/localhost:\d+)\//)
      assert.is((await ask(`${url}/user/alice`)).status, 200)
      assert.is((await ask(`${url}/book/1`)).status, 200)
    }),
  )
})

const life = suite('life cycle')

life('banner on stderr, one line per request on stdout, no escape sequences in a pipe', async () => {
  await withFolder(FIXTURE, cwd =>
    withProgram(
      ['users.yaml', '--port', '0', '--legacy', '--base', '/api'],
      { cwd },
      async ({ until, child, stdout, stderr, finished }) => {
        const [, url = ''] = await until(/(http:\/\/localhost:\d+\/api)\n/)
        await until(/Ctrl-C stops/)
        await ask(`${url}/user/alice`)
        await ask(`${url}/user/bob`)
        await until(/GET {5}\/api\/user\/bob {2,}404 {2}problem\+json/)
        child.kill('SIGTERM')
        const { code } = await finished
        assert.is(code, 0)
        assert.match(stdout(), /^\d\d:\d\d:\d\d {2}GET {5}\/api\/user\/alice {2,}200 {2}json +\d+ ms +\d+ B\n/)
        assert.not.match(stdout() + stderr(), ESC)
        assert.match(stderr(), /\/api\/users {2}\/api\/user\/<username>/)
        assert.match(stderr(), /POST \/api\/user\/add\?username=/)
        assert.match(stderr(), /curl http:\/\/localhost:\d+\/api\/user\/alice/)
      },
    ),
  )
})

life('--quiet: nothing but errors', async () => {
  await withFolder(FIXTURE, async cwd => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    server.close()
    await once(server, 'close')
    await withProgram(['users.yaml', '-q', '--port', String(port)], { cwd }, async ({ child, finished }) => {
      const answers = async (): Promise<void> => {
        try {
          await ask(`http://127.0.0.1:${port}/user/alice`)
        } catch {
          await new Promise(resolve => setTimeout(resolve, 50))
          return answers()
        }
      }
      await answers()
      child.kill('SIGINT')
      assert.equal(await finished, { code: 0, signal: null, stdout: '', stderr: '' })
    })
  })
})

life('--log json: every line is JSON, the first says where', async () => {
  await withFolder(FIXTURE, cwd =>
    withProgram(['users.yaml', '--port', '0', '--log', 'json'], { cwd }, async ({ until, child, finished }) => {
      const [, url = ''] = await until(/"url":"([^"]+)"/)
      await ask(`${url}/user/alice?x=1`, { headers: { accept: 'application/xml' } })
      await until(/"event":"request"/)
      child.kill('SIGINT')
      const { code, stdout } = await finished
      assert.is(code, 0)
      const [ready, request, ...more] = stdout
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line) as Record<string, unknown>)
      assert.is(ready?.['event'], 'ready')
      assert.is(request?.['path'], '/user/alice')
      assert.is(request?.['query'], 'x=1')
      assert.is(request?.['type'], 'application/xml')
      assert.is(request?.['status'], 200)
      assert.equal(more, [])
    }),
  )
})

life('what a client sends cannot write to the terminal', async () => {
  await withFolder(FIXTURE, cwd =>
    withProgram(['users.yaml', '--port', '0'], { cwd }, async ({ until, stdout }) => {
      const [, port = ''] = await until(/http:\/\/localhost:(\d+)\//)
      await raw(Number(port), 'GET /user/\u001b[31mx\u0007 HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await ask(`http://127.0.0.1:${port}/user/${encodeURIComponent('a\u001b[2Jb\nc')}`)
      await until(/404/)
      // oxlint-disable-next-line no-control-regex -- what must not be there
      assert.not.match(stdout(), /[\u0000-\u0009\u000b-\u001f\u007f]/)
    }),
  )
})

for (const [title, env, args, colored] of [
  ['FORCE_COLOR=1', { FORCE_COLOR: '1' }, [], true],
  ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, [], false],
  ['NO_COLOR=1 over FORCE_COLOR=1', { FORCE_COLOR: '1', NO_COLOR: '1' }, [], false],
  ['an empty NO_COLOR says nothing', { FORCE_COLOR: '1', NO_COLOR: '' }, [], true],
  ['--no-color over FORCE_COLOR=1', { FORCE_COLOR: '1' }, ['--no-color'], false],
  ['TERM=dumb', { TERM: 'dumb' }, [], false],
] as const)
  life(`${title}: ${colored ? 'colours' : 'no colours'} on both streams`, async () => {
    await withFolder(FIXTURE, cwd =>
      withProgram(['users.yaml', '--port', '0', ...args], { cwd, env }, async ({ until, stdout, stderr }) => {
        const [, port = ''] = await until(/http:\/\/localhost:(\d+)\//)
        await ask(`http://127.0.0.1:${port}/user/alice`)
        await until(/user\/alice +\S*200/)
        assert.is(stderr().includes(ESC), colored)
        assert.is(stdout().includes(ESC), colored)
      }),
    )
  })

life('localhost, 127.0.0.1 and [::1] all reach it', async () => {
  await withFolder(FIXTURE, cwd =>
    withProgram(['users.yaml', '--port', '0'], { cwd }, async ({ until }) => {
      const [, port = ''] = await until(/http:\/\/localhost:(\d+)\//)
      for (const host of ['localhost', '127.0.0.1', '[::1]'])
        assert.is((await ask(`http://${host}:${port}/users`)).status, 200)
    }),
  )
})

for (const host of ['127.0.0.1', '::1'])
  life(`a port that is busy on ${host}: 1, the port and the way out`, async () => {
    const server = createServer().listen(0, host)
    try {
      await once(server, 'listening')
      const { port } = server.address() as { port: number }
      await withFolder(FIXTURE, async cwd => {
        const byFlag = await runProgram(['users.yaml', '--port', String(port)], { cwd })
        const byEnvironment = await runProgram(['users.yaml'], { cwd, env: { PORT: String(port) } })
        for (const { code, stdout, stderr } of [byFlag, byEnvironment]) {
          assert.is(code, 1)
          assert.is(stdout, '')
          assert.is(
            stderr,
            `x Port ${port} is already in use.\n  Try: another one with --port ${port + 1}, or any free one with --port 0\n`,
          )
        }
      })
    } finally {
      server.close()
    }
  })

life('an address that is not here: 1, and what else to try', async () => {
  await withFolder(FIXTURE, async cwd => {
    const { code, stderr } = await runProgram(['users.yaml', '--host', '203.0.113.7', '--port', '0'], { cwd })
    assert.is(code, 1)
    assert.match(stderr, /This machine has no address 203\.0\.113\.7/)
  })
})

life('--host 127.0.0.2 beside loopback names is said aloud', async () => {
  await withFolder(FIXTURE, cwd =>
    withProgram(['users.yaml', '--host', '0.0.0.0', '--port', '0'], { cwd }, async ({ until }) => {
      await until(/everybody on the network can read and change this data/)
    }),
  )
})

life('--port abc creates no socket file', async () => {
  await withFolder(FIXTURE, async cwd => {
    await runProgram(['users.yaml', '--port', 'abc'], { cwd })
    assert.not(existsSync(`${cwd}/abc`))
  })
})

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  life(`${signal} with an idle connection and one in the middle of a request: 0, within two seconds`, async () => {
    await withFolder(FIXTURE, cwd =>
      withProgram(['users.yaml', '--port', '0'], { cwd }, async ({ until, child, finished }) => {
        const [, port = ''] = await until(/http:\/\/localhost:(\d+)\//)
        await ask(`http://127.0.0.1:${port}/users`)
        const half = raw(
          Number(port),
          'PUT /user/alice HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n',
          5000,
        ).catch(() => '')
        await new Promise(resolve => setTimeout(resolve, 100))
        child.kill(signal)
        const { code } = await finished
        assert.is(code, 0)
        await half
      }),
    )
  })

life('a second SIGINT: 130, at once', async () => {
  await withFolder(FIXTURE, cwd =>
    withProgram(['users.yaml', '--port', '0'], { cwd }, async ({ until, child, finished }) => {
      const [, port = ''] = await until(/http:\/\/localhost:(\d+)\//)
      const half = raw(
        Number(port),
        'PUT /user/alice HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n',
        5000,
      ).catch(() => '')
      await new Promise(resolve => setTimeout(resolve, 100))
      child.kill('SIGINT')
      await until(/Stopping/)
      child.kill('SIGINT')
      assert.is((await finished).code, 130)
      await half
    }),
  )
})

life('a reader that goes away (restage | head -1) ends it quietly', async () => {
  await withFolder(FIXTURE, cwd =>
    withProgram(['users.yaml', '--port', '0'], { cwd }, async ({ until, child, finished, stderr }) => {
      const [, port = ''] = await until(/http:\/\/localhost:(\d+)\//)
      await until(/Ctrl-C/)
      child.stdout?.destroy()
      for (let round = 0; round < 3; round++) await ask(`http://127.0.0.1:${port}/users`).catch(() => undefined)
      assert.is((await finished).code, 0)
      assert.not.match(stderr(), /EPIPE/)
    }),
  )
})

usage.run()
files.run()
life.run()
