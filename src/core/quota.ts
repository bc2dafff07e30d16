/** A quota for each client: so many requests in a window of time, counted in bounded memory. */

/** What each client may do. */
export interface Quota {
  /** How many requests, */
  readonly requests: number
  /** in how many seconds. */
  readonly seconds: number
}

/** How a client stands after it has asked once more. */
export interface Standing {
  readonly admitted: boolean
  /** How many requests it has left in this window. */
  readonly remaining: number
  /** In how many seconds the window ends and the quota is whole again; never 0, and never too few. */
  readonly reset: number
}

/** Counts what clients ask for. The quota is said with each question, so that it can be changed under way. */
export interface Meter {
  take(client: string, quota: Quota, now: number): Standing
  /** How many clients are remembered. */
  readonly size: number
}

/** A number of requests, and behind the slash a span of time: `100/1m`, `5/s`. */
export const QUOTA_PATTERN = '^[1-9]\\d{0,8}/([1-9]\\d{0,5} ?)?[smhd]$'

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** The quota that a text means; the pattern has been checked by the grammar. */
export const readQuota = (text: string): Quota => {
  const [, requests = '1', times = '1', unit = 's'] = /^(\d+)\/(?:(\d+) ?)?([smhd])$/.exec(text) ?? []
  return { requests: Number(requests), seconds: Number(times) * (SECONDS[unit] ?? 1) }
}

/** More clients than this are not remembered at once. */
const CLIENTS_MAX = 10_000

interface Window {
  /** On the meter's own time. */
  readonly began: number
  used: number
}

/**
 * A window begins with a client's first request and is over after the quota's span. The windows stand in the order in
 * which they began, so that the first to be forgotten is the one that is over, or will be soonest.
 */
export const meter = (most = CLIENTS_MAX): Meter => {
  const windows = new Map<string, Window>()
  // A clock that is set back must not make a window last longer, so only steps forward count.
  let time = 0
  let last: number | undefined

  const open = (client: string): Window => {
    windows.delete(client)
    for (const oldest of windows.keys()) {
      if (windows.size < most) break
      windows.delete(oldest)
    }
    const window = { began: time, used: 0 }
    windows.set(client, window)
    return window
  }

  return {
    take(client, { requests, seconds }, now) {
      time += Math.max(0, now - (last ?? now))
      last = now
      const span = seconds * 1000
      const known = windows.get(client)
      const window = known === undefined || time - known.began >= span ? open(client) : known
      const admitted = window.used < requests
      if (admitted) window.used++
      return {
        admitted,
        remaining: Math.max(0, requests - window.used),
        reset: Math.ceil((window.began + span - time) / 1000),
      }
    },
    get size() {
      return windows.size
    },
  }
}
