/** Whether the terminal listens to us: a job in the background that reads from its terminal is stopped by the system. */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pid, platform } from 'node:process'

/** Node has no call for it. Not by handling SIGTTIN: the read would only be begun again, and bring the next one. */
export const isForeground = (): boolean => {
  // There are no jobs.
  if (platform === 'win32') return true
  let stat: string
  try {
    stat = readFileSync('/proc/self/stat', 'latin1')
  } catch {
    // A plus is for those in the foreground, on macOS and the BSDs. Where nothing tells, nothing is read.
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8', timeout: 2000 })
    return stdout?.includes('+') ?? false
  }
  return isForegroundIn(stat)
}

/** The same from Linux's `/proc/self/stat`: our group is the terminal's, or there is no terminal that rules over us. */
export const isForegroundIn = (stat: string): boolean => {
  // The name stands in parentheses, and may have some.
  const [, , group, , , chosen] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return chosen === '-1' || chosen === group
}
