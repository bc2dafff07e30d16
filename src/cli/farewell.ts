/** What there is to say when a server has stopped. */

import { printable } from '../core/printable.js'
import type { Started } from '../server/start.js'

/** Lines to print: `head` stands before a sentence, `indent` before the lines below it. */
export const farewell = ({ app }: Pick<Started, 'app'>, head: string, indent = ''): string =>
  app
    .farewell()
    .map(line => `${line.startsWith(' ') ? indent : head}${printable(line)}\n`)
    .join('')
