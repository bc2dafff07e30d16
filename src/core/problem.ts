/** The catalogue of expected failures (RFC 9457): status, title, what each means and how to mend it. The detail is written at the place. */

import type { Fields, Json } from './json.js'

interface Kind {
  readonly status: number
  readonly title: string
  readonly meaning: string
  readonly remedy: string
}

export const catalogue = {
  'malformed-request': {
    status: 400,
    title: 'Malformed request',
    meaning: 'The message is not HTTP as RFC 9112 defines it, or its target is not a valid URL path.',
    remedy: 'Look at the detail: it names the part that could not be read. An HTTP library never sends such a request.',
  },
  'malformed-content': {
    status: 400,
    title: 'Malformed content',
    meaning: 'The content does not follow the grammar of the media type that its Content-Type names.',
    remedy: 'Mend the content at the line and column given, or name the type that it really has in Content-Type.',
  },
  'invalid-parameter': {
    status: 400,
    title: 'Invalid parameter',
    meaning: 'A query parameter is missing, empty, given twice, or has a value that it cannot have.',
    remedy: 'Correct the parameter that the detail names.',
  },
  'cross-site-request': {
    status: 403,
    title: 'Cross-site request',
    meaning:
      'The request can change something, and a page of another origin sent it, which is not allowed to. Nothing was changed.',
    remedy:
      'Allow the origin of the page: start the server with --cors <origin>, or put it under cors in the settings. Loopback origins are allowed without.',
  },
  'speculative-request': {
    status: 403,
    title: 'Speculative request',
    meaning:
      'The URL changes something when it is merely retrieved, and a browser fetched it ahead, before anybody asked for it. Nothing was changed.',
    remedy: 'Use DELETE on the RESTful URL: what is safe to fetch ahead is told by the method.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    meaning: 'The path is one that this server knows, but there is no such record at present.',
    remedy:
      'Check the spelling; create the record with POST to the same URL; list what there is with GET on the collection.',
  },
  'no-such-route': {
    status: 404,
    title: 'No such route',
    meaning: 'No resource of this server has this path. Paths are compared exactly: case, slashes and all.',
    remedy: 'GET the root of the API for the list of its resources. The detail names the nearest path.',
  },
  'operation-in-path': {
    status: 404,
    title: 'The operation is not in the path',
    meaning:
      'The URL follows the old style that has a verb in the path and the key in the query. This server answers that style only when it is asked to.',
    remedy: 'Send the RESTful request that the detail names, or start the server with --legacy.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The resource is here, but this method cannot be used on it.',
    remedy:
      'Use one of the methods in the Allow header field, or send the request to the URL that the method is meant for.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    meaning:
      'The Accept header field admits none of the formats in which this resource can be represented (RFC 9110 §12.5.1).',
    remedy: 'Accept one of the types listed under "available", or leave Accept out.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    meaning: 'The request did not arrive completely within the time allowed.',
    remedy: 'Send it again, at one go.',
  },
  'already-exists': {
    status: 409,
    title: 'Already exists',
    meaning: 'POST creates, and there is a record with this key already. Nothing was changed.',
    remedy: 'Use PUT to replace the record, or choose another key.',
  },
  'key-mismatch': {
    status: 409,
    title: 'Key mismatch',
    meaning:
      'The key in the content is not the one in the URL, so the content contradicts its target (RFC 9110 §9.3.4).',
    remedy: 'Leave the key out of the content, or send the request to the URL of the record that is meant.',
  },
  'patch-conflict': {
    status: 409,
    title: 'Patch conflict',
    meaning:
      'A test operation of the JSON Patch failed, so the record is not in the state that the patch was made for. Nothing was changed.',
    remedy: 'GET the record, make the patch anew, and send it again.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    meaning: 'Other requests kept changing the record while this one was being processed. Nothing was changed.',
    remedy: 'Send the request again.',
  },
  'precondition-failed': {
    status: 412,
    title: 'Precondition failed',
    meaning:
      'The record is not, or no longer, in the state that If-Match, If-None-Match or If-Unmodified-Since demands (RFC 9110 §13). Nothing was changed.',
    remedy: 'GET the record, look at what has changed, and send the request again with the new validator.',
  },
  'content-too-large': {
    status: 413,
    title: 'Content too large',
    meaning: 'The content is longer than this server takes.',
    remedy: 'Send less, or raise limits.body in the settings.',
  },
  'uri-too-long': {
    status: 414,
    title: 'URI too long',
    meaning: 'The request target is longer than this server takes.',
    remedy: 'Shorten the URL, or raise limits.url in the settings.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The content has no Content-Type, or one that cannot be read here. Nothing was stored.',
    remedy: 'Name the type of the content in Content-Type; the types that can be read are listed under "supported".',
  },
  'expectation-failed': {
    status: 417,
    title: 'Expectation failed',
    meaning: 'The Expect header field asks for something other than 100-continue (RFC 9110 §10.1.1).',
    remedy: 'Leave Expect out.',
  },
  'misdirected-request': {
    status: 421,
    title: 'Misdirected request',
    meaning: 'The request is meant for a host that this server does not answer for.',
    remedy: 'Use a URL whose host is this server.',
  },
  'invalid-key': {
    status: 422,
    title: 'Invalid key',
    meaning:
      'The key cannot name a record: it takes 1 to 128 characters, none of them a control character, and not "." or "..".',
    remedy: 'Choose another key. Everything else is allowed, percent-encoded where the URL demands it.',
  },
  'invalid-content': {
    status: 422,
    title: 'Invalid content',
    meaning: 'The content could be read, but it is not a record that can be stored.',
    remedy: 'Correct each place listed under "errors"; the pointers are JSON Pointers into the content.',
  },
  'patch-refused': {
    status: 422,
    title: 'Patch refused',
    meaning:
      'The JSON Patch could be read, but one of its operations names a place that is not there or may not be touched. Nothing was changed.',
    remedy: 'Correct the operation that the detail names. Pointers are case-sensitive, and "~" is written ~0, "/" ~1.',
  },
  'precondition-required': {
    status: 428,
    title: 'Precondition required',
    meaning: 'This server changes a record only for a client that says which state it has seen (RFC 6585 §3).',
    remedy: 'GET the record and send its ETag in If-Match.',
  },
  'invalid-query': {
    status: 422,
    title: 'Invalid query',
    meaning: 'The content of the QUERY could be read, but it asks for something that this collection cannot answer.',
    remedy: 'Correct each place listed under "errors"; the pointers are JSON Pointers into the content.',
  },
  'header-fields-too-large': {
    status: 431,
    title: 'Request header fields too large',
    meaning: 'The header section is too long, or has too many fields.',
    remedy: 'Send fewer or shorter header fields; cookies are the usual cause. Or raise limits.header in the settings.',
  },
  internal: {
    status: 500,
    title: 'Internal server error',
    meaning: 'Something went wrong inside the server. It is not the fault of the request.',
    remedy: 'Report it, with what the server printed.',
  },
  'not-implemented': {
    status: 501,
    title: 'Not implemented',
    meaning: 'The method is not one that HTTP knows, or the transfer coding cannot be decoded here.',
    remedy: 'Method names are case-sensitive: GET, not get. Use a registered method and the chunked coding alone.',
  },
  'version-not-supported': {
    status: 505,
    title: 'HTTP version not supported',
    meaning: 'The request line names no version of HTTP/1.',
    remedy: 'Send HTTP/1.1.',
  },
} as const satisfies Record<string, Kind>

