/** A crawler that follows every link it sees, as search engines, prefetchers and link checkers do: by GET. */

import type { Traffic } from './traffic.js'

/** It goes no further than this. */
const PAGES_MAX = 150

/** Follows the links of a page, and those of the pages behind them; gives the paths that it has asked for. */
export const crawl = async ({ ask }: Traffic, page: string): Promise<ReadonlySet<string>> => {
  const seen = new Set(linksIn(page, '/'))
  // A set that grows while it is walked through is walked to its new end.
  let count = 0
  for (const path of seen) {
    if (count++ >= PAGES_MAX) break
    // oxlint-disable-next-line no-await-in-loop -- what one page says decides where to go next
    const { headers, text } = await ask('GET', path, { headers: { Accept: 'text/html' } })
    if (headers.get('content-type')?.startsWith('text/html') !== true) continue
    for (const link of linksIn(text, path)) seen.add(link)
  }
  return new Set([...seen].slice(0, PAGES_MAX))
}

/** A page with links, as one would write it by hand. */
export const pageOf = (paths: readonly string[]): string =>
  paths.map(path => `<a href="${path.replaceAll('&', '&amp;')}">${path}</a>`).join('\n')

const ORIGIN = 'http://crawled.example'

/** The paths on this server to which a page links. */
const linksIn = (page: string, path: string): string[] =>
  [...page.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].flatMap(([, href = '']) => {
    const decoded = href.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    if (!URL.canParse(decoded, ORIGIN + path)) return []
    const url = new URL(decoded, ORIGIN + path)
    return url.origin === ORIGIN ? [url.pathname + url.search] : []
  })
