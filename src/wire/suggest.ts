/** The path that was probably meant, for one that no resource has. */

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
