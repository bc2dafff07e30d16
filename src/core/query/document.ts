/** Reads a query document, as QUERY brings it: another spelling of the very parameters that a URL has. */

// { "where": { "age": { "gte": 18 }, "role": ["admin", "editor"] }, "sort": ["-age", "name"], "fields": ["name"], "q": "…",
//   "page": 1, "limit": 100 }. Under `where`, members are fields; a list is any of its values, an object holds operators or
// members of the field. A member beside the known ones counts as a parameter of that name: { "age:gte": 18 }.

import { fragmentStep, isFields, type Fields, type Json } from '../json.js'
import type { Fault } from '../problem.js'
import type { Parameter } from '../query.js'
import { isOperator, joinList } from './filter.js'

/** A parameter, and the place in the document that it was read from. */
export interface Located extends Parameter {
  readonly pointer: string
}

/** The parameters that a document stands for, in its order, or everything that is wrong with its shape. */
export const readDocument = (document: Fields): readonly Located[] | readonly Fault[] => {
  const parameters: Located[] = []
  const faults: Fault[] = []
  const refuse = (pointer: string, detail: string): void => void faults.push({ pointer, detail })

  const put = (name: string, value: Json, pointer: string): void => {
    const text = plainText(value)
    if (text === undefined) refuse(pointer, `The value at ${pointer} is to be a text, a number, true, false or null.`)
    else parameters.push({ name, value: text, pointer })
  }
  const names = (name: string, value: Json, pointer: string): void => {
    const texts = (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter(item => typeof item === 'string')
    if (texts.length === 0 || (Array.isArray(value) && texts.length < value.length))
      refuse(pointer, `"${name}" is a text or a list of texts, each the name of a field.`)
    else parameters.push({ name, value: texts.join(','), pointer })
  }
  const any = (name: string, value: Json, pointer: string): void => {
    if (!Array.isArray(value)) return put(name, value, pointer)
    if (value.length === 0) refuse(pointer, `The list at ${pointer} is empty, so no value could be one of it.`)
    for (const [index, item] of (value as readonly Json[]).entries()) put(name, item, pointer + fragmentStep(index))
  }
  const operate = (name: string, operator: string, value: Json, pointer: string): void => {
    if (operator !== 'in') return any(`${name}:${operator}`, value, pointer)
    const texts = (Array.isArray(value) ? (value as readonly Json[]) : [value]).map(plainText)
    if (texts.length === 0 || texts.includes(undefined))
      refuse(pointer, `"in" takes a list of texts, numbers, true, false or null.`)
    else parameters.push({ name: `${name}:in`, value: joinList(texts.map(text => text ?? '')), pointer })
  }
  const where = (conditions: Fields, prefix: string, pointer: string): void => {
    for (const [member, value] of Object.entries(conditions)) {
      const here = pointer + fragmentStep(member)
      if (prefix !== '' && isOperator(member)) operate(prefix, member, value, here)
      else {
        const name = prefix === '' ? member : `${prefix}.${member}`
        if (isFields(value)) where(value, name, here)
        // Said with its operator, so that a field called `page` is not taken for the parameter.
        else any(member.includes(':') ? name : `${name}:eq`, value, here)
      }
    }
  }

  for (const [member, value] of Object.entries(document)) {
    const pointer = `#${fragmentStep(member)}`
    if (member === 'where') {
      if (isFields(value)) where(value, '', pointer)
      else refuse(pointer, '"where" is an object whose members are fields.')
    } else if (member === 'sort' || member === 'fields') names(member, value, pointer)
    else any(member, value, pointer)
  }
  return faults.length > 0 ? faults : parameters
}

const plainText = (value: Json): string | undefined => {
  if (value === null) return ''
  return typeof value === 'object' ? undefined : String(value)
}
