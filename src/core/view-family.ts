/** A family as another version has it: the same records under that version's names. */

import type { Family } from './family.js'
import { inferSchema } from './inference.js'
import { fragmentStep } from './json.js'
import type { Lens, Shift } from './lens.js'
import type { Misfit } from './misfit.js'
import type { Schema } from './schema.js'

/** `version` is what the version is called in what is said about it: `Version 1`. */
export const viewFamily = (family: Family, lens: Lens, { add }: Pick<Shift, 'add'>, version: string): Family => {
  if (lens.plain) return family
  const { validate } = family
  const absent = (name: string): string | undefined => {
    if (lens.stored(name) !== undefined) return undefined
    const other = lens.shown(name)
    return `${version} has no field ${name}${other === undefined ? '' : `; there it is called ${other}`}.`
  }
  return {
    ...viewStates(family, lens),
    secrets: family.secrets.flatMap(name => lens.shown(name) ?? []),
    schema: viewSchema(family.schema, lens, add),
    absent,
    ...(validate && {
      validate: (fields, before) =>
        // What stays as it was counts, too: the stored record is held against its schema, not what is shown of it.
        validate(lens.up(fields, before && lens.behind(before)), before).map(misfit => retold(misfit, lens, version)),
    }),
  }
}

/** What happens to a field that has states happens to them, too; what is not shown has none there. */
const viewStates = ({ states, ...rest }: Family, lens: Lens): Family => {
  const field = states && lens.shown(states.field)
  return states === undefined || field === undefined ? rest : { ...rest, states: { ...states, field } }
}

const viewSchema = ({ properties, required, ...rest }: Schema, lens: Lens, add: Shift['add']): Schema => {
  const renamed = Object.entries(properties ?? {}).flatMap(([name, member]): [string, Schema][] => {
    const shown = lens.shown(name)
    return shown === undefined ? [] : [[shown, member]]
  })
  const known = new Set(renamed.map(([name]) => name))
  const added = Object.entries(inferSchema([add]).properties ?? {}).filter(([name]) => !known.has(name))
  return {
    ...rest,
    properties: Object.fromEntries([...renamed, ...added]),
    ...(required && { required: required.flatMap(name => lens.shown(name) ?? []) }),
  }
}

/** The same fault under the names of the version. Sentences name a field first, quoted; about a whole record, anywhere. */
const retold = (misfit: Misfit, lens: Lens, version: string): Misfit => {
  const [, first = '', rest = ''] = /^#\/([^/]*)(.*)$/s.exec(misfit.pointer) ?? []
  if (first === '')
    return {
      ...misfit,
      detail: misfit.detail.replaceAll(/"([^"]+)"/g, (text, name: string) => quotedName(text, name, lens)),
    }
  const name = decodeURIComponent(first).replaceAll('~1', '/').replaceAll('~0', '~')
  const shown = lens.shown(name)
  if (shown === undefined) return { ...misfit, detail: `${misfit.detail} ${version} has no such field.` }
  if (shown === name) return misfit
  const detail = misfit.detail.startsWith(`"${name}`)
    ? `"${shown}${misfit.detail.slice(name.length + 1)}`
    : misfit.detail
  return { ...misfit, pointer: `#${fragmentStep(shown)}${rest}`, detail }
}

const quotedName = (text: string, name: string, lens: Lens): string => {
  const shown = lens.shown(name)
  return shown === undefined ? `${text} (which is not in this version)` : `"${shown}"`
}
