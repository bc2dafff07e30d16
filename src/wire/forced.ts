/** Answers of any status, made up instead of what the request asks for: with everything that such a status needs. */

import { Problem, type FieldList, type ProblemName } from '../core/problem.js'
import { isBodiless } from '../core/status.js'
import { notAcceptable } from './formats.js'
import { header, type HttpRequest, type HttpResponse } from './message.js'
import { PATCH_TYPES } from './receive.js'
import { allow } from './resource.js'
import type { Service } from './service.js'
import { blankProblem, writeProblem } from './trouble.js'

/** What the catalogue calls the usual problem of a status. Others are about:blank, which says what the status says. */
const NAMES: Readonly<Record<number, ProblemName>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  406: 'not-acceptable',
  408: 'request-timeout',
  409: 'conflict',
  410: 'gone',
  412: 'precondition-failed',
  413: 'content-too-large',
  414: 'uri-too-long',
  415: 'unsupported-media-type',
  417: 'expectation-failed',
  421: 'misdirected-request',
  422: 'invalid-content',
  428: 'precondition-required',
  429: 'quota-exceeded',
  431: 'header-fields-too-large',
  500: 'internal',
  501: 'not-implemented',
  505: 'version-not-supported',
}

/** Where a client is sent when it is told to try again: seconds. */
const AGAIN = '1'

/**
 * An answer of that status. From 400 on it is a problem in the format asked for, below it has no content. Nothing of what
 * the request asks for is done. `detail`: why it is answered so.
 */
export const forced = (service: Service, request: HttpRequest, status: number, detail: string): HttpResponse => {
  const fields = fieldsOf(service, request, status)
  if (status < 400)
    return { status, headers: [...fields, 'Cache-Control', 'no-store', ...(isBodiless(status) ? [] : EMPTY)] }
  const name = NAMES[status]
  if (name === undefined)
    return writeProblem(service.formats, blankProblem(status, detail, request.path), fields, request)
  return service.trouble(new Problem(name, detail, extensionsOf(service, request, status), fields), request)
}

const EMPTY = ['Content-Length', '0']

/** The header fields without which an answer of that status would not be well-formed (RFC 9110 §15, RFC 6585). */
const fieldsOf = (service: Service, request: HttpRequest, status: number): FieldList => {
  const { formats, base, late } = service
  switch (status) {
    case 201:
    case 301:
    case 302:
    case 303:
    case 307:
    case 308:
      // What asked for it in the query is gone there, so that a client that follows gets the real answer.
      return ['Location', here(request)]
    case 401:
      // Not Basic: a browser would open a dialog.
      return [
        'WWW-Authenticate',
        late.challenge ?? `Cookie realm="${base || '/'}", form-action="${base}/session", cookie-name="restage_sid"`,
      ]
    case 405:
      return ['Allow', otherMethods(request)]
    case 407:
      return ['Proxy-Authenticate', 'Basic realm="proxy"']
    case 415:
      return request.method === 'PATCH'
        ? ['Accept-Patch', PATCH_TYPES]
        : [
            'Accept',
            formats.read.join(', '),
            ...(request.method === 'POST' ? ['Accept-Post', formats.read.join(', ')] : []),
          ]
    case 416:
      return ['Content-Range', 'bytes */0']
    case 426:
      return ['Upgrade', 'HTTP/2.0', 'Connection', 'Upgrade']
    case 413:
    case 429:
    case 503:
      return ['Retry-After', AGAIN]
    default:
      return []
  }
}

/** The same place. Two slashes at its beginning would lead to another host. */
const here = ({ path, query }: HttpRequest): string => path.replace(/^\/+/, '/') + (query === '' ? '' : `?${query}`)

/** Not the one that was refused. */
const otherMethods = ({ resource, method }: HttpRequest): string =>
  resource === undefined
    ? ''
    : allow(resource)
        .split(', ')
        .filter(name => name !== method)
        .join(', ')

const extensionsOf = ({ formats }: Service, request: HttpRequest, status: number) => {
  if (status === 406) return notAcceptable(header(request, 'accept'), formats.written).extensions
  return status === 415 ? { supported: [...formats.read] } : {}
}
