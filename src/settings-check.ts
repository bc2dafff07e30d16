/** Finds what is wrong in settings: unknown names with the nearest known one, and values by a kept JSON Schema validator. */

import { features } from './features/index.js'
import { grammar } from './grammar.js'
import { conform, type Nonconformity } from './core/conform.js'
import { isFields, step } from './core/json.js'
import type { Schema } from './core/schema.js'

/** Something wrong in the settings. */
export type SettingFault = Nonconformity

/** All that is wrong in a value that claims to be settings. The validator is loaded only when there is something to check. */
export const checkSettings = async (settings: unknown, schema: Schema = grammar): Promise<SettingFault[]> => {
  if (settings === undefined || settings === null || (isFields(settings) && Object.keys(settings).length === 0))
    return []
  const found = await conform(settings, schema, { whole: 'the settings', part: 'setting' })
  return schema === grammar ? [...found, ...checkTogether(settings, found)] : found
}

/** What is wrong in the features' own settings that no schema can tell, where the schema finds nothing. */
export const checkTogether = (settings: unknown, found: readonly SettingFault[] = []): SettingFault[] =>
  features.flatMap(({ name, inspect }) => {
    const value = isFields(settings) && Object.hasOwn(settings, name) ? settings[name] : undefined
    const root = step(name)
    if (inspect === undefined || value === undefined || value === null || typeof value === 'boolean') return []
    // Of a list, what is wrong already is left out, so that the rest is told at the same time.
    const sound = Array.isArray(value)
      ? (value as readonly unknown[]).map((item, index) => (isWrong(found, root + step(index)) ? undefined : item))
      : value
    if (isWrong(found, root) && !Array.isArray(sound)) return []
    return inspect(sound).map(({ pointer, message }) => ({ pointer: root + pointer, at: 'value' as const, message }))
  })

/** Whether anything has been found there or further inside. */
const isWrong = (found: readonly SettingFault[], pointer: string): boolean =>
  found.some(fault => `${fault.pointer}/`.startsWith(`${pointer}/`))
