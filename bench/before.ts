/** Measures what a GET costs here against another checkout of this project, built: processor time, in pairs, in the same run. */

// node --import tsx bench/before.ts ../another-checkout [rounds]

import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OFF =
  '{ control: false, sandboxes: false, journal: false, rehearse: false, events: false, auth: false, watch: false }'
const USERS = 'users: [{ username: alice, name: Alice Liddell, email: alice@example.com, roles: [admin] }]\n'
const SECONDS = 3

const here = fileURLToPath(new URL('..', import.meta.url))
const [other = here, rounds = '8'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'restage-before-'))
const kinds = [
  { name: 'before', root: other, settings: '' },
  { name: 'all off', root: here, settings: `restage: ${OFF}\n` },
  { name: 'as it is', root: here, settings: '' },
] as const

interface Server {
  readonly child: ChildProcess
  readonly url: string
}

const start = ({ name, root, settings }: (typeof kinds)[number]): Promise<Server> =>
  new Promise((resolve, reject) => {
    const file = join(folder, `${name.replace(' ', '-')}.yaml`)
    writeFileSync(file, USERS + settings)
    const child = spawn(process.execPath, [join(root, 'bin/restage.js'), file, '-p', '0', '--log', 'none'])
    child.once('exit', code => reject(new Error(`${name} ended with ${code}`)))
    let said = ''
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString()
      const [url] = /http:\/\/localhost:\d+/.exec(said) ?? []
      if (url !== undefined) resolve({ child, url })
    })
  })

/** Hundredths of a second of processor time, as Linux counts them. */
const spent = ({ pid }: ChildProcess): number => {
  const [user, system] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ').slice(11, 13)
  return Number(user) + Number(system)
}

/** Microseconds a request. */
const measure = ({ child, url }: Server): number => {
  const before = spent(child)
  const told = execFileSync('wrk', ['-t1', '-c16', `-d${SECONDS}s`, `${url}/user/alice`], { encoding: 'utf8' })
  if (told.includes('Non-2xx')) throw new Error(told)
  return ((spent(child) - before) * 10_000) / Number(/(\d+) requests in/.exec(told)?.[1])
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const servers: Server[] = []
try {
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const kind of kinds) servers.push(await start(kind))
  servers.forEach(measure)
  const table = Array.from({ length: Number(rounds) }, () => servers.map(measure))
  for (const [index, { name }] of kinds.entries()) {
    const own = median(table.map(row => row[index] ?? Number.NaN))
    const ratio = median(table.map(row => (row[0] ?? Number.NaN) / (row[index] ?? Number.NaN)))
    console.log(
      `${name.padEnd(10)} ${own.toFixed(1).padStart(7)} µs a request   before / it, median of pairs: ${ratio.toFixed(3)}`,
    )
  }
} finally {
  for (const { child } of servers) child.removeAllListeners('exit').kill()
  rmSync(folder, { recursive: true, force: true })
}
