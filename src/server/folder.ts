/** The folder behind `--static`: it must be there at start, and files are opened from inside it only. */

import { open, realpath, stat, type FileHandle } from 'node:fs/promises'
import { sep } from 'node:path'

/** A folder that cannot be served. */
export class NoSuchFolder extends Error {
  readonly folder: string

  constructor(folder: string, reason: string) {
    super(`The folder to serve, ${folder}, ${reason}.`)
    this.folder = folder
  }
}

/** Throws NoSuchFolder: a mistyped folder would otherwise be found out by a 404 for each of its files. */
export const checkFolder = async (folder: string): Promise<void> => {
  try {
    if ((await stat(folder)).isDirectory()) return
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new NoSuchFolder(folder, code === 'ENOENT' ? 'does not exist' : `cannot be read: ${code}`)
  }
  throw new NoSuchFolder(folder, 'is a file')
}

export interface OpenFile {
  readonly handle: FileHandle
  /** Of the very file that is open, whatever becomes of its name meanwhile. */
  readonly size: number
}

/**
 * Opens a regular file. Undefined when it is gone, or when a link leads out of the folder: what lies elsewhere was not
 * asked to be served. Rejects when it is there and cannot be read.
 */
export const openInside = async (folder: string, path: string): Promise<OpenFile | undefined> => {
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(path)])
    if (!file.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined
    const handle = await open(file, 'r')
    const stats = await handle.stat().catch(async (error: unknown) => {
      await handle.close()
      throw error
    })
    if (stats.isFile()) return { handle, size: stats.size }
    await handle.close()
    return undefined
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
