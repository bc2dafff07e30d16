/** The end of a program that serves: asked once it stops in good order, asked twice at once. */

import { OK, type Process } from './process.js'

/**
 * Resolves with the exit code when all has stopped. `begin` gets what stops it as Ctrl-C does, and gives what is to be
 * done then.
 */
export const untilStopped = (
  process: Process,
  quiet: boolean,
  begin: (stop: () => void) => () => Promise<void>,
): Promise<number> =>
  new Promise((resolve, reject) => {
    let stopping = false
    const stop = (code: number) => () => {
      if (stopping) return process.exit(code)
      stopping = true
      if (!quiet) process.stderr.write('\n  Stopping.\n')
      close().then(() => {
        process.off('SIGINT', interrupted)
        process.off('SIGTERM', terminated)
        resolve(OK)
      }, reject)
    }
    const interrupted = stop(130)
    const terminated = stop(143)
    process.on('SIGINT', interrupted)
    process.on('SIGTERM', terminated)
    const close = begin(interrupted)
  })
