/** What keeps somebody from being served: who they are, where they come from, how often they ask. */

import type { ProblemKind } from './kind.js'

export const access = {
  unauthenticated: {
    status: 401,
    title: 'Not logged in',
    meaning:
      'The request needs somebody who is logged in, and brings no session that is alive; or the name and the password to log in with are not right.',
    remedy:
      'Log in with POST to the session resource, and send the cookie that it sets: in a browser with credentials: "include".',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    meaning: 'It is known who is asking, and they may not do this. Nothing was changed.',
    remedy:
      'Log in as somebody who may: the record itself, where a record belongs to whom it names, or one with a role that the settings name.',
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
  'quota-exceeded': {
    status: 429,
    title: 'Quota exceeded',
    meaning: 'The client has sent more requests than its quota allows in this window of time.',
    remedy: 'Wait as many seconds as Retry-After says, and keep an eye on RateLimit.',
    type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
  },
  'invalid-sandbox': {
    status: 400,
    title: 'Invalid sandbox',
    meaning: 'The name of the sandbox is none: it takes 1 to 64 letters, digits, dots, dashes and underscores.',
    remedy: 'Correct the Restage-Sandbox field, or the cookie restage_sandbox.',
  },
  'too-many-sandboxes': {
    status: 503,
    title: 'Too many sandboxes',
    meaning: 'As many sandboxes as the server takes are in use.',
    remedy: 'Delete those that are done with, below /-/sandboxes; or raise sandboxes.max in the settings.',
  },
  'too-many-connections': {
    status: 503,
    title: 'Too many connections',
    meaning: 'As many connections as the server takes are open already.',
    remedy:
      'Wait as many seconds as Retry-After says; close connections that are not needed; or raise limits.connections.',
  },
  'too-many-feeds': {
    status: 503,
    title: 'Too many feeds',
    meaning: 'As many clients as the server takes follow the changes already.',
    remedy: 'Wait as many seconds as Retry-After says; close feeds that are not needed; or raise events.feeds.',
  },
  'too-many-waiting': {
    status: 503,
    title: 'Too many waiting',
    meaning: 'Answers are delayed on purpose, and as many requests as the server holds are waiting already.',
    remedy: 'Send fewer requests at once, or make the delay shorter: the setting latency, a rule, or Prefer: wait.',
  },
} as const satisfies Record<string, ProblemKind>
