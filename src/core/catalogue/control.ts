/** What can be wrong with a question about the server itself. */

import type { ProblemKind } from './kind.js'

export const control = {
  'count-mismatch': {
    status: 409,
    title: 'Count mismatch',
    meaning: 'The journal was asked whether a number of requests had come, and another number had.',
    remedy: 'Look at "nearest" for requests that are almost the ones meant, or at the journal for all of them.',
  },
  'too-many-rules': {
    status: 409,
    title: 'Too many rules',
    meaning: 'As many rules as the server takes while it is running have been added already.',
    remedy: 'Delete those that are done with, below /-/rules; DELETE /-/rules removes all that were added.',
  },
} as const satisfies Record<string, ProblemKind>
