/** JSON Merge Patch (RFC 7396): members given replace, null removes, everything else stays. */

import { isFields, type Fields, type Json } from './json.js'

/** The target with the patch laid over it (RFC 7396 §2). Neither is changed. */
export const mergePatch = (target: Json | undefined, patch: Json): Json => {
  if (!isFields(patch)) return patch
  // A Map, because a member may be called `__proto__`.
  const members = new Map<string, Json>(isFields(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name)
    else members.set(name, mergePatch(members.get(name), value))
  }
  return Object.fromEntries(members) as Fields
}
