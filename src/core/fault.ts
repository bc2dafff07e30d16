/** What can go wrong with an answer on its way: the faults by their names, as data. The transport performs them. */

/** In the order in which they are documented: what a client gets to see. */
export const FAULTS = {
  reset: 'The connection is reset before a byte of the answer; nothing is done.',
  empty: 'The connection is closed without a byte of an answer; nothing is done.',
  'reset-during': 'The connection is reset in the middle of the content.',
  'reset-after': 'The whole answer, then the connection is reset instead of being kept.',
  truncate: 'Half of the content under the full Content-Length, then the connection is closed.',
  drip: 'The content comes in 20 pieces, 250 ms apart.',
  endless: 'The content goes on with white space and never ends; after 60 s it is cut off.',
  malformed: 'Half of the content as if it were all: JSON and XML that cannot be parsed.',
  'wrong-type': 'A Content-Type that is not that of the content.',
  'wrong-charset': 'The content in UTF-16, and a Content-Type that says charset=utf-8.',
} as const

export type FaultName = keyof typeof FAULTS

export const FAULT_NAMES = Object.keys(FAULTS) as readonly FaultName[]

export const isFaultName = (text: string): text is FaultName => Object.hasOwn(FAULTS, text)

/** Faults that leave nothing of an answer, so that none is needed. */
export const leavesNothing = (fault: FaultName): boolean => fault === 'reset' || fault === 'empty'
