/** Does all that the README shows, in its order, in one folder, and compares what comes out with what is printed there. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { blocksOf, fileName, matches, normalised, stepsOf, type Block } from './readme/blocks.js'
import { asReader, type Left, type Reader } from './readme/reader.js'

const read = (name: string): string => readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8')
const readme = read('README.md')
const blocks = blocksOf(readme)

/** A command that serves, rather than one that ends by itself: what it prints has a banner in it, or leaves one out. */
const serves = (command: string, expected: string): boolean =>
  /^(npx )?restage (?!run )/.test(command) && /ready in|^…/.test(expected)

const same = (output: string, expected: string, what: string): void => {
  // The comparison by pattern has no difference to show; the other one has.
  if (!matches(output, expected)) assert.is(normalised(output), normalised(expected), what)
}

/** Compares once it is as expected, or once that is overdue: what is written comes here through a pipe. */
const comesToBe = async (output: () => string, expected: string, what: string): Promise<void> => {
  for (let tries = 0; tries < 250 && !matches(output(), expected); tries++) await setTimeout(20)
  same(output(), expected, what)
}

/** A command that goes on, with `&` at its end, writes below those that come after it, as in a terminal. */
const runConsole = async (reader: Reader, { text, line }: Block): Promise<void> => {
  let left: Left | undefined
  let seen = 0
  try {
    for (const { command, expected } of stepsOf(text)) {
      const what = `line ${line}: ${command}`
      if (command.endsWith(' &')) left = reader.leave(command.slice(0, -2))
      for (const name of command.split(' ')) fixtures.delete(name)
      const own = serves(command, expected)
        ? await reader.start(command)
        : command.endsWith(' &')
          ? ''
          : (await reader.run(command)).output
      await comesToBe(() => own + (left?.output().slice(seen) ?? ''), expected, what)
      seen = left?.output().length ?? 0
    }
  } finally {
    await left?.end()
  }
}

/** What no server has been started with: only those are left to be checked. */
const fixtures = new Set<string>()

const KINDS: Readonly<Record<string, (reader: Reader, block: Block) => Promise<void>>> = {
  console: runConsole,
  async yaml(reader, { text, line }) {
    const name = fileName(text)
    if (name !== undefined) {
      fixtures.add(name)
      return reader.write(name, text)
    }
    const [, path] = /^# yaml-language-server: \$schema=(\S+)/.exec(text) ?? []
    assert.ok(path !== undefined && existsSync(join(reader.folder, path)), `line ${line} names no file and no schema`)
  },
  async ts(reader, { text, line }) {
    const name = fileName(text) ?? `line-${line}.ts`
    await reader.write(name, text)
    // Those of Playwright need a server beside them, and the command that is shown for it runs them.
    if (text.includes("from '@playwright/test'")) return
    const { code, output } = await reader.execute(name, text)
    assert.is(code, 0, output)
    for (const [, said = ''] of text.matchAll(/^ *console\.log\(.*\) \/\/ (.*)$/gm))
      assert.ok(output.includes(said), output)
  },
  async js(reader, { text, line }) {
    const name = fileName(text) ?? `line-${line}.js`
    await reader.write(name, text)
    const { code, output } = await reader.execute(name, text)
    assert.is(code, 0, output)
  },
  async json(reader, { text }) {
    const { scripts } = JSON.parse(text) as { scripts: Record<string, string> }
    const own = Object.values(scripts).filter(script => script.startsWith('restage '))
    assert.ok(own.length > 0)
    for (const script of own) await reader.start(script)
  },
  async log(reader, { text, line }) {
    const last = (all: string): string =>
      all
        .split('\n')
        .slice(-1 - text.split('\n').length)
        .join('\n')
    const either = (): string => {
      const { out, err } = reader.log()
      return [last(out), last(err)].find(lines => matches(lines, text)) ?? last(out)
    }
    await comesToBe(either, text, `line ${line}`)
  },
}

const shown = suite('what the README shows')

shown('is true, block by block', () =>
  asReader(async reader => {
    for (const block of blocks) {
      const kind = KINDS[block.language]
      assert.ok(kind !== undefined, `line ${block.line}: nothing is known to be done with "${block.language}"`)
      await kind(reader, block)
    }
    const { code: compiled, output: faults } = await reader.compile()
    assert.is(compiled, 0, faults)
    assert.ok(fixtures.size > 0)
    for (const name of fixtures) {
      const { code, output } = await reader.run(`restage check ${name}`)
      assert.is(code, name.startsWith('broken') ? 1 : 0, output)
    }
  }),
)

shown('has something of each kind', () => {
  const languages = new Set(blocks.map(({ language }) => language))
  assert.equal([...languages].toSorted(), Object.keys(KINDS).toSorted())
  assert.ok(blocks.flatMap(({ language, text }) => (language === 'console' ? stepsOf(text) : [])).length >= 20)
})

shown.run()

const contributing = suite('what CONTRIBUTING.md tells to run')

contributing('is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  // Run in full by CI; here, that each script and each file exists.
  const commands = blocksOf(read('CONTRIBUTING.md')).flatMap(({ language, text }) =>
    language === 'sh' ? text.split('\n') : [],
  )
  assert.ok(commands.length > 3)
  for (const command of commands) {
    const [, npm, script, file] =
      /^npm (ci|run ([\w:]+)|test)|^node --import tsx test\/run\.ts (\S+)/.exec(command) ?? []
    assert.ok(npm !== undefined || file !== undefined, command)
    if (script !== undefined || npm === 'test') assert.ok(Object.hasOwn(scripts, script ?? 'test'), command)
    if (file !== undefined) assert.ok(existsSync(new URL(`../${file}`, import.meta.url)), command)
  }
})

contributing.run()
