/** The names that lead to a file: its own, and that of each link on the way, so that a link that is turned is noticed, too. */

import { lstat, readlink } from 'node:fs/promises'
import { dirname, join, parse, resolve, sep } from 'node:path'

/** More links than this are a circle. */
const LINKS = 40

/**
 * Absolute names, the file's own first. Where something is missing, its name is the last. Nothing that lies at the root
 * of the file system: that is not turned, and watching there would mean to watch everything.
 */
export const trailOf = async (file: string): Promise<string[]> => {
  const names: string[] = []
  let path = resolve(file)
  for (let links = 0; links < LINKS; links++) {
    // oxlint-disable-next-line no-await-in-loop -- each step leads to the next
    const { at, target } = await follow(path)
    names.push(at)
    if (target === undefined) break
    path = target
  }
  return names.filter(name => dirname(name) !== parse(name).root)
}

/** The first link on the way, and where it leads; without a target when there is none, or something is missing. */
const follow = async (path: string): Promise<{ at: string; target?: string }> => {
  const { root } = parse(path)
  const steps = path.slice(root.length).split(sep)
  for (let index = 0; index < steps.length; index++) {
    const at = join(root, ...steps.slice(0, index + 1))
    // oxlint-disable-next-line no-await-in-loop -- the same
    const link = await linkAt(at)
    if (link === undefined) return { at }
    if (link !== '') return { at, target: resolve(dirname(at), link, ...steps.slice(index + 1)) }
  }
  return { at: path }
}

/** Where it leads; empty when it is no link, and undefined when it is not there. */
const linkAt = async (path: string): Promise<string | undefined> => {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : ''
  } catch {
    return undefined
  }
}
