/** The requests for one record, as they are shown and sent. */

import { itemPath, type Family, type Fields } from '../../api.js'
import type { Answer } from '../../server.js'
import type { Request } from '../../curl.js'
import { brief, isFields, own } from './json.js'

/** What the server has, and the validator of it. */
export interface Version {
  readonly record: Fields
  readonly etag: string | undefined
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

const onlyIf = (name: string, etag: string | undefined) => (etag === undefined ? {} : { [name]: etag })

/** `etag`: of what is known already. */
export const reading = (target: string, etag?: string): Request => ({
  method: 'GET',
  target,
  headers: { Accept: 'application/json', ...onlyIf('If-None-Match', etag) },
})

/** `etag`: of the version that it may replace. */
export const replacing = (target: string, etag: string | undefined, value: Fields): Request => ({
  method: 'PUT',
  target,
  headers: { ...JSON_TYPE, ...onlyIf('If-Match', etag) },
  content: JSON.stringify(value),
})

export const removing = (target: string, etag: string | undefined): Request => ({
  method: 'DELETE',
  target,
  headers: onlyIf('If-Match', etag),
})

/** The key is in the path. Only what no path can hold goes to the collection, and is refused there. */
export const creating = (family: Family, value: Fields): Request => {
  const { [family.key]: name, ...rest } = value
  const key = brief(name)
  const addressable = !['', '.', '..'].includes(key)
  return {
    method: 'POST',
    target: addressable ? itemPath(family, key) : family.collection,
    headers: JSON_TYPE,
    content: JSON.stringify(addressable ? rest : { ...rest, [family.key]: key }),
  }
}

/** Undefined where it is no record. */
export const versionIn = ({ text, headers }: Pick<Answer, 'text' | 'headers'>): Version | undefined => {
  const record: unknown = text === '' ? undefined : JSON.parse(text)
  return isFields(record as Fields) ? { record: record as Fields, etag: headers.get('etag') ?? undefined } : undefined
}

export const keyIn = (family: Family, fields: Fields): string => brief(own(fields, family.key))
