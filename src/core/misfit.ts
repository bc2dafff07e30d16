/** Turns what a validator reports into faults: the leaves only, each with a sentence and the place of what is wrong. */

import { inPlace, type Declared, type SchemaNode } from './declared.js'
import { fragmentStep, isFields, type Fields, type Json } from './json.js'
import type { Fault } from './problem.js'
import { phrase, type Where } from './phrase.js'

/** What the sentences are about. */
export interface Subject {
  /** What one record is called. */
  readonly singular: string
  /** Top-level fields of which nothing is ever repeated, not even what is wrong inside. */
  readonly secrets: readonly string[]
}

/** A fault of a value that does not fit a schema. */
export interface Misfit extends Fault {
  /** The member should not be there at all, so it is its name that is wrong. */
  readonly name?: true
}

/** One report of the validator: parents come before what they consist of. */
export interface Report {
  readonly keyword: string
  readonly keywordLocation: string
  readonly instanceLocation: string
}

/** More than this help nobody. */
const FAULTS_MAX = 100
/** So many reports are looked at for them. */
const REPORTS_MAX = 5000

/** Keywords whose report only says that there is one inside. */
const PARENTS = new Set(
  (
    '$ref properties patternProperties additionalProperties unevaluatedProperties items prefixItems ' +
    'unevaluatedItems allOf if dependentSchemas propertyNames'
  ).split(' '),
)

export const explainMisfits = (
  reports: readonly Report[],
  declared: Declared,
  fields: Fields,
  subject: Subject,
): Misfit[] => {
  const misfits = new Map<string, Misfit>()
  for (const where of leaves(
    reports.slice(0, REPORTS_MAX).map(report => locate(report, declared, fields)),
    declared,
  )) {
    if (misfits.size >= FAULTS_MAX) break
    const misfit = tell(where, declared, subject)
    misfits.set(`${misfit.pointer}\n${misfit.detail}`, misfit)
  }
  return [...misfits.values()]
}

interface Located extends Where {
  readonly location: string
  readonly instance: string
}

const tell = (where: Located, declared: Declared, subject: Subject): Misfit => {
  const [first = ''] = where.path
  const secret = subject.secrets.includes(String(first))
  const path = secret ? [first] : where.path
  const { detail, name } = phrase({ ...where, path, secret }, declared, subject.singular)
  return { pointer: `#${path.map(fragmentStep).join('')}`, detail, ...(name === true && { name }) }
}

/** The reports that say something, those of forms that were not meant left out. */
const leaves = (reports: readonly Located[], declared: Declared): Located[] => {
  const found: Located[] = []
  for (let index = 0; index < reports.length; index++) {
    const report = reports[index]
    if (report === undefined || PARENTS.has(report.keyword) || isAside(report)) continue
    if (report.edges.includes('propertyNames')) {
      // Whatever is wrong with a name, it is the name that is wrong.
      found.push({ ...report, keyword: 'propertyNames' })
      continue
    }
    if (report.keyword !== 'anyOf' && report.keyword !== 'oneOf') {
      found.push(report)
      continue
    }
    const inside: Located[] = []
    while (reports[index + 1]?.location.startsWith(`${report.location}/`) === true) {
      const next = reports[++index]
      if (next !== undefined) inside.push(next)
    }
    found.push(...ofForms(report, inside, declared))
  }
  return withoutEchoes(found, declared)
}

/** What keeps an item from being the one that a list should contain is told once, by the keyword itself. */
const isAside = ({ edges }: Located): boolean => edges.includes('contains')

/** Of several forms, the only one whose type the value has is the one that was meant. */
const ofForms = (report: Located, inside: readonly Located[], declared: Declared): Located[] => {
  const forms = report.keyword === 'anyOf' ? report.node.anyOf : report.node.oneOf
  const branches = (forms ?? []).map((_, index) =>
    inside.filter(({ location }) => `${location}/`.startsWith(`${report.location}/${index}/`)),
  )
  if (branches.some(branch => branch.length === 0)) return [{ ...report, several: true }]
  const typed = branches.filter(
    branch => !branch.some(({ keyword, path }) => settles(keyword, path.length - report.path.length)),
  )
  const [meant] = typed
  if (typed.length === 1 && meant !== undefined) return leaves(meant, declared)
  const types = inside.filter(({ keyword, instance }) => keyword === 'type' && instance === report.instance)
  return types.length === branches.length
    ? [{ ...report, keyword: 'type', node: { type: [...new Set(types.flatMap(({ node }) => node.type ?? []))] } }]
    : [report]
}

/** What tells one form from another: its type, the value of a member, what it must have. */
const settles = (keyword: string, depth: number): boolean =>
  depth === 0 ? SETTLING.has(keyword) : depth === 1 && keyword === 'const'

const SETTLING = new Set(['type', 'const', 'enum', 'not', 'required', 'dependentRequired'])

/** A member is unevaluated, too, when the schema that knows it was not fulfilled: that is no news. */
const withoutEchoes = (found: readonly Located[], declared: Declared): Located[] =>
  found.filter(report => {
    const { edges, path, owner } = report
    if (edges.at(-1) !== 'unevaluatedProperties' || owner === undefined) return true
    const object = report.instance.slice(0, report.instance.lastIndexOf('/'))
    const known = new Set<SchemaNode>()
    const collect = (node: SchemaNode): boolean => {
      if (known.has(node)) return false
      known.add(node)
      const name = String(path.at(-1))
      return Object.hasOwn(node.properties ?? {}, name) || inPlace(node, declared).some(collect)
    }
    return !(
      collect(owner) &&
      found.some(
        other => other.edges.at(-1) !== 'unevaluatedProperties' && `${other.instance}/`.startsWith(`${object}/`),
      )
    )
  })

const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])

/** Finds what the report is about: the schema that has the keyword, and the value. */
const locate = (report: Report, declared: Declared, fields: Fields): Located => {
  const steps = report.keywordLocation.split('/').slice(1, -1)
  const edges: string[] = []
  let node: SchemaNode | undefined = declared.root
  let owner: SchemaNode | undefined
  for (let index = 0; index < steps.length && node !== undefined; index++) {
    const step = steps[index] ?? ''
    if (step === '$ref') {
      node = declared.targetOf(node)
      continue
    }
    owner = node
    edges.push(step)
    const inner = node[step] as SchemaNode | readonly SchemaNode[] | { readonly [name: string]: SchemaNode } | undefined
    const inside = MAPS.has(step) || LISTS.has(step) ? unescape(steps[++index] ?? '') : undefined
    node = (inside === undefined ? inner : (inner as { readonly [name: string]: SchemaNode } | undefined)?.[inside]) as
      SchemaNode | undefined
  }
  const path = report.instanceLocation.split('/').slice(1).map(unescape)
  let value: Json | undefined = fields
  const around: (Json | undefined)[] = []
  for (const step of path) {
    around.push(value)
    value = inside(value, step)
  }
  return {
    keyword: report.keyword,
    location: report.keywordLocation,
    instance: report.instanceLocation,
    node: node ?? {},
    owner,
    edges,
    path: path.map((step, index) => (Array.isArray(around[index]) ? Number(step) : step)),
    value,
  }
}

const inside = (value: Json | undefined, step: string): Json | undefined => {
  if (Array.isArray(value)) return (value as readonly Json[])[Number(step)]
  return isFields(value) && Object.hasOwn(value, step) ? value[step] : undefined
}

const unescape = (step: string): string => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
