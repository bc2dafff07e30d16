/** The six proofs, in the order in which they are told. */

import type { Proof } from '../proof.js'
import { askTheUrl } from './ask-the-url.js'
import { formats } from './formats.js'
import { kept } from './kept.js'
import { lostUpdate } from './lost-update.js'
import { prefetcher } from './prefetcher.js'
import { retry } from './retry.js'

export const PROOFS: readonly Proof[] = [prefetcher, retry, kept, lostUpdate, formats, askTheUrl]
