/** Folds middleware round a handler, once, at start: what is off costs nothing. */

import type { Handler, Middleware } from './message.js'

/** The first middleware is the outermost: it sees the request first and the response last. */
export const compose = (middleware: readonly Middleware[], handler: Handler): Handler =>
  middleware.reduceRight((next, wrap) => wrap(next), handler)