export type ProblemName = keyof typeof catalogue

/** Header fields that a status needs: alternating names and values. */
export type FieldList = readonly string[]

/** A failure on its way to the client. A value, not an exception: nobody throws it past a layer. */
export class Problem {
  readonly name: ProblemName
  readonly detail: string
  /** Extension members (RFC 9457 §3.2): letters, digits and `_`, so that XML can carry them. */
  readonly extensions: Fields
  readonly headers: FieldList

  constructor(name: ProblemName, detail: string, extensions: Fields = {}, headers: FieldList = []) {
    this.name = name
    this.detail = detail
    this.extensions = extensions
    this.headers = headers
  }

  get status(): number {
    return catalogue[this.name].status
  }

  get title(): string {
    return catalogue[this.name].title
  }
}

/** One thing that is wrong in a content, at a JSON Pointer (RFC 6901) as a URI fragment, as RFC 9457 §3 shows it. */
export interface Fault {
  readonly pointer: string
  readonly detail: string
}

/** All that is wrong with a content, as one problem. */
export const invalidContent = (faults: readonly Fault[]): Problem => {
  const [first] = faults
  const more = faults.length > 1 ? ` And ${faults.length - 1} more.` : ''
  return new Problem('invalid-content', first === undefined ? 'The content is not valid.' : `${first.detail}${more}`, {
    errors: faults.map(({ pointer, detail }): Json => ({ pointer, detail })),
  })
}
