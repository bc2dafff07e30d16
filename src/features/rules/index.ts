/** Rules, in the fixture or added while running: this request, so many times, gets that answer. Data only: no code, no templates. */

import type { Json } from '../../core/json.js'
import { latencyOf } from '../../core/latency.js'
import { Problem } from '../../core/problem.js'
import { stream } from '../../core/seeded.js'
import { sharedRoom } from '../../wire/rehearsal.js'
import type { RuleControl, Service } from '../../wire/service.js'
import type { Feature } from '../feature.js'
import { bookOf, told, type Book } from './book.js'
import { checkRules, stated } from './check.js'
import { readRule } from './given.js'
import { ruleResources } from './resources.js'
import { ruling } from './ruling.js'
import { options, type Rule } from './schema.js'

export const rules: Feature<typeof options> = {
  name: 'rules',
  doc: 'requests that get another answer than they ask for',
  options,
  // Without any it is on, too, so that some can be added.
  byDefault: [],
  inspect: checkRules,
  open(given, { service, keep, controlled }) {
    const list = given.map(stated)
    const book = keep('rules', bookOf)
    book.settle(list, service.now())
    // None now, and nobody can add one.
    if (book.all.length === 0 && !controlled) return {}
    const { chance } = service
    const random = keep(`rules of seed ${chance.seed}`, () => stream(chance.seed, 'rules'))
    const room = sharedRoom(service, keep)
    return {
      middleware: ruling(book, service, room, random),
      ...(list.length > 0 && { banner: [['Rules', summary(list)]] as const }),
      ...(list.some(isDrawn) && { random: true as const }),
      ...(controlled && {
        control: (root: string) => ruleResources(root, book, service),
        late: { rules: steering(book, service) },
      }),
      close: () => room.release(),
    }
  },
}

/** As many as fit on a line. */
const summary = (list: readonly Rule[]): string => {
  const shown = list.slice(0, 3).map(({ when }) => when)
  return [...shown, ...(list.length > 3 ? [`and ${list.length - 3} more`] : [])].join('  ')
}

const isDrawn = ({ then }: Rule): boolean => {
  const latency = latencyOf(then.wait ?? 0)
  return typeof latency !== 'string' && latency.random === true
}

const steering = (book: Book, service: Service): RuleControl => ({
  list: () => book.all.map(told),
  async add(value: Json) {
    const read = await readRule(value)
    const running = read instanceof Problem ? read : book.add(read.rule, service.now())
    return running instanceof Problem ? running : told(running)
  },
  remove: handle => book.remove(handle),
  clear: () => void book.clear(),
})
