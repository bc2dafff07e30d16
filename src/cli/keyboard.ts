/** Reads lines from the terminal for as long as it is ours, and never when it is somebody else's. */

// Lines, not single keys: the terminal stays as it is, so Ctrl-C and Ctrl-Z are the system's, and there is nothing that a
// crash could leave behind.

import { isForeground } from './foreground.js'
import type { Process } from './process.js'

export interface Keyboard {
  /** Resolves when what was begun is over. */
  close(): Promise<void>
}

/** Calls `press` with one line after the other, each when the one before is done; what goes wrong goes to `failed`. */
export const readKeyboard = (
  process: Pick<Process, 'stdin' | 'on' | 'off'>,
  press: (line: string) => unknown,
  failed: (error: unknown) => void,
  isOurs: () => boolean = isForeground,
): Keyboard => {
  const { stdin } = process
  let closed = false
  let rest = ''
  let busy: Promise<unknown> = Promise.resolve()
  const take = (text: string) => {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) busy = busy.then(() => (closed ? undefined : press(line))).catch(failed)
  }
  /** Continued in the foreground by `fg`, in the background by `bg`. Between the two, nothing of ours is read. */
  const follow = () => void (isOurs() ? stdin.resume() : stdin.pause())
  // The terminal is gone, or is closed with Ctrl-D: no more keys, and nothing else.
  const gone = () => void stdin.pause()

  stdin.setEncoding('utf8')
  follow()
  stdin.on('data', take).on('error', gone)
  stdin.unref?.()
  process.on('SIGCONT', follow)
  return {
    async close() {
      closed = true
      process.off('SIGCONT', follow)
      stdin.off('data', take)
      stdin.pause()
      await busy
    },
  }
}
