/** The cache: what was read is kept, and has to go when the record changes. */

import { privateCache } from '../cache.js'
import type { Proof } from '../proof.js'
import { succeeded, type Answer, type Traffic } from '../traffic.js'

const readAndChange = async ({ ask }: Traffic, read: string, method: string, write: string, content: unknown) => {
  const cache = privateCache()
  const first = await ask('GET', read)
  cache.see(first)
  const etag = first.headers.get('etag') ?? ''
  const again = await ask('GET', read, { headers: { 'If-None-Match': etag } })
  const changed = await ask(method, write, { content })
  cache.see(changed)
  const now = await ask('GET', read)
  const kept = cache.stored(read)
  return { first, again, changed, kept, stale: kept !== undefined && kept.text !== now.text, now }
}

const bytesIn = ({ text }: Answer): number => new TextEncoder().encode(text).length

export const kept: Proof = {
  name: 'the cache',
  title: 'what was read is kept, and the record changes',
  async run(scene, { old, restful }) {
    const [content] = scene.edits
    const a = await readAndChange(old, scene.old('get'), 'POST', scene.old('update'), content)
    await scene.putBack()
    const b = await readAndChange(restful, scene.item, 'PUT', scene.item, content)
    const asks = /\bno-cache\b/.test(a.first.headers.get('cache-control') ?? '')
    return {
      old: `GET get can be revalidated, too: ${a.again.status}. But POST update names another URL: a cache keeps what it has of get, which is no longer true${asks ? '; only Cache-Control: no-cache makes it ask before it shows that' : ''}.`,
      restful: `GET with the ETag: ${b.again.status}, and ${bytesIn(b.again)} bytes of content instead of ${bytesIn(b.first)}. PUT names the URL that was read: a cache drops what it has of it (RFC 9111, 4.4).`,
      headline: {
        old: { text: 'stale copy stays', harm: a.stale },
        restful: { text: `${b.again.status}, and dropped on PUT`, harm: b.stale },
      },
      checks: [
        ['the old get URL revalidates', a.first.status === 200 && a.again.status === 304],
        ['POST update succeeds', succeeded(a.changed)],
        ['a cache keeps what it has of the old get URL, and it is stale', a.stale],
        ['the RESTful URL revalidates without content', b.again.status === 304 && b.again.text === ''],
        ['PUT succeeds, and is seen', succeeded(b.changed) && b.now.text !== b.first.text],
        ['a cache drops what it has of the RESTful URL', b.kept === undefined],
      ],
    }
  },
}
