/** Everything that keys in the terminal need, in one piece: it is loaded only where there is somebody to press them. */

import { openBrowser } from './browser.js'
import type { Environment } from './colors.js'
import { readKeyboard, type Keyboard } from './keyboard.js'
import { press, type Stage } from './keys.js'
import { printFailure } from './load.js'
import type { Process } from './process.js'

export { isForeground } from './foreground.js'

/** Does what the lines from the terminal ask for, until it is closed. */
export const listen = (stage: Omit<Stage, 'browse' | 'say'>, process: Process, env: Environment): Keyboard => {
  const { chalk } = stage
  const { stderr } = process
  const say = (text: string) => void stderr.write(`  ${text}\n`)
  const browse = (url: string) =>
    openBrowser(url, env, reason => say(`${chalk.yellow('!')} No browser: ${reason}. The address is ${url}`))
  return readKeyboard(
    process,
    line => press(line, { ...stage, say, browse }),
    error => printFailure(error as Error, stderr, chalk),
  )
}
