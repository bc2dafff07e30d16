/** The embedded store keeps the contract, and so does one that answers with promises. */

import { setImmediate as tick } from 'node:timers/promises'
import { memoryStore, type Store } from '../../src/core/store.js'
import { storeContract } from './store-contract.js'

storeContract('in memory', memoryStore)

/** As one that is far away would be: nothing happens before the next turn. */
storeContract('answering later', now => {
  const store = memoryStore(now)
  const later: Store = {
    get: (...args) => tick().then(() => store.get(...args)),
    put: (...args) => tick().then(() => store.put(...args)),
    remove: (...args) => tick().then(() => store.remove(...args)),
    list: (...args) => tick().then(() => store.list(...args)),
    page: (...args) => tick().then(() => store.page(...args)),
    restore: (...args) => tick().then(() => store.restore(...args)),
    watch: store.watch,
  }
  return later
})
