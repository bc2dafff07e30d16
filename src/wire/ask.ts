/** What a request asks of a collection: from the query of a GET, or from the content of a QUERY (RFC 10008). */

import { inspect } from '../core/content.js'
import type { Family } from '../core/family.js'
import { fragmentStep, isFields, settle, type Awaitable, type Json } from '../core/json.js'
import { Problem, type Fault } from '../core/problem.js'
import type { Parameter, Query } from '../core/query.js'
import { readDocument, type Located } from '../core/query/document.js'
import { understand, type ParameterFault } from '../core/query/parameters.js'
import { byContentType } from './formats.js'
import type { HttpRequest } from './message.js'
import { readParameters } from './query.js'
import { decodeText } from './receive.js'
import type { Service } from './service.js'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** What the content of a QUERY may be; the value of Accept-Query. */
export const QUERIES: readonly string[] = [JSON_TYPE, FORM_TYPE]

/** The query of a URL; 400 when anything in it is unknown or cannot be. */
export const askedByUrl = (request: HttpRequest, family: Family, service: Service): Awaitable<Query | Problem> => {
  const parameters = readParameters(request.query)
  if (typeof parameters === 'string') return notDecodable(parameters)
  return settle(understood(parameters, family, service), query => (isQuery(query) ? query : invalidParameter(query)))
}

/** The query in a content: 415, 413, 400 when it cannot be read, 422 when it cannot be answered. */
export const askedByContent = async (
  request: HttpRequest,
  family: Family,
  service: Service,
): Promise<Query | Problem> => {
  if (request.query !== '')
    return new Problem(
      'invalid-parameter',
      `What a QUERY asks for stands in its content, so ${request.path} takes no parameters here.`,
    )
  const parameters = await readContent(request, family, service)
  if (parameters instanceof Problem) return parameters
  const query = await understood(parameters, family, service)
  if (isQuery(query)) return query
  return invalidQuery(
    query.map(({ index, detail, suggestion }) => {
      const pointer = parameters[index]?.pointer ?? '#'
      return suggestion === undefined ? { pointer, detail } : { pointer, detail, suggestion }
    }),
  )
}

/** Fields that the schema does not know are looked for in the records: a client may have brought them. */
const understood = (
  parameters: readonly Parameter[],
  family: Family,
  { listing: { limits }, store }: Service,
): Awaitable<Query | readonly ParameterFault[]> => {
  const query = understand(parameters, { family, limits })
  if (isQuery(query)) return query
  return settle(store.list(family.singular), records => understand(parameters, { family, limits, records }))
}

const isQuery = (query: Query | readonly ParameterFault[]): query is Query => !Array.isArray(query)

const readContent = async (
  request: HttpRequest,
  family: Family,
  service: Service,
): Promise<readonly Located[] | Problem> => {
  const type = typeOf(request)
  if (type instanceof Problem) return type
  if (request.content.refusal !== undefined) return request.content.refusal
  const bytes = await request.content.read()
  if (bytes instanceof Problem) return bytes
  const text = decodeText(bytes)
  if (text instanceof Problem) return text
  if (type === FORM_TYPE) {
    const parameters = readParameters(text)
    if (typeof parameters === 'string')
      return new Problem('malformed-content', `"${clipped(parameters)}" or its value is not percent-encoded UTF-8.`)
    return parameters.map(({ name, value }) => ({ name, value, pointer: `#${fragmentStep(name)}` }))
  }
  const codec = service.formats.reader(request)
  if (codec instanceof Problem) return codec
  const document = (await codec.decode?.(text, { name: family.singular, schema: {} })) ?? null
  return document instanceof Problem ? document : fromDocument(document)
}

const fromDocument = (document: Json): readonly Located[] | Problem => {
  if (!isFields(document))
    return invalidQuery([{ pointer: '#', detail: 'A query is an object, and the content is none.' }])
  const odd = inspect(document)
  if (odd.length > 0) return invalidQuery(odd)
  const read = readDocument(document)
  const faults = read.filter((part): part is Fault => 'detail' in part)
  return faults.length > 0 ? invalidQuery(faults) : (read as readonly Located[])
}

/** The essence of the Content-Type, if a query can be read from it (415). */
const typeOf = (request: HttpRequest): string | Problem =>
  byContentType(request, new Map(QUERIES.map(type => [type, type])), QUERIES, ['Accept-Query', QUERIES.join(', ')])

/** More faults than this help nobody. */
const FAULTS_MAX = 100

const clipped = (text: string): string => text.slice(0, 64)

const notDecodable = (name: string): Problem =>
  new Problem(
    'invalid-parameter',
    `The query parameter "${clipped(name)}" or its value is not percent-encoded UTF-8 (RFC 3986 §2.1).`,
    { parameter: clipped(name) },
  )

const invalidParameter = (faults: readonly ParameterFault[]): Problem => {
  const [first] = faults
  const more = faults.length > 1 ? ` And ${faults.length - 1} more.` : ''
  return new Problem('invalid-parameter', `${first?.detail ?? ''}${more}`, {
    parameter: first?.parameter ?? '',
    ...(first?.suggestion !== undefined && { suggestion: first.suggestion }),
    ...(faults.length > 1 && { errors: faults.map(({ parameter, detail }) => ({ parameter, detail })) }),
  })
}

const invalidQuery = (faults: readonly (Fault & { readonly suggestion?: string })[]): Problem => {
  const [first] = faults
  const more = faults.length > 1 ? ` And ${faults.length - 1} more.` : ''
  return new Problem('invalid-query', `${first?.detail ?? ''}${more}`, {
    errors: faults
      .slice(0, FAULTS_MAX)
      .map(({ pointer, detail, suggestion }) =>
        suggestion === undefined ? { pointer, detail } : { pointer, detail, suggestion },
      ),
  })
}
