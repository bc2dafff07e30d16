/** What can be wrong with a request about records. */

import type { ProblemKind } from './kind.js'

export const record = {
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
  'unknown-version': {
    status: 406,
    title: 'Unknown version',
    meaning: 'The request asks for a version that this server does not have.',
    remedy: 'Ask for one of those listed under "versions", or for none.',
  },
  'no-such-version': {
    status: 404,
    title: 'No such version',
    meaning: 'The path begins with a version that this server does not have.',
    remedy: 'Use one of the paths listed under "versions".',
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
  'invalid-transition': {
    status: 409,
    title: 'Invalid transition',
    meaning: 'The record cannot go from the state that it is in to the one that was asked for. Nothing was changed.',
    remedy: 'Take one of the steps listed under "allowed".',
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
  gone: {
    status: 410,
    title: 'Gone',
    meaning: 'The record was here, and it was removed.',
    remedy: 'Forget the URL; or create the record anew with POST to the same URL.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The content has no Content-Type, or one that cannot be read here. Nothing was stored.',
    remedy: 'Name the type of the content in Content-Type; the types that can be read are listed under "supported".',
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
} as const satisfies Record<string, ProblemKind>
