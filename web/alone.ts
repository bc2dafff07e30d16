/** One run of the proofs, or one walk, at a time: of this page, and of all tabs of this browser where the browser can tell. */

const NAME = 'restage'

export const BUSY = 'Another tab is at a walk, or at the proofs. Wait for the end there.'

/** What this page has begun, and is perhaps still tidying up. */
let latest: Promise<unknown> = Promise.resolve()

/** Absent where the page did not come over a way that browsers trust: another machine's http. */
const locks = (): LockManager | undefined => (navigator as { readonly locks?: LockManager }).locks

/** Waits for what this page is still at. False: another tab is at it, so nothing was done. */
export const alone = (work: () => Promise<void>): Promise<boolean> => {
  const done = async (): Promise<boolean> => {
    await work()
    return true
  }
  const run = latest.then(
    () => locks()?.request(NAME, { ifAvailable: true }, lock => (lock === null ? false : done())) ?? done(),
  )
  latest = run.catch(() => undefined)
  return run
}

/** False: some tab is at it, or still tidying up. */
export const isQuiet = async (): Promise<boolean> => {
  const { held = [] } = (await locks()?.query()) ?? {}
  return held.every(({ name }) => name !== NAME)
}
