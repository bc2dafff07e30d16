/** What can be wrong with a message before it is about anything, and with the server behind it. */

import type { ProblemKind } from './kind.js'

export const message = {
  'malformed-request': {
    status: 400,
    title: 'Malformed request',
    meaning: 'The message is not HTTP as RFC 9112 defines it, or its target is not a valid URL path.',
    remedy: 'Look at the detail: it names the part that could not be read. An HTTP library never sends such a request.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    meaning: 'The request did not arrive completely within the time allowed.',
    remedy: 'Send it again, at one go.',
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
} as const satisfies Record<string, ProblemKind>
