/** Which requests only look at the server itself: a page that is open asks every other second, and nobody wants to read that. */

import type { Exchanged } from '../server/observer.js'

/** What is refused, and what is asked of the API, is told all the same. */
export const isWatching = ({ method, target, status }: Exchanged, base: string): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  status < 400 &&
  [...new Set(['', base])].some(before => target.startsWith(`${before}/-/`))
