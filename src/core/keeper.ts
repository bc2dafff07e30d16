/** What is made once and found again by its name: sessions, feeds, counters that a change of the settings must not end. */

export type Keep = <T>(name: string, make: () => T) => T

export const keeper = (): Keep => {
  const kept = new Map<string, unknown>()
  return <T>(name: string, make: () => T): T => {
    if (!kept.has(name)) kept.set(name, make())
    return kept.get(name) as T
  }
}
