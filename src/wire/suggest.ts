/** The path that was probably meant, for one that no resource has. */

import { clip } from '../core/clip.js'
import { nearest } from '../core/nearest.js'
import { exactly } from './resource.js'
import type { Resource } from './message.js'

/**
 * Slashes too many, another case, a forgotten base, a misspelt segment: the right path for each, or undefined.
 * What stands in the place of a parameter is kept as it was sent.
 */
export const suggestPath = (resources: readonly Resource[], base: string, path: string): string | undefined => {
  const tidy = `/${path.split('/').filter(Boolean).join('/')}`
  for (const candidate of [tidy, base + tidy]) {
    for (const resource of resources) {
      const found = fit(resource, candidate, (a, b) => a.toLowerCase() === b.toLowerCase())
      if (found !== undefined && found !== path) return found
    }
  }
  for (const candidate of [tidy, base + tidy]) {
    for (const resource of resources) {
      const found = fit(resource, candidate, (a, b) => nearest(a, [b]) !== undefined || a === b)
      if (found !== undefined && found !== path && exactly(resource, found)) return found
    }
  }
  return undefined
}

/** As many paths are told of. */
const TOLD_MAX = 3

/** The resources whose paths are nearest, and where each of them parts from the one that was sent. */
export const considerPaths = (resources: readonly Resource[], path: string): { path: string; reason: string }[] => {
  const sent = path.split('/').slice(1)
  return resources
    .filter(({ doc, parameter, control }) => doc !== undefined && parameter === undefined && control !== true)
    .map(resource => ({ path: resource.path, parting: partingOf(resource.path.split('/').slice(1), sent) }))
    .toSorted((a, b) => b.parting.shared - a.parting.shared)
    .slice(0, TOLD_MAX)
    .map(near => ({ path: near.path, reason: near.parting.reason }))
}

/** How many segments agree, and why the next does not. Half a point for as many segments. */
const partingOf = (own: readonly string[], sent: readonly string[]): { shared: number; reason: string } => {
  const agrees = (part: string, index: number) => (part.startsWith(':') ? sent[index] !== '' : part === sent[index])
  const shared = own.findIndex((part, index) => !(index < sent.length && agrees(part, index)))
  if (shared === -1 || sent.length !== own.length)
    return {
      shared: shared === -1 ? own.length : shared,
      reason: `It has ${own.length === 1 ? '1 segment' : `${own.length} segments`}, not ${sent.length}.`,
    }
  const [is = '', wanted = ''] = [sent[shared], own[shared]]
  const reason = wanted.startsWith(':') ? `${wanted} is empty.` : `"${clip(is)}" is not "${wanted}".`
  return { shared: shared + 0.5, reason }
}

/** The path with the resource's own literals, if every one of them is alike enough to what stands there. */
const fit = (resource: Resource, path: string, alike: (sent: string, own: string) => boolean): string | undefined => {
  // What is told apart by a parameter of the query is not meant by a path alone.
  if (resource.parameter !== undefined) return undefined
  const own = resource.path.split('/')
  const sent = path.split('/')
  if (own.length !== sent.length) return undefined
  if (!own.every((part, index) => part.startsWith(':') || alike(sent[index] ?? '', part))) return undefined
  return own.map((part, index) => (part.startsWith(':') ? sent[index] : part)).join('/')
}
