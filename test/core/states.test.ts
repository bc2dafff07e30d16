/** States: which step is legal, what a record that says nothing of its state means, and how they are told. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Fields, Json } from '../../src/core/json.js'
import { Problem } from '../../src/core/problem.js'
import { namesOf, nextOf, outlineOf, stateOf, takeStep, withStates, type States } from '../../src/core/states.js'

const tests = suite('states')

const states: States = {
  field: 'status',
  initial: 'invited',
  transitions: { invited: ['active', 'closed'], active: ['suspended'], suspended: ['active', 'closed'] },
}
const family = { singular: 'member', states }

const record = (status: Json | undefined): Fields => ({ id: 1, ...(status !== undefined && { status }) })

/** The state that comes out, or what a problem says: the present state and what is allowed. */
const step = (before: Json | undefined, wanted: Json | undefined): unknown => {
  const after = takeStep(family, before === 'absent' ? undefined : record(before), record(wanted))
  if (!(after instanceof Problem)) return after['status']
  assert.is(after.name, 'invalid-transition')
  return [after.extensions['state'], after.extensions['allowed']]
}

for (const [before, wanted, outcome] of [
  ['absent', undefined, 'invited'],
  ['absent', 'invited', 'invited'],
  ['absent', 'active', [null, ['invited']]],
  ['absent', 'nonsense', [null, ['invited']]],
  ['absent', null, [null, ['invited']]],
  ['invited', undefined, 'invited'],
  ['invited', 'invited', 'invited'],
  ['invited', 'active', 'active'],
  ['invited', 'closed', 'closed'],
  ['invited', 'suspended', ['invited', ['active', 'closed']]],
  ['active', 'invited', ['active', ['suspended']]],
  ['active', 'closed', ['active', ['suspended']]],
  ['suspended', 'active', 'active'],
  ['closed', 'closed', 'closed'],
  ['closed', undefined, 'closed'],
  ['closed', 'invited', ['closed', []]],
  ['active', 'Suspended', ['active', ['suspended']]],
  ['active', null, ['active', ['suspended']]],
  ['active', ['suspended'], ['active', ['suspended']]],
  ['active', { suspended: true }, ['active', ['suspended']]],
  ['active', 1, ['active', ['suspended']]],
  ['active', 'constructor', ['active', ['suspended']]],
  // A record whose state is none that is known begins anew.
  ['constructor', 'active', [null, ['invited']]],
  ['constructor', undefined, 'invited'],
  [undefined, 'invited', 'invited'],
] as const)
  tests(`from ${JSON.stringify(before)} to ${JSON.stringify(wanted)}: ${JSON.stringify(outcome)}`, () =>
    assert.equal(step(before, wanted), outcome),
  )

for (const [before, wanted, detail] of [
  ['active', 'invited', 'A member whose status is "active" can become "suspended", not "invited".'],
  ['suspended', 'invited', 'A member whose status is "suspended" can become "active" or "closed", not "invited".'],
  [
    'active',
    'suspendet',
    'A member whose status is "active" can become "suspended", not "suspendet". "suspendet" is no state. Did you mean "suspended"?',
  ],
  ['active', 7, 'A member whose status is "active" can become "suspended", not 7. 7 is no state.'],
  ['closed', 'active', 'A member whose status is "closed" can become nothing any more, not "active".'],
  [undefined, 'active', 'A new member has the status "invited", not "active".'],
] as const)
  tests(detail, () => {
    const problem = takeStep(family, before === undefined ? undefined : { status: before }, { status: wanted })
    assert.is((problem as Problem).detail, detail)
  })

tests('a family without states keeps whatever it is given, and not a copy of it', () => {
  const fields = { status: 'anything' }
  assert.is(takeStep({ singular: 'x' }, { status: 'else' }, fields), fields)
})

tests('every name is a state, the first one first', () => {
  assert.equal(namesOf(states), ['invited', 'active', 'closed', 'suspended'])
  assert.equal(nextOf(states, 'toString'), [])
  assert.is(stateOf(states, Object.create({ status: 'active' }) as Fields), undefined)
})

for (const [transitions, line] of [
  [{ a: ['b'], b: ['c'] }, 'a -> b -> c'],
  [{ a: ['b'], b: ['a'] }, 'a -> b …'],
  [{ a: ['b', 'c'], b: [], c: [] }, 'a -> b …'],
  [{ a: ['a', 'b'] }, 'a -> b …'],
] as const)
  tests(`${JSON.stringify(transitions)} is ${line}`, () =>
    assert.is(outlineOf({ field: 'x', initial: 'a', transitions }), line),
  )

tests('the schema knows the states, where it knows anything', () => {
  const schema = withStates({ type: 'object', properties: { id: { type: 'integer' } } }, states)
  assert.equal(schema.properties?.['status'], { type: 'string', enum: ['invited', 'active', 'closed', 'suspended'] })
  assert.equal(withStates({ type: 'object' }, states), { type: 'object' })
  assert.equal(withStates(schema, undefined), schema)
})

tests.run()
