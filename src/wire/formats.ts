/** The formats of a server: what it can write and read, and which one a request asks for. */

import { clip } from '../core/clip.js'
import { Problem, type FieldList } from '../core/problem.js'
import type { Codec, Kind } from './codec.js'
import { header, type HttpRequest } from './message.js'
import { ANY_VERSION, chooser, parseMediaType, refusals, type Choice, type Offer } from './negotiate.js'

/** A media type that can be written: a codec under one of its names. */
export interface Format extends Offer {
  readonly codec: Codec
  /** The value of Content-Type. */
  readonly contentType: string
  /** Its place in the server's order: where a kept representation is found. */
  readonly index: number
}

export interface ProblemFormat extends Offer {
  readonly codec: Codec
  readonly contentType: string
}

/** What can be had of one kind of resource. */
export interface Offers {
  /** The format that an Accept value asks for; undefined when none will do (406). */
  choose(accept: string | undefined): Choice<Format> | undefined
  /** Every type that can be written, aliases included. */
  readonly all: readonly Format[]
  /** What can be written, aliases left out. */
  readonly written: readonly string[]
}

/** By itself, what can be had of an item. */
export interface Formats extends Offers {
  of(kind: Kind): Offers
  /** What a GET of such a thing can have: beside what is written also what is live. */
  reading(kind: Kind): Offers
  /** The format for a problem. There is always one: an error that cannot be told would be worse (RFC 9110 §12.4.1). */
  chooseForProblem(accept: string | undefined): ProblemFormat
  /** The codec that can read a request's content, or the 415. */
  reader(request: Pick<HttpRequest, 'method' | 'headers'>): Codec | Problem
  /** The codec for JSON, which patches are written in. */
  readonly json: Codec
  /** What can be read, aliases left out. */
  readonly read: readonly string[]
  /** What stands behind each type that is written: `;version=1`, or nothing. */
  readonly parameter: string
  /**
   * The same formats for one of several versions. `place` is its number, from 1, so that each version has its own kept
   * representations; `version` is its name where the media type says it.
   */
  variant(place: number, version?: string): Formats
}

/** Which version formats are for. */
interface Variant {
  readonly place: number
  readonly version?: string
}

/** Puts the codecs to work, in their order: the first is what a client gets that has no preference. */
export const formatsOf = (codecs: readonly Codec[], own: Variant = { place: 0 }): Formats => {
  const offers = {
    item: offersOf(codecs, 'item', own),
    collection: offersOf(codecs, 'collection', own),
    document: offersOf(codecs, 'document', own),
  }
  const reading = {
    item: offersOf(codecs, 'item', own, true),
    collection: offersOf(codecs, 'collection', own, true),
    document: offersOf(codecs, 'document', own, true),
  }
  const readers = codecs.filter(codec => codec.decode !== undefined)

  // A client that accepts application/json means its problems too, and can read them: they are JSON.
  const problems = codecs.flatMap((codec): ProblemFormat[] => {
    if (codec.problem === undefined) return []
    const charset = codec.charset === undefined ? '' : `; charset=${codec.charset}`
    const contentType = codec.problem.mediaType + charset
    const types = new Set([codec.problem.mediaType, codec.mediaType, ...(codec.aliases ?? [])])
    return [...types].map(mediaType => ({ codec, mediaType, contentType, version: ANY_VERSION }))
  })
  const chooseProblem = chooser(problems)
  const [fallback] = problems
  const json = codecs.find(codec => codec.mediaType === 'application/json')
  if (fallback === undefined || json === undefined) throw new Error('no codec can write a problem, or none is for JSON')

  const byType = new Map(
    readers.flatMap(codec => [codec.mediaType, ...(codec.aliases ?? [])].map(type => [type, codec])),
  )
  const read = readers.map(codec => codec.mediaType)

  return {
    ...offers.item,
    of: kind => offers[kind],
    reading: kind => reading[kind],
    chooseForProblem: accept => chooseProblem(accept)?.offer ?? fallback,
    reader: request =>
      // Each method has its own field to say what it takes; Accept is for all of them.
      byContentType(request, byType, read, [
        'Accept',
        read.join(', '),
        ...(request.method === 'POST' ? ['Accept-Post', read.join(', ')] : []),
      ]),
    json,
    read,
    parameter: parameterOf(own),
    variant: (place, version) => formatsOf(codecs, { place, ...(version !== undefined && { version }) }),
  }
}

