/** Secrets and signatures as Standard Webhooks 1.0.0 has them: symmetric, `whsec_` and base64. */

import type { Chance } from '../../core/chance.js'
import type { Crypto } from '../../core/crypto.js'

/** `whsec_` and the base64 of 24 to 64 bytes, padded. */
export const SECRET_PATTERN =
  '^whsec_((?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==)?|(?:[A-Za-z0-9+/]{4}){8,20}[A-Za-z0-9+/]{3}=)$'

const PREFIX = 'whsec_'

/** As many bytes as need no padding, and the least that the standard allows. */
const MADE_BYTES = 24

/** The bytes of a secret that fits the pattern. */
export const keyOf = (secret: string): Uint8Array =>
  Uint8Array.from(atob(secret.slice(PREFIX.length)), character => character.charCodeAt(0))

export const makeSecret = (chance: Chance): string =>
  PREFIX + chance.token(MADE_BYTES).replaceAll('-', '+').replaceAll('_', '/')

/** One signature for each key, so that a receiver can change its secret while messages are on their way. */
export const signatures = (
  crypto: Crypto,
  keys: readonly Uint8Array[],
  { id, seconds, body }: { readonly id: string; readonly seconds: number; readonly body: string },
): string => keys.map(key => `v1,${crypto.hmacSha256(key, `${id}.${seconds}.${body}`)}`).join(' ')
