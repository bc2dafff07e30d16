/** Tells when files may have changed, however they are saved; what has become of them is for somebody else to read. */

import { dirname, basename, resolve } from 'node:path'
import type { FSWatcher } from 'chokidar'
import { trailOf } from './trail.js'

export interface Watch {
  close(): Promise<void>
}

export interface Watching {
  /** Milliseconds between two looks; undefined where the system tells. */
  readonly poll: number | undefined
  /** Called when all is quiet again, and never before the call before has come to its end. Must not reject. */
  look(): Promise<void>
  /** The system cannot tell, or not any more. */
  failed(error: Error): void
}

/** Whoever saves needs several steps for it, and these follow one another closely. */
const QUIET = 60

/** The longest interval of a timer. */
const LONGEST = 2 ** 31 - 1

/**
 * Watches the folders that the files lie in, not the files: an editor that saves by renaming puts another file in the
 * place of the one that was watched. Looks once as soon as it watches, because something may have changed meanwhile.
 */
export const watchFiles = (files: readonly string[], { poll, look, failed }: Watching): Watch => {
  let watcher: FSWatcher | undefined
  let watched = ''
  let timer: NodeJS.Timeout | undefined
  let closed = false
  /** What is being done: one thing after the other. */
  let busy: Promise<void> = Promise.resolve()
  let told = false
  /** Where the limit of watched folders is reached, each of them would say so. */
  const fail = (error: unknown) => {
    if (!closed && !told) failed(error as Error)
    told = true
  }

  /** Everything that happens starts the wait anew. */
  const stir = () => {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void (busy = busy.then(turn).catch(fail)), QUIET)
  }

  const turn = async () => {
    if (closed) return
    await look()
    // Links that lead elsewhere now, folders that are gone or there again.
    await aim()
  }

  const aim = async (): Promise<void> => {
    const names = (await Promise.all(files.map(trailOf))).flat().toSorted()
    if (closed || names.join('\0') === watched) return
    watched = names.join('\0')
    // Two at once on the same folder would take events from each other.
    await watcher?.close()
    watcher = await open(new Set(names), poll, stir, fail)
    if (closed) return watcher.close()
    stir()
  }

  busy = aim().catch(fail)
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await busy
      await watcher?.close()
    },
  }
}

/** Resolves when everything that happens from now on is noticed. */
const open = async (
  names: ReadonlySet<string>,
  poll: number | undefined,
  stir: () => void,
  failed: (error: unknown) => void,
): Promise<FSWatcher> => {
  const { watch } = await import('chokidar')
  const folders = new Set([...names].map(name => dirname(name)))
  const watcher = watch([...folders], {
    depth: 0,
    ignoreInitial: true,
    followSymlinks: false,
    // It would hold back what it takes for one half of a save; we wait and look.
    atomic: false,
    ignored: path => !names.has(resolve(path)) && !folders.has(resolve(path)),
    usePolling: poll !== undefined,
    ...(poll !== undefined && { interval: Math.min(poll, LONGEST), binaryInterval: Math.min(poll, LONGEST) }),
  })
    .on('all', stir)
    // What the system says of a folder, before it is made sense of: the end of a folder is nowhere else.
    .on('raw', (_event, name, details: unknown) => {
      const folder = String((details as { watchedPath?: string }).watchedPath ?? '')
      if (name === null || name === basename(folder) || names.has(resolve(folder, name))) stir()
    })
    .on('error', failed)
  await new Promise<void>(ready => void watcher.once('ready', ready).once('error', () => ready()))
  return watcher
}
