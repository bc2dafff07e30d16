/** Whether a password is the one that a record has: as it is, or as a scrypt string (PHC), in a time that tells nothing. */

import type { Crypto } from './crypto.js'
import type { Json } from './json.js'

/** A scrypt string, taken apart: `$scrypt$ln=14,r=8,p=1$<salt>$<hash>`, salt and hash in base64 without padding. */
export interface Derived {
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
  readonly salt: Uint8Array
  readonly hash: Uint8Array
}

/** Checks passwords; what all checks have in common is said once. */
export interface Doorkeeper {
  /** Takes notice of what a record has, so that all checks take as long as its own. */
  notice(stored: Json | undefined): void
  /** Whether `given` is the password that is stored. Undefined: there is none, which takes as long to find out. */
  admits(stored: Json | undefined, given: string): Promise<boolean>
}

const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{1,128})\$([A-Za-z0-9+/]{1,128})$/

/** What one derivation may take: N·r·128 bytes of memory, and p times as long. OWASP's dearest is half of it. */
const MEMORY_MAX = 2 ** 20
const WORK_MAX = 2 ** 21

/** Whether somebody meant it to be a scrypt string. */
export const isDerived = (stored: Json | undefined): stored is string =>
  typeof stored === 'string' && stored.startsWith('$scrypt$')

/** The parts of a scrypt string, or what keeps it from being one. */
export const parseDerived = (text: string): Derived | string => {
  const [, ln = '', r = '', p = '', salt = '', hash = ''] = PHC.exec(text) ?? []
  if (hash === '') return 'is not of the form $scrypt$ln=14,r=8,p=1$<salt>$<hash>, both in base64 without padding'
  const [cost, blockSize, parallelization] = [2 ** Number(ln), Number(r), Number(p)]
  if (cost < 2 || blockSize < 1 || parallelization < 1) return 'has a parameter below 1'
  if (cost * blockSize > MEMORY_MAX || cost * blockSize * parallelization > WORK_MAX)
    return 'would cost too much to check; ln=17,r=8,p=1 is dear enough'
  const bytes = { salt: fromBase64(salt), hash: fromBase64(hash) }
  if (bytes.salt === undefined || bytes.hash === undefined || bytes.hash.length < 16)
    return 'has a salt or a hash that is not base64, or a hash of less than 16 bytes'
  return { cost, blockSize, parallelization, salt: bytes.salt, hash: bytes.hash }
}

/** `key` is a random one, under which texts are compared. */
export const doorkeeper = (crypto: Crypto, key: string): Doorkeeper => {
  const secret = asciiBytes(key)
  /** The dearest string that there is: who is not there takes as much. */
  let decoy: Derived | undefined
  let turn: Promise<unknown> = Promise.resolve()

  // Of one length whatever they are, so that comparing them does not tell it.
  const isSame = (a: string, b: string): boolean =>
    crypto.isSame(asciiBytes(crypto.hmacSha256(secret, a)), asciiBytes(crypto.hmacSha256(secret, b)))

  // One after the other: each may take as much memory as the server itself.
  const derive = async (given: string, derived: Derived): Promise<boolean> => {
    const { cost, blockSize, parallelization, salt, hash } = derived
    const parameters = { cost, blockSize, parallelization, length: hash.length }
    const mine = turn.then(() => crypto.scrypt(given, salt, parameters))
    turn = mine.catch(() => undefined)
    return crypto.isSame(await mine, hash)
  }

  return {
    notice(stored) {
      if (!isDerived(stored)) return
      const derived = parseDerived(stored)
      if (typeof derived !== 'string' && (decoy === undefined || work(derived) > work(decoy))) decoy = derived
    },
    async admits(stored, given) {
      // RFC 8265 §4.2.2: however a keyboard spells an é.
      const password = given.normalize('NFC')
      const derived = isDerived(stored) ? parseDerived(stored) : undefined
      if (typeof derived === 'object') return derive(password, derived).catch(() => false)
      const plain = derived === undefined ? textOf(stored) : undefined
      const right = isSame(password, (plain ?? '').normalize('NFC'))
      if (decoy !== undefined) await derive(password, decoy).catch(() => false)
      return right && plain !== undefined
    },
  }
}

/** A password as text: YAML takes one of digits for a number. An empty one is none. */
const textOf = (stored: Json | undefined): string | undefined => {
  const text = typeof stored === 'number' ? String(stored) : stored
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Whether somebody can log in with what a record has. */
export const isPassword = (stored: Json | undefined): boolean =>
  isDerived(stored) ? typeof parseDerived(stored) === 'object' : textOf(stored) !== undefined

const work = ({ cost, blockSize, parallelization }: Derived): number => cost * blockSize * parallelization

const asciiBytes = (text: string): Uint8Array => Uint8Array.from(text, letter => letter.charCodeAt(0))

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Undefined where the length cannot be; the alphabet has been looked at. */
const fromBase64 = (text: string): Uint8Array | undefined => {
  if (text.length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let [bits, count, at] = [0, 0, 0]
  for (const letter of text) {
    bits = ((bits << 6) | ALPHABET.indexOf(letter)) & 0xfff
    count += 6
    if (count < 8) continue
    count -= 8
    bytes[at++] = (bits >> count) & 0xff
  }
  return bytes
}
