/** What can be wrong with a question about the server itself. */

import type { ProblemKind } from './kind.js'

export const control = {
  'count-mismatch': {
    status: 409,
    title: 'Count mismatch',
    meaning: 'The journal was asked whether a number of requests had come, and another number had.',
    remedy: 'Look at "nearest" for requests that are almost the ones meant, or at the journal for all of them.',
  },
} as const satisfies Record<string, ProblemKind>
