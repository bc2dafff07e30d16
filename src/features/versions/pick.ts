/** Finds the version that a request means: in its media types, or in a field of its own. */

import { Problem } from '../../core/problem.js'
import type { Kind } from '../../wire/codec.js'
import type { Format } from '../../wire/formats.js'
import { header, type HttpRequest, type Resource } from '../../wire/message.js'
import { chooser, parseAccept, parseMediaType } from '../../wire/negotiate.js'
import type { Service } from '../../wire/service.js'
import type { Version } from './settings.js'

/** A version with what serves it. */
export interface Served {
  readonly version: Version
  readonly service: Service
}

export type Pick<S extends Served> = (request: HttpRequest, resource: Resource) => S | Problem

/** By a field of the request. One that is empty says nothing. */
export const pickByHeader =
  <S extends Served>(served: readonly S[], usual: S, field: string): Pick<S> =>
  request => {
    const name = header(request, field.toLowerCase())?.trim() ?? ''
    if (name === '') return usual
    const names = served.map(({ version }) => version.name)
    return (
      served.find(({ version }) => version.name === name) ??
      new Problem('unknown-version', `There is no version "${name}". ${field} can be ${names.join(', ')}.`, {
        versions: names,
      })
    )
  }

/**
 * By the parameter `version`: that of Accept decides what is answered, that of Content-Type how the content is read, and
 * where only one of them says it, it is said for both.
 */
export const pickByMediaType = <S extends Served>(served: readonly S[], usual: S): Pick<S> => {
  const ordered = [usual, ...served.filter(one => one !== usual)]
  const byName = new Map(served.map(one => [one.version.name, one]))
  const names = [...byName.keys()]
  const choosers = new Map(
    (['item', 'collection', 'document'] as const).map((kind: Kind) => [
      kind,
      chooser<Format>(ordered.flatMap(({ service }) => service.formats.reading(kind).all)),
    ]),
  )

  /** What Accept says, and whether it says it or only admits it. */
  const accepted = (request: HttpRequest, resource: Resource): { one: S; said: boolean } | Problem => {
    const accept = header(request, 'accept')
    const choice = choosers.get(kindOf(resource))?.(accept)
    if (choice !== undefined)
      return {
        one: byName.get(choice.offer.version ?? '') ?? usual,
        said: choice.range?.parameters.has('version') === true,
      }
    // Nothing can be had; but in which version it cannot is known, unless there is no such version.
    const wanted = parseAccept(accept ?? '').flatMap(({ parameters }) => parameters.get('version') ?? [])
    const known = wanted.flatMap(name => byName.get(name) ?? [])
    if (wanted.length === 0 || known[0] !== undefined) return { one: known[0] ?? usual, said: wanted.length > 0 }
    const { written } = usual.service.formats.of(kindOf(resource))
    return new Problem(
      'unknown-version',
      `There is no version "${wanted[0] ?? ''}". There is ${names.join(', ')}, as in ${written[0] ?? ''};version=${names[0] ?? ''}.`,
      { versions: names, available: names.flatMap(name => written.map(type => `${type};version=${name}`)) },
    )
  }

  return (request, resource) => {
    const type = request.content.present ? parseMediaType(header(request, 'content-type') ?? '') : undefined
    const name = type?.parameters.get('version')
    const answer = accepted(request, resource)
    if (name === undefined || type === undefined) return answer instanceof Problem ? answer : answer.one
    const essence = `${type.type}/${type.subtype}`
    const content = byName.get(name)
    if (content === undefined)
      return new Problem(
        'unsupported-media-type',
        `There is no version "${name}" that the content could be written in. There is ${names.join(', ')}.`,
        { versions: names, supported: names.map(known => `${essence};version=${known}`) },
      )
    if (answer instanceof Problem) return answer
    if (!answer.said || answer.one === content) return content
    return new Problem(
      'unsupported-media-type',
      `The content is written in version ${name}, and Accept asks for version ${answer.one.version.name}. One request is in one version.`,
      { versions: names },
    )
  }
}

const kindOf = ({ about }: Resource): Kind => {
  if (about === undefined) return 'document'
  return about.keyOf === undefined ? 'collection' : 'item'
}
