/** Commands to copy from a page into a POSIX shell. What is not plainly harmless is quoted. */

import { tidyPath } from './link.js'

/** Where the server is unless somebody says otherwise. */
const ORIGIN = 'http://localhost:4000'

/** Inside single quotes nothing has a meaning to a shell, but the quote itself. */
export const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** `curl` with arguments, and behind them the URL of a path. Letters outside of ASCII are encoded, brackets too: curl would expand them. */
export const curl = (origin: string | undefined, arguments_: readonly string[], path: string): string =>
  ['curl', ...arguments_.map(quote), quote((origin ?? ORIGIN) + tidyPath(path))].join(' ')
