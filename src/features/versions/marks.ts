/** What answers of a version say about it: its name, that it is deprecated, when it will be gone, and what comes after it. */

import { responseHeader, withHeaders, type HttpResponse } from '../../wire/message.js'
import { withNote } from '../../wire/vary.js'
import type { Version } from './settings.js'

/** The version to go to from a deprecated one: the usual one, else the newest that is not deprecated itself. */
export const successorOf = (version: Version, all: readonly Version[], usual: Version): Version | undefined => {
  if (version.deprecated === undefined && version.sunset === undefined) return undefined
  const lasting = all.filter(one => one !== version && one.deprecated === undefined && one.sunset === undefined)
  return lasting.includes(usual) ? usual : lasting.at(-1)
}

/** `successor`: the link to the same thing in the version after it. What says that it is old already is not told twice. */
export const mark = (
  response: HttpResponse,
  { name, deprecated, sunset }: Version,
  successor: string | undefined,
): HttpResponse => {
  if (deprecated === undefined && sunset === undefined) return response
  const old = responseHeader(response, 'deprecation') !== undefined
  const fields = [
    ...(deprecated === undefined || old ? [] : ['Deprecation', `@${deprecated / 1000}`]),
    ...(sunset === undefined || responseHeader(response, 'sunset') !== undefined
      ? []
      : ['Sunset', new Date(sunset).toUTCString()]),
    ...(successor === undefined || old ? [] : ['Link', successor]),
  ]
  return withNote(withHeaders(response, fields), `version ${name}, ${deprecated === undefined ? 'ends' : 'deprecated'}`)
}
