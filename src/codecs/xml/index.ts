/** XML: records as pleasant documents that lose nothing, read strictly and typed by the family's schema. */

import type { Codec } from '../../wire/codec.js'
import { Problem } from '../../core/problem.js'
import { parseDocument } from './parse.js'
import { writeProblem } from './problem.js'
import { readRoot } from './read.js'
import { writeView } from './write.js'

export const xml: Codec = {
  name: 'xml',
  mediaType: 'application/xml',
  aliases: ['text/xml'],
  enveloped: true,
  // Clients older than RFC 7303 take text/xml for US-ASCII, and some take anything for ISO-8859-1, when nothing is said.
  charset: 'utf-8',
  async encode(view) {
    // What only XML needs is loaded with the first XML, not with the server.
    const { default: pluralize } = await import('pluralize')
    return writeView(view, pluralize.singular)
  },
  async decode(text, shape) {
    const root = await parseDocument(text)
    return root instanceof Problem ? root : readRoot(root, shape)
  },
  problem: { mediaType: 'application/problem+xml', encode: writeProblem },
}
