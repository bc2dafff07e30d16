/** Finds the port: the one that was chosen, or, where nobody chose and a person watches, the next free one. */

import { PortInUse } from '../server/bind.js'

/** Ports that browsers refuse to open (WHATWG Fetch, "bad port"), as far as they lie near the usual one. */
const REFUSED = new Set([4045, 4190])
const TRIED = 20

/** Calls `start` with the port, then, if `mayMove`, with the next ones while they are taken. Throws PortInUse at last. */
export const onFreePort = async <T>(
  port: number,
  mayMove: boolean,
  start: (port: number) => Promise<T>,
): Promise<T> => {
  for (let tried = port; ; tried++) {
    if (REFUSED.has(tried)) continue
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, until one is free
      return await start(tried)
    } catch (error) {
      if (!(error instanceof PortInUse) || !mayMove || tried - port >= TRIED) throw error
    }
  }
}