const formatOf = (codec: Codec, mediaType: string, own: Variant, index: number): Format => {
  const charset = codec.charset === undefined ? '' : `; charset=${codec.charset}`
  const contentType = mediaType + parameterOf(own) + charset
  const { version } = own
  return {
    codec,
    mediaType,
    contentType,
    index,
    byName: codec.byName === true,
    ...(version !== undefined && { version }),
  }
}

const parameterOf = ({ version }: Variant): string => (version === undefined ? '' : `;version=${version}`)

/** The codecs that write such a thing, under all their names: older ones stand last. */
const offersOf = (codecs: readonly Codec[], kind: Kind, own: Variant, withLive = false): Offers => {
  const first = own.place * codecs.reduce((sum, { aliases = [] }) => sum + 1 + aliases.length, 0)
  const writers = codecs.filter(
    ({ encode, kinds, live }) =>
      (encode !== undefined || (withLive && live === true)) && (kinds?.includes(kind) ?? true),
  )
  const names = [
    ...writers.map(codec => ({ codec, mediaType: codec.mediaType })),
    ...writers.flatMap(codec => (codec.aliases ?? []).map(mediaType => ({ codec, mediaType }))),
  ]
  const all = names.map(({ codec, mediaType }, index) => formatOf(codec, mediaType, own, first + index))
  return { all, choose: chooser(all), written: writers.map(codec => codec.mediaType) }
}

/** The 406 of a resource that can be had in these types only (RFC 9110 §15.5.7). */
export const notAcceptable = (accept: string | undefined, available: readonly string[]): Problem => {
  const offers = available.map(mediaType => ({ mediaType }))
  return new Problem(
    'not-acceptable',
    `Nothing that "${accept ?? ''}" admits can be written here. There is ${listed(available)}.`,
    {
      available: [...available],
      considered: refusals(accept ?? '', offers, TOLD_MAX).map(({ range, reason }) => ({ range: clip(range), reason })),
    },
  )
}

/** As many ranges of a client are told of. */
const TOLD_MAX = 20

/**
 * What the Content-Type of a request names among what is known, or the 415 (RFC 9110 §15.5.16). `fields` are the header
 * fields that tell what would be taken.
 */
export const byContentType = <T>(
  request: Pick<HttpRequest, 'headers'>,
  known: ReadonlyMap<string, T>,
  names: readonly string[],
  fields: FieldList,
): T | Problem => {
  const value = header(request, 'content-type')
  const refuse = (detail: string) =>
    new Problem(
      'unsupported-media-type',
      detail,
      { supported: [...names], considered: { content_type: value === undefined ? null : clip(value) } },
      fields,
    )
  if (value === undefined || value.trim() === '')
    return refuse(`The content has no Content-Type, so nothing was read. Name its type: ${listed(names)}.`)
  const media = parseMediaType(value)
  if (media === undefined)
    return refuse(`The Content-Type "${value}" is not a media type. Known here: ${listed(names)}.`)
  const essence = `${media.type}/${media.subtype}`
  const found = known.get(essence)
  if (found === undefined) return refuse(`Content of type ${essence} cannot be read here. Known: ${listed(names)}.`)
  const charset = media.parameters.get('charset')
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    return refuse(`Content is read as UTF-8 only, and the Content-Type says charset=${charset}.`)
  return found
}

const listed = (names: readonly string[]): string => names.join(', ')
