/** Passwords: as they are and as scrypt strings; what is none, what would cost too much, and that each takes the same work. */

import { scryptSync } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as fc from 'fast-check'
import type { Json } from '../../src/core/json.js'
import { doorkeeper, isPassword, parseDerived } from '../../src/core/password.js'
import { systemCrypto } from '../../src/server/crypto.js'

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const derived = (password: string, ln = 4, r = 8, p = 1, length = 32): string => {
  const salt = Buffer.from('0123456789abcdef')
  const hash = scryptSync(password, salt, length, { N: 2 ** ln, r, p })
  return `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`
}

/** RFC 7914 §12. */
const HASH =
  '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887'
const VECTOR = `$scrypt$ln=14,r=8,p=1$${unpadded(Buffer.from('SodiumChloride'))}$${unpadded(Buffer.from(HASH, 'hex'))}`

const tests = suite('passwords')

for (const [title, stored, given, right] of [
  ['plain', 'white-rabbit', 'white-rabbit', true],
  ['plain, one letter off', 'white-rabbit', 'white-rabbis', false],
  ['plain, too short', 'white-rabbit', 'white-rabbi', false],
  ['plain, too long', 'white-rabbit', 'white-rabbit ', false],
  ['plain, another case', 'white-rabbit', 'White-rabbit', false],
  ['plain, beyond ASCII', 'café-crème', 'café-crème', true],
  ['plain, the é in two pieces', 'caf\u00e9', 'cafe\u0301', true],
  ['digits, which YAML takes for a number', 1234, '1234', true],
  ['nobody, and nothing given', undefined, '', false],
  ['nobody', undefined, 'x', false],
  ['an empty one is none', '', '', false],
  ['null is none', null, '', false],
  ['true is none', true, 'true', false],
  ['a list is none', ['a'], 'a', false],
  ['scrypt', derived('white-rabbit'), 'white-rabbit', true],
  ['scrypt, wrong', derived('white-rabbit'), 'white-rabbis', false],
  ['scrypt of an é in one piece', derived('caf\u00e9'), 'cafe\u0301', true],
  ['scrypt with other parameters', derived('x', 5, 4, 3, 64), 'x', true],
  ['scrypt with a hash whose base64 needs padding', derived('x', 4, 8, 1, 17), 'x', true],
  ['scrypt, as RFC 7914 has it', VECTOR, 'pleaseletmein', true],
  ['a scrypt string itself is not the password', derived('x'), derived('x'), false],
  ['a broken scrypt string is nobody, not even itself', '$scrypt$x', '$scrypt$x', false],
] as const satisfies readonly (readonly [string, Json | undefined, string, boolean])[])
  tests(`${title}: ${right ? 'in' : 'out'}`, async () => {
    const keeper = doorkeeper(systemCrypto, 'key')
    assert.is(await keeper.admits(stored, given), right)
    keeper.notice(derived('another', 3))
    assert.is(await keeper.admits(stored, given), right, 'with a decoy')
    if (right) assert.ok(isPassword(stored))
  })

for (const [text, reason] of [
  ['$scrypt$', 'form'],
  ['$scrypt$ln=14,r=8,p=1$c2FsdA', 'form'],
  ['$scrypt$ln=14,r=8$c2FsdA$c2FsdA', 'form'],
  ['$scrypt$ln=14,r=8,p=1$c2FsdA==$c2FsdHNhbHRzYWx0c2FsdA==', 'form'],
  ['$scrypt$ln=-1,r=8,p=1$c2FsdA$c2FsdHNhbHRzYWx0c2FsdA', 'form'],
  ['$scrypt$ln=14,r=8,p=1$c2FsdA$c2FsdA', '16 bytes'],
  ['$scrypt$ln=14,r=8,p=1$c2Fsd$c2FsdHNhbHRzYWx0c2FsdA', 'base64'],
  ['$scrypt$ln=0,r=8,p=1$c2FsdA$c2FsdHNhbHRzYWx0c2FsdA', 'below 1'],
  ['$scrypt$ln=14,r=0,p=1$c2FsdA$c2FsdHNhbHRzYWx0c2FsdA', 'below 1'],
  ['$scrypt$ln=14,r=8,p=0$c2FsdA$c2FsdHNhbHRzYWx0c2FsdA', 'below 1'],
  ['$scrypt$ln=18,r=8,p=1$c2FsdA$c2FsdHNhbHRzYWx0c2FsdA', 'too much'],
  ['$scrypt$ln=99,r=8,p=1$c2FsdA$c2FsdHNhbHRzYWx0c2FsdA', 'too much'],
  ['$scrypt$ln=14,r=8,p=99$c2FsdA$c2FsdHNhbHRzYWx0c2FsdA', 'too much'],
] as const)
  tests(`${text}: ${reason}`, () => {
    assert.match(String(parseDerived(text)), reason)
    assert.not.ok(isPassword(text))
  })

tests('every check takes one derivation of the dearest kind, where somebody has a scrypt string', async () => {
  const asked: number[] = []
  const crypto = {
    ...systemCrypto,
    scrypt: (...given: Parameters<typeof systemCrypto.scrypt>) => {
      asked.push(given[2].cost)
      return systemCrypto.scrypt(...given)
    },
  }
  const keeper = doorkeeper(crypto, 'key')
  await keeper.admits('plain', 'x')
  assert.equal(asked, [], 'nobody has one')
  for (const ln of [4, 6, 5]) keeper.notice(derived('x', ln))
  for (const stored of ['plain', undefined, '', '$scrypt$broken', derived('x', 6)]) await keeper.admits(stored, 'y')
  assert.equal(asked, [64, 64, 64, 64, 64])
})

tests('one derivation at a time, and one that fails keeps nobody out', async () => {
  let [running, most] = [0, 0]
  let count = 0
  const crypto = {
    ...systemCrypto,
    scrypt: async (...given: Parameters<typeof systemCrypto.scrypt>) => {
      most = Math.max(most, ++running)
      try {
        if (++count === 1) throw new Error('no memory')
        return await systemCrypto.scrypt(...given)
      } finally {
        running--
      }
    },
  }
  const keeper = doorkeeper(crypto, 'key')
  const stored = derived('x')
  assert.equal(await Promise.all(['x', 'x', 'y', 'x'].map(given => keeper.admits(stored, given))), [
    false,
    true,
    false,
    true,
  ])
  assert.is(most, 1)
})

tests('no text crashes the reader of scrypt strings', () =>
  fc.assert(
    fc.property(fc.string(), fc.nat(99), fc.nat(999), fc.string(), (text, ln, r, tail) => {
      for (const whole of [text, `$scrypt$${text}`, `$scrypt$ln=${ln},r=${r},p=1$${text}$${tail}`])
        assert.ok(['string', 'object'].includes(typeof parseDerived(whole)))
    }),
  ),
)

tests.run()
