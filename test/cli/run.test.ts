/** `restage run … -- COMMAND` as CI meets it: the command's own output and code, signals passed on, nothing left behind. */

import { chmodSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { within } from '../harness.js'
import { runProgram, withFolder, withProgram } from './program.js'

const FIXTURE = { 'users.yaml': 'users:\n  - username: alice\n    name: Alice\n' }
/** A script of Node's, run by the Node that runs the test. */
const node = (script: string, ...args: string[]) => ['--', process.execPath, '-e', script, ...args]

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const gone = async (pid: number): Promise<void> => {
  // oxlint-disable-next-line no-await-in-loop -- looks again until it is gone
  while (isAlive(pid)) await new Promise(done => setTimeout(done, 20))
}

const run = suite('run')

run('the command finds the server at RESTAGE_URL, base included; the standard output is its own', async () => {
  await withFolder(FIXTURE, async cwd => {
    const script = `fetch(process.env.RESTAGE_URL + '/user/alice').then(async a => console.log(a.status, (await a.json()).name))`
    const { code, stdout, stderr } = await runProgram(['run', 'users.yaml', '--base', '/api', ...node(script)], { cwd })
    assert.is(code, 0)
    assert.is(stdout, '200 Alice\n')
    assert.match(stderr, /^restage: RESTAGE_URL=http:\/\/localhost:\d+\/api \(users\.yaml\)\n$/)
  })
})

for (const [title, command, code] of [
  ['0', ['sh', '-c', 'exit 0'], 0],
  ['its own 7', ['sh', '-c', 'exit 7'], 7],
  ['128 + 15 for a signal', ['sh', '-c', 'kill -TERM $$'], 143],
  ['128 + 9 for another', ['sh', '-c', 'kill -KILL $$'], 137],
  ['127, there is no such command', ['no-such-command-here'], 127],
  ['127, there is no such file', ['./missing.sh'], 127],
  ['126, it is not executable', ['./plain.txt'], 126],
  ['126, it is a folder', ['./folder'], 126],
] as const)
  run(`the code of the command: ${title}`, async () => {
    await withFolder({ ...FIXTURE, 'plain.txt': 'x', 'folder/x': '' }, async cwd => {
      chmodSync(`${cwd}/plain.txt`, 0o644)
      const { code: ended, stdout, stderr } = await runProgram(['run', 'users.yaml', '-q', '--', ...command], { cwd })
      assert.is(ended, code)
      assert.is(stdout, '')
      if (code === 127)
        assert.match(stderr, new RegExp(`^x There is no command ${command[0]}\\.\\n {2}Nothing was run\\.\\n$`))
      if (code === 126) assert.match(stderr, /cannot be run: EACCES/)
      if (code < 126) assert.is(stderr, '')
    })
  })

for (const args of [['run'], ['run', 'users.yaml'], ['run', 'users.yaml', '--'], ['run', '--legacy', '--']])
  run(`restage ${args.join(' ')}: 2, it says what is missing`, async () => {
    await withFolder(FIXTURE, async cwd => {
      const { code, stdout, stderr } = await runProgram(args, { cwd })
      assert.is(code, 2)
      assert.is(stdout, '')
      assert.match(stderr, /run takes the command to run behind --, as in: restage run users\.yaml -- npm test\n/)
    })
  })

run('a broken fixture: 1, the command is not run', async () => {
  await withFolder({ 'users.yaml': 'users: [' }, async cwd => {
    const { code, stdout, stderr } = await runProgram(['run', 'users.yaml', '--', 'echo', 'ran'], { cwd })
    assert.is(code, 1)
    assert.is(stdout, '')
    assert.match(stderr, /Nothing was started/)
  })
})

run('what stands behind -- is nothing of ours; flags before it are, wherever they stand', async () => {
  await withFolder(FIXTURE, async cwd => {
    const script = 'console.log(process.argv.slice(1).join(" "), process.env.RESTAGE_URL)'
    const args = ['--base', '/v', 'run', 'users.yaml', '-q', ...node(script, '--', '--port', '1', '--', 'run')]
    const { code, stdout } = await runProgram(args, { cwd })
    assert.is(code, 0)
    assert.match(stdout, /^(-- )?--port 1 -- run http:\/\/localhost:\d+\/v\n$/)
  })
})

run('without run, what stands behind -- are fixtures', async () => {
  await withFolder(FIXTURE, cwd =>
    withProgram(['-p', '0', '--', 'users.yaml'], { cwd }, async ({ until }) => void (await until(/1 user /))),
  )
})

run('requests that met no route are told at the end, the most frequent first, without their queries', async () => {
  await withFolder(FIXTURE, async cwd => {
    const script = `
      const ask = (path, method) => fetch(process.env.RESTAGE_URL + path, { method }).then(a => a.text())
      ;(async () => {
        await ask('/user/alice'); await ask('/user/nobody')
        await ask('/users', 'DELETE'); await ask('/weather?password=x'); await ask('/weather'); await ask('/weather')
      })()`
    const { code, stderr } = await runProgram(['run', 'users.yaml', '-q', ...node(script)], { cwd })
    assert.is(code, 0)
    assert.is(stderr, 'restage: 4 requests met no route:\n  GET /weather 404 (3 times)\n  DELETE /users 405\n')
  })
})

run('--log: the access log, on stderr', async () => {
  await withFolder(FIXTURE, async cwd => {
    const script = `fetch(process.env.RESTAGE_URL + '/users')`
    const { stdout, stderr } = await runProgram(['run', 'users.yaml', '--log', 'plain', ...node(script)], { cwd })
    assert.is(stdout, '')
    assert.match(stderr, /GET +\/users +200/)
  })
})

const signals = suite('run and signals')

/** A command as npx is one: the shell keeps signals to itself, and what works is its child. */
const nested = (script: string) => ['--', 'sh', '-c', `"$0" -e "$1"; exit $?`, process.execPath, script]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  signals(`${signal} reaches the command's own child, once; the code is the command's`, async () => {
    await withFolder(FIXTURE, async cwd => {
      const script = `
        let count = 0
        process.on('${signal}', () => { if (++count === 1) setTimeout(() => { console.log('got', count); process.exit(5) }, 100) })
        setInterval(() => {}, 1000)
        console.log('pid', process.pid)`
      const command = ['--', process.execPath, '-e', script]
      await withProgram(['run', 'users.yaml', ...command], { cwd }, async ({ child, until, finished }) => {
        const [, pid] = await until(/pid (\d+)/)
        child.kill(signal)
        const { code, stdout } = await within(10_000, 'the end', finished)
        assert.is(code, 5)
        assert.match(stdout, /got 1\n$/)
        await within(5000, 'the end of the child', gone(Number(pid)))
      })
    })
  })

signals('SIGTERM ends what npx would leave behind', async () => {
  await withFolder(FIXTURE, cwd =>
    withProgram(
      ['run', 'users.yaml', ...nested(`console.log('pid', process.pid); setInterval(() => {}, 1000)`)],
      { cwd },
      async ({ child, until, finished }) => {
        const [, pid] = await until(/pid (\d+)/)
        child.kill('SIGTERM')
        assert.is((await within(10_000, 'the end', finished)).code, 143)
        await within(5000, 'the end of the grandchild', gone(Number(pid)))
      },
    ),
  )
})

signals('a second signal ends a command that ignores the first: 137, nothing is left', async () => {
  await withFolder(FIXTURE, cwd =>
    withProgram(
      [
        'run',
        'users.yaml',
        ...node(
          `process.on('SIGINT', () => console.log('no')); console.log('pid', process.pid); setInterval(() => {}, 1000)`,
        ),
      ],
      { cwd },
      async ({ child, until, finished }) => {
        const [, pid] = await until(/pid (\d+)/)
        child.kill('SIGINT')
        await until(/no\n/)
        child.kill('SIGINT')
        assert.is((await within(10_000, 'the end', finished)).code, 137)
        await within(5000, 'the end of the child', gone(Number(pid)))
      },
    ),
  )
})

signals('what the command leaves running in the background is ended with it', async () => {
  await withFolder(FIXTURE, async cwd => {
    const { code, stdout } = await runProgram(
      ['run', 'users.yaml', '--', 'sh', '-c', `trap '' TERM; sleep 60 & echo $!; exit 3`],
      { cwd },
    )
    assert.is(code, 3)
    await within(5000, 'the end of what was left', gone(Number(stdout)))
  })
})

run.run()
signals.run()
