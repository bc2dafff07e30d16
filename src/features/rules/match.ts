/** Whether a rule is meant for a request: method, path, fields, query, client, and what is in the content. */

import { isFields, type Json } from '../../core/json.js'
import { pathMatcher } from '../../core/path-pattern.js'
import { Problem } from '../../core/problem.js'
import { readParameters } from '../../wire/query.js'
import { header, type HttpRequest } from '../../wire/message.js'
import { decodeText } from '../../wire/receive.js'
import type { Service } from '../../wire/service.js'
import type { Rule } from './schema.js'

export type Fits = (request: HttpRequest) => boolean

/** All of it but the content. A rule for GET is one for HEAD, too. */
export const matcher = ({ when, with: more }: Rule, service: Service): Fits => {
  const [method = '', pattern = ''] = when.split(/ +/)
  const onPath = pathMatcher(pattern)
  const { base } = service
  const others = [...fieldsMatch(more?.header), ...queryMatch(more?.query), ...clientMatch(more?.client, service)]
  return request =>
    (method === '*' || method === request.method || (method === 'GET' && request.method === 'HEAD')) &&
    request.path.startsWith(`${base}/`) &&
    onPath(request.path.slice(base.length)) &&
    others.every(fits => fits(request))
}

type Wanted = Readonly<Record<string, string | number | boolean>>

const fieldsMatch = (wanted: Wanted | undefined): Fits[] =>
  Object.entries(wanted ?? {}).map(([name, value]) => {
    const lower = name.toLowerCase()
    const fits = valueMatch(value)
    return request => {
      const sent = header(request, lower)
      return fits(sent === undefined ? [] : [sent])
    }
  })

const queryMatch = (wanted: Wanted | undefined): Fits[] =>
  Object.entries(wanted ?? {}).map(([name, value]) => {
    const fits = valueMatch(value)
    return request => {
      const sent = readParameters(request.query)
      return (
        typeof sent !== 'string' && fits(sent.flatMap(parameter => (parameter.name === name ? [parameter.value] : [])))
      )
    }
  })

const clientMatch = (
  client: { readonly address?: string; readonly login?: string } | undefined,
  service: Service,
): Fits[] => [
  ...(client?.address === undefined ? [] : [(request: HttpRequest) => plain(request.client) === client.address]),
  ...(client?.login === undefined
    ? []
    : [(request: HttpRequest) => service.late.login?.(request)?.key === client.login]),
]

/** An IPv4 address as a socket for both families has it. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '')

/** One of the values, exactly or with `*` for anything; `true`: any; `false`: none. */
const valueMatch = (wanted: string | number | boolean): ((values: readonly string[]) => boolean) => {
  if (typeof wanted === 'boolean') return values => values.length > 0 === wanted
  const pieces = String(wanted).split('*')
  return values => values.some(value => fitsPieces(value, pieces))
}

/** Looked for one after the other: no expression is made of what stands in a file. */
const fitsPieces = (value: string, pieces: readonly string[]): boolean => {
  const [first = '', ...rest] = pieces
  const last = rest.pop()
  if (last === undefined) return value === first
  if (!value.startsWith(first) || value.length < first.length + last.length || !value.endsWith(last)) return false
  const end = value.length - last.length
  let at = first.length
  for (const piece of rest) {
    const found = value.indexOf(piece, at)
    if (found === -1 || found + piece.length > end) return false
    at = found + piece.length
  }
  return true
}

/** The request with a content that several can read, and what it means to whoever compares. */
export interface Legible {
  readonly request: HttpRequest
  value(): Promise<Json | undefined>
}

/** Read from the socket once, and only when somebody asks. */
export const legible = (request: HttpRequest, service: Service): Legible => {
  const { content } = request
  let bytes: ReturnType<typeof content.read> | undefined
  const read = () => (bytes ??= content.read())
  let value: Promise<Json | undefined> | undefined
  return {
    request: { ...request, content: { ...content, read } },
    value: () => (value ??= valueOf({ ...request, content: { ...content, read } }, service)),
  }
}

/** Undefined where there is none that can be read; what is wrong with it is for somebody else to say. */
const valueOf = async (request: HttpRequest, { formats }: Service): Promise<Json | undefined> => {
  const { content } = request
  if (!content.present || content.refusal !== undefined) return undefined
  const named = formats.reader(request)
  // Patches are JSON, too, under names of their own.
  const isPatch = /^[^;]*\+json[ \t]*(?:;|$)/i.test(header(request, 'content-type') ?? '')
  const codec = named instanceof Problem && isPatch ? formats.json : named
  if (codec instanceof Problem) return undefined
  const bytes = await content.read()
  const text = bytes instanceof Problem ? bytes : decodeText(bytes)
  if (text instanceof Problem) return undefined
  const value = await codec.decode?.(text, { name: 'content', schema: {} })
  return value instanceof Problem ? undefined : value
}

/** Whether a value has all that is wanted: members of maps, items of lists in their order. Formats without types have text. */
export const covers = (wanted: unknown, value: Json | undefined): boolean => {
  if (isFields(wanted))
    return (
      isFields(value) &&
      Object.entries(wanted).every(([name, inner]) => Object.hasOwn(value, name) && covers(inner, value[name]))
    )
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((item, at) => covers(item, value[at] as Json))
    )
  return wanted === value || (typeof value === 'string' && wanted !== null && String(wanted) === value)
}
