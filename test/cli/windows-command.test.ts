/** How commands are started on Windows: programs by themselves, scripts through cmd.exe, everything quoted. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { windowsCommand } from '../../src/cli/windows-command.js'

const test = suite('commands on Windows')
const ENV = { Path: 'C:\\node;C:\\tools', PATHEXT: '.EXE;.CMD', ComSpec: 'C:\\cmd.exe' }
const FILES = new Set(['C:\\node\\node.EXE', 'C:\\node\\npx.CMD', 'C:\\tools\\a b.CMD', 'local.CMD', 'x\\y.CMD'])
const on = (name: string, ...args: string[]) => windowsCommand(name, args, ENV, path => FILES.has(path))

test('a program starts by itself, found by its path', () => {
  assert.equal(on('node', 'a b'), { file: 'C:\\node\\node.EXE', args: ['a b'], verbatim: false })
})

test('what is not there stays as it is, and fails by its name', () => {
  assert.equal(on('nothing', 'x'), { file: 'nothing', args: ['x'], verbatim: false })
})

for (const [name, args, line] of [
  ['npx', [], 'C:\\node\\npx.CMD'],
  ['npx', ['playwright', 'test'], 'C:\\node\\npx.CMD ^^^"playwright^^^" ^^^"test^^^"'],
  ['npx', ['a&b'], 'C:\\node\\npx.CMD ^^^"a^^^&b^^^"'],
  ['npx', ['%PATH%'], 'C:\\node\\npx.CMD ^^^"^^^%PATH^^^%^^^"'],
  ['npx', ['say "hi"\\'], 'C:\\node\\npx.CMD ^^^"say^^^ \\^^^"hi\\^^^"\\\\^^^"'],
  ['a b', [], 'C:\\tools\\a^ b.CMD'],
  ['local', [], 'local.CMD'],
  ['.\\x\\y', [], 'x\\y.CMD'],
] as const)
  test(`${name} ${args.join(' ')}: cmd.exe runs ${line}`, () => {
    assert.equal(on(name, ...args), { file: 'C:\\cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], verbatim: true })
  })

test.run()
