/** The cryptography of Node. */

import { createHmac, scrypt, timingSafeEqual } from 'node:crypto'
import type { Crypto } from '../core/crypto.js'

/** What one derivation may take of memory; those of a fixture are made for a laptop. */
const MEMORY_MAX = 256 * 1024 * 1024

export const systemCrypto: Crypto = {
  scrypt: (password, salt, { cost, blockSize, parallelization, length }) =>
    new Promise((resolve, reject) =>
      scrypt(password, salt, length, { cost, blockSize, parallelization, maxmem: MEMORY_MAX }, (error, key) =>
        error === null ? resolve(key) : reject(error),
      ),
    ),
  hmacSha256: (key, text) => createHmac('sha256', key).update(text).digest('base64'),
  isSame: (a, b) => a.length === b.length && timingSafeEqual(a, b),
}
