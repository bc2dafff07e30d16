/** Records that are put back to what they were: a snapshot before something is shown, and the way back to it. */

import type { Server } from './server.js'

export interface Kept {
  /** Everything as it was. `last`: the page is going away, and the request outlives it. */
  putBack(last?: boolean): Promise<void>
  /** Forgets it. */
  forget(): Promise<void>
}

/** A name that no other tab takes at the same time. */
export const freshName = (prefix: string): string => {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return prefix + number.toString(36)
}

export const keepRecords = async (server: Server, name: string): Promise<Kept> => {
  await server.steer('PUT', pathOf(name))
  return keptAs(server, name)
}

/** What has been kept before. */
export const keptAs = (server: Server, name: string): Kept => ({
  putBack: async (keepalive = false) => void (await server.steer('PUT', '/state', { snapshot: name }, { keepalive })),
  forget: async () => void (await server.steer('DELETE', pathOf(name))),
})

/** The names of those that are kept. */
export const keptNames = async (server: Server, prefix: string): Promise<readonly string[]> =>
  Object.keys(await server.read<object>('/snapshots')).filter(name => name.startsWith(prefix))

const pathOf = (name: string): string => `/snapshots/${encodeURIComponent(name)}`
