/** How a command is started on Windows, where `npx` is a script that only cmd.exe can run. */

import { existsSync } from 'node:fs'
import { win32 } from 'node:path'
import type { Environment } from './colors.js'

export interface Spawnable {
  readonly file: string
  readonly args: readonly string[]
  /** The arguments are quoted already, as cmd.exe wants them. */
  readonly verbatim: boolean
}

/** Programs start by themselves, scripts through cmd.exe; what cannot be found stays as it is, and fails by its name. */
export const windowsCommand = (
  name: string,
  args: readonly string[],
  env: Environment,
  exists: (path: string) => boolean = existsSync,
): Spawnable => {
  const found = find(name, env, exists)
  if (found === undefined || !/\.(?:cmd|bat)$/i.test(found)) return { file: found ?? name, args, verbatim: false }
  const line = [escape(found), ...args.map(argument => escape(quote(argument), 2))].join(' ')
  return { file: variable(env, 'ComSpec') ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], verbatim: true }
}

const find = (name: string, env: Environment, exists: (path: string) => boolean): string | undefined => {
  const endings = (variable(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean)
  const folders = /[\\/]/.test(name) ? [''] : ['.', ...(variable(env, 'PATH') ?? '').split(';').filter(Boolean)]
  const candidates =
    win32.extname(name) === '' ? endings.map(ending => name + ending) : [name, ...endings.map(ending => name + ending)]
  for (const folder of folders)
    for (const candidate of candidates) {
      const path = folder === '' ? win32.normalize(candidate) : win32.join(folder, candidate)
      if (exists(path)) return path
    }
  return undefined
}

/** Names of variables have no case there, but an object's members have. */
const variable = (env: Environment, name: string): string | undefined => {
  const own = Object.keys(env).find(key => key.toLowerCase() === name.toLowerCase())
  return own === undefined ? undefined : env[own]
}

/** As programs take their command line apart: a backslash before a quotation mark is doubled. */
const quote = (argument: string): string => `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`

/** What cmd.exe would read as its own. Twice, because a script hands its arguments through it once more. */
const escape = (text: string, times = 1): string => {
  const escaped = text.replaceAll(/[()\][%!^"`<>&|;, *?]/g, '^$&')
  return times === 1 ? escaped : escape(escaped, times - 1)
}
