/** Measures a collection of 100,000 records: pages of every kind, and memory beside the JSON text. Prints, asserts nothing. */

import { serve } from '../src/index.js'

const COUNT = 100_000
const ROUNDS = 15

const CITIES = ['Oxford', 'Paris', 'Kyoto', 'Cork', 'Lima']
const users = Array.from({ length: COUNT }, (_, n) => ({
  username: `user${n}`,
  name: `Person ${(n * 7919) % COUNT}`,
  email: `user${n}@example.com`,
  age: 18 + (n % 60),
  active: n % 3 === 0,
  roles: n % 100 === 0 ? ['admin', 'editor'] : ['editor'],
  address: { city: CITIES[n % CITIES.length] ?? '', zip: String(10_000 + (n % 89_999)) },
}))

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const size = JSON.stringify(users).length
const before = process.memoryUsage().heapUsed
const api = await serve({ users })

/** The first answer, and the median of those that follow; with a change in between, nothing that was kept helps. */
const measure = async (title: string, path: string, changing = false): Promise<void> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    if (changing)
      await fetch(`${api.url}/user/user5`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...users[5], age: 18 + round }),
      }).then(response => response.arrayBuffer())
    const start = performance.now()
    const response = await fetch(api.url + path)
    await response.arrayBuffer()
    times.push(performance.now() - start)
  }
  const [first = Number.NaN, ...rest] = times
  console.log(
    `${title.padEnd(44)} ${first.toFixed(1).padStart(8)} ms first ${median(rest).toFixed(1).padStart(8)} ms then`,
  )
}

try {
  console.log(
    `${COUNT} records, ${megabytes(size)} as JSON; the heap grew by ${megabytes(process.memoryUsage().heapUsed - before)}`,
  )
  await measure('one record', '/user/user5')
  await measure('page 1', '/users')
  await measure('page 1, a change before each', '/users', true)
  await measure('the last page', '/users?page=1000')
  await measure('the last page, a change before each', '/users?page=1000', true)
  const filtered = '/users?age:gte=30&address.city=Paris&sort=-age,name'
  await measure('filtered and sorted', filtered)
  await measure('filtered and sorted, a change before each', filtered, true)
  await measure('filtered and sorted, page 20', `${filtered}&page=20`)
  await measure('all sorted by name, a change before each', '/users?sort=name', true)
  await measure('searched, a change before each', '/users?q=person+kyoto', true)
  await measure('an unknown parameter', '/users?agee=3')
  console.log(`at the end the heap is ${megabytes(process.memoryUsage().heapUsed - before)} above the records' own`)
} finally {
  await api.close()
}
