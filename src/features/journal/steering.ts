/** The journal for who asks without a request: the same questions, the same answers. */

import { Problem } from '../../core/problem.js'
import type { JournalControl, Service } from '../../wire/service.js'
import { countMismatch } from './misses.js'
import { admits, readQuestion } from './question.js'
import type { Secrets } from './redact.js'
import type { Ring } from './ring.js'
import { details } from './view.js'

export const steering = (ring: Ring, secrets: Secrets, service: Service): JournalControl => ({
  find(text) {
    const question = readQuestion(text)
    if (question instanceof Problem) return question
    const found = ring.all().filter(entry => admits(question, entry))
    const shown = found.slice(-question.limit).toReversed()
    return Promise.all(shown.map(entry => details(entry, secrets, service)))
  },
  claim(text) {
    const question = readQuestion(text)
    if (question instanceof Problem) return question
    const entries = ring.all()
    const found = entries.filter(entry => admits(question, entry))
    const { count } = question
    const holds = count === undefined ? found.length > 0 : found.length === count
    return holds ? undefined : countMismatch(question, found, entries, ring.dropped)
  },
})
