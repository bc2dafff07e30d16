/** Measures start and throughput against a bare `node:http` server in the same run; only the ratios mean anything. */

import { spawn, spawnSync } from 'node:child_process'
import { get } from 'node:http'
import { fileURLToPath } from 'node:url'

interface Running {
  readonly url: string
  /** Milliseconds from the start of the process to its first 200. */
  readonly started: number
  stop(): Promise<void>
}

type Start = () => Promise<Running>

const STARTS = 15
const ROUNDS = 5
const SECONDS = 5
const PATH = '/user/alice'
/** Nothing that is started here may outlive this. */
const LIMIT = 30_000

const root = fileURLToPath(new URL('..', import.meta.url))
const RESTAGE = ['bin/restage.js', 'fixtures/users.yaml', '--port', '0', '--log', 'none']
const running = new Set<number>()

const kill = (id: number): void => {
  try {
    process.kill(-id, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

interface Answer {
  readonly status: number
  readonly headers: string[]
  readonly body: Buffer
}

const ask = (url: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = get(url, { agent: false, timeout: 5000 }, response => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('error', reject)
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.rawHeaders, body: Buffer.concat(parts) }),
      )
    })
    request.once('timeout', () => request.destroy(new Error(`${url} does not answer`)))
    request.once('error', reject)
  })

/** Starts a server that tells its URL, and waits for its first answer. */
const launch = async (args: readonly string[], limit = LIMIT): Promise<Running> => {
  const begin = performance.now()
  const child = spawn(process.execPath, args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const { pid } = child
  if (pid === undefined) throw new Error('cannot start Node')
  running.add(pid)
  const timer = setTimeout(() => kill(pid), limit)
  const ended = new Promise<void>(resolve => {
    child.once('exit', () => {
      clearTimeout(timer)
      running.delete(pid)
      resolve()
    })
  })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    const read = (data: Buffer): void => {
      output += data.toString()
      const [found] = /http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d+/.exec(output) ?? []
      // `localhost` would cost a look-up that the other side does not pay.
      if (found !== undefined) resolve(found.replace('localhost', '127.0.0.1'))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', code => reject(new Error(`${args.join(' ')} ended with ${code}:\n${output}`)))
  })
  const { status } = await ask(url + PATH)
  if (status !== 200) throw new Error(`${url}${PATH} answered ${status}`)
  return {
    url,
    started: performance.now() - begin,
    stop: async () => {
      kill(pid)
      await ended
    },
  }
}

/** What restage answers, as `bare.js` takes it. Node writes Date, Connection and Keep-Alive for both. */
const recorded = async (url: string): Promise<string> => {
  const { status, headers, body } = await ask(url + PATH)
  const kept = headers.flatMap((name, index) =>
    index % 2 === 0 && !/^(?:date|connection|keep-alive)$/i.test(name) ? [name, headers[index + 1] ?? ''] : [],
  )
  const answer = JSON.stringify({ status, headers: kept, body: body.toString('base64') })
  return Buffer.from(answer).toString('base64')
}

const load = (url: string): number => {
  const args = ['-t1', '-c32', `-d${SECONDS}s`, url + PATH]
  const { stdout, status } = spawnSync('wrk', args, { encoding: 'utf8', timeout: LIMIT })
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? []
  if (status !== 0 || rate === undefined || /Non-2xx/.test(stdout)) throw new Error(`wrk failed:\n${stdout}`)
  return Number(rate)
}

const show = (title: string, unit: string, ours: readonly number[], bare: readonly number[]): void => {
  const [a, b] = [median(ours), median(bare)]
  console.log(`${title}: restage ${a.toFixed(0)} ${unit}, bare ${b.toFixed(0)} ${unit}, ratio ${(a / b).toFixed(2)}`)
}

/** Takes turns, so that what disturbs the machine disturbs both. */
const takeTurns = async (
  rounds: number,
  measure: (which: 'restage' | 'bare') => Promise<number>,
): Promise<{ ours: number[]; bare: number[] }> => {
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    // oxlint-disable no-await-in-loop -- one at a time, or they measure each other
    ours.push(await measure('restage'))
    bare.push(await measure('bare'))
    // oxlint-enable no-await-in-loop
  }
  return { ours, bare }
}

const main = async (): Promise<number> => {
  if (spawnSync('wrk', ['-v'], { timeout: 5000 }).error !== undefined) {
    console.error('wrk is missing. On Debian: apt-get install wrk')
    return 2
  }
  const whole = (ROUNDS * 2 * SECONDS + 60) * 1000
  const first = await launch(RESTAGE, whole)
  const bareArgs = ['bench/bare.js', await recorded(first.url)]
  await first.stop()
  const starts: Record<'restage' | 'bare', Start> = {
    restage: () => launch(RESTAGE),
    bare: () => launch(bareArgs),
  }

  const start = await takeTurns(STARTS, async which => {
    const server = await starts[which]()
    await server.stop()
    return server.started
  })
  show('start to first 200', 'ms', start.ours, start.bare)

  const servers = { restage: await launch(RESTAGE, whole), bare: await launch(bareArgs, whole) }
  const throughput = await takeTurns(ROUNDS, async which => load(servers[which].url))
  show(`GET ${PATH}`, 'requests/s', throughput.ours, throughput.bare)
  return 0
}

try {
  process.exitCode = await main()
} finally {
  for (const id of running) kill(id)
}
