/** The formats, in the order in which a client without a preference is offered them. */

import type { Codec } from '../wire/codec.js'
import { html } from './html/index.js'

export const codecs: readonly Codec[] = [html]
