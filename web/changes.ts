/** Tells of changes of the records, whoever has made them: asks for the list of changes every now and then while somebody looks. */

import type { Server } from './server.js'

/** Milliseconds between two looks. */
const PAUSE = 2000

export interface Changes {
  /** Calls after each change, and when the server is there again; gives back what ends it. */
  watch(call: () => void): () => void
  /** Looks now: somebody has just done something. Resolves when all who watch have been told. */
  look(): Promise<void>
}

/** `reached` is told whether the server answers. */
export const changesOn = (server: Server, reached: (there: boolean) => void): Changes => {
  const watchers = new Set<() => void>()
  let seen: string | undefined
  let looking: Promise<void> | undefined

  const once = async (): Promise<void> => {
    try {
      const { headers } = await server.steer('GET', '/changes')
      const etag = headers.get('etag') ?? ''
      reached(true)
      if (seen !== undefined && seen !== etag) for (const call of watchers) call()
      seen = etag
    } catch {
      reached(false)
      // What is there when it is back may be something else.
      seen = ''
    }
  }
  /** One look at a time; one that is wanted meanwhile comes after it, because it has to see what has just been done. */
  const look = (): Promise<void> => {
    const next = (looking ?? Promise.resolve()).then(once)
    looking = next
    return next
  }
  const tick = async (): Promise<void> => {
    if (document.visibilityState === 'visible') await look()
    setTimeout(() => void tick(), PAUSE)
  }
  void tick()
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void look())
  return {
    watch(call) {
      watchers.add(call)
      return () => watchers.delete(call)
    },
    look,
  }
}
