/** A server in this process as the ground of a comparison: its records are looked at and put back without a request. */

import { visibleSchema, type Family } from '../core/family.js'
import type { Started } from '../server/start.js'
import type { Ground, Subject } from './ground.js'

/** What is put back is what the fixture says. */
export const serverGround = ({ url, app }: Started): Ground => {
  const { world } = app.service
  const { base, put } = app.config
  return {
    origin: url,
    base,
    families: app.families.map(subjectOf),
    puts: put === 'create',
    records: async ({ singular }) => world.store.list(singular),
    state: async () =>
      JSON.stringify([...(await world.state())].map(([name, list]) => [name, list.map(e => [e.key, e.fields])])),
    async putBack() {
      await world.become(world.initial)
      // Dates tell seconds: what has just been put back is to be as old as what was never changed.
      world.clock.advance(2000)
    },
  }
}

const subjectOf = (family: Family): Subject => {
  const { singular, plural, key, secrets, states } = family
  return { singular, plural, key, schema: visibleSchema(family), secrets, ...(states && { state: states.field }) }
}
