/** Records that are put back to what they were: a snapshot before something is shown, and the way back to it. */

import type { Server } from './server.js'

export interface Kept {
  /** Everything as it was. */
  putBack(): Promise<void>
  /** Forgets it. */
  forget(): Promise<void>
}

export const keepRecords = async (server: Server, name: string): Promise<Kept> => {
  const path = `/snapshots/${encodeURIComponent(name)}`
  await server.steer('PUT', path)
  return {
    putBack: async () => void (await server.steer('PUT', '/state', { snapshot: name })),
    forget: async () => void (await server.steer('DELETE', path)),
  }
}
