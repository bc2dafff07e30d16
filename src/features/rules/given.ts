/** Rules as they come while the server is running: held to the same schema and the same checks as those of the settings. */

import { conform, faultOf, fragment } from '../../core/conform.js'
import { isFields, type Json } from '../../core/json.js'
import { invalidContent, type Fault, type Problem } from '../../core/problem.js'
import { checkRules, stated } from './check.js'
import { options, type Rule } from './schema.js'

export interface Given {
  readonly rule: Rule
  /** That of the rule which it is to go on as. */
  readonly handle?: string
}

const CALLED = { whole: 'the rule', part: 'member' }

export const readRule = async (value: Json): Promise<Given | Problem> => {
  const { handle, rule } = bare(value)
  const found = await conform(rule, options.items, CALLED)
  const faults = found.length > 0 ? found.map(faultOf) : flawsOf([rule], 1)
  if (faults.length > 0) return invalidContent(faults)
  return { rule: rule as unknown as Rule, ...(handle !== undefined && { handle }) }
}

/** A list of them; those that stand in the settings are left out, so that what was read can be put again. */
export const readRules = async (value: Json): Promise<readonly Given[] | Problem> => {
  if (!Array.isArray(value)) return invalidContent([{ pointer: '#', detail: 'Rules are a list of them.' }])
  const items = (value as readonly Json[]).map(bare)
  const found = await conform(
    items.map(({ rule }) => rule),
    options,
    CALLED,
  )
  const isWrong = (index: number) => found.some(({ pointer }) => `${pointer}/`.startsWith(`/${index}/`))
  const sound = items.map(({ rule }, index) => (isWrong(index) ? undefined : rule))
  const faults = [...found.map(faultOf), ...flawsOf(sound)]
  if (faults.length > 0) return invalidContent(faults)
  return items.flatMap(({ rule, handle, from }) =>
    from === 'settings' ? [] : [{ rule: rule as unknown as Rule, ...(handle !== undefined && { handle }) }],
  )
}

/** Without what only the server says of one. */
const bare = (value: Json): { readonly rule: Json; readonly handle?: string; readonly from?: Json } => {
  // Nothing at all lacks everything that a rule needs.
  if (!isFields(value)) return { rule: value ?? {} }
  const { handle, from, seen: _seen, used: _used, ...rule } = stated(value)
  return { rule, ...(typeof handle === 'string' && { handle }), ...(from !== undefined && { from }) }
}

/** Of one alone, the pointer does not say which. */
const flawsOf = (rules: readonly (Json | undefined)[], depth = 0): Fault[] =>
  checkRules(rules as readonly (Rule | undefined)[]).map(({ pointer, message }) => ({
    pointer: fragment(pointer, depth),
    detail: message,
  }))
