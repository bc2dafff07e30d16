/** Opens an address in the browser, by the program that each system has for it. */

import { spawn } from 'node:child_process'
import { platform } from 'node:process'
import type { Environment } from './colors.js'

/** The program and its arguments. None of them is a shell: the address is nothing but an argument. */
export const browserCommand = (url: string, system: string): readonly [string, ...string[]] => {
  if (system === 'darwin') return ['open', url]
  if (system === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  return ['xdg-open', url]
}

/** Waits for nothing; `failed` is told why there is no browser, if that turns out. */
export const openBrowser = (url: string, env: Environment, failed: (reason: string) => void): void => {
  const [name, ...args] = browserCommand(url, platform)
  // Outside our group, so that Ctrl-C here does not end what it has started there.
  const child = spawn(name, args, { stdio: 'ignore', detached: true, env })
  child
    .once('error', ({ code, message }: NodeJS.ErrnoException) =>
      failed(code === 'ENOENT' ? `there is no ${name} here` : message),
    )
    .once('exit', code => {
      if (code !== 0 && code !== null) failed(`${name} ended with ${code}`)
    })
    .unref()
}
