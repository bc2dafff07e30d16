/** The files of the page: which there are, and what goes with them to a browser. */

import { Problem, type FieldList } from '../../core/problem.js'
import type { Asset, Assets } from '../../wire/asset.js'
import type { Handler, HttpRequest, HttpResponse, Resource } from '../../wire/message.js'
import { answerRead } from '../../wire/representation.js'
import type { Service } from '../../wire/service.js'
import { varyBy } from '../../wire/vary.js'

/** Nothing but these is ever looked for. */
const FILES: Readonly<Record<string, string>> = {
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}

/**
 * What the page may load, and where from: this server alone. No script but its own file can run, however it got in; and a
 * text becomes no markup by mistake (Trusted Types).
 */
const POLICY: FieldList = [
  'Content-Security-Policy',
  [
    "default-src 'none'",
    ...['script', 'style', 'connect'].map(kind => `${kind}-src 'self'`),
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'X-Frame-Options',
  'DENY',
  'Referrer-Policy',
  'same-origin',
  'Permissions-Policy',
  'camera=(), microphone=(), geolocation=()',
]

/** No page of another origin has a use for it, but to find out who is here. */
const OWN: FieldList = ['Cross-Origin-Resource-Policy', 'same-origin']

/** Whether it is the page that comes depends on Accept; the files come whatever that says. */
export const answerPage = async (service: Service, assets: Assets, request: HttpRequest): Promise<HttpResponse> =>
  varyBy(
    await answerFile(service, assets, 'index.html', ['Content-Type', 'text/html; charset=utf-8', ...POLICY], request),
    'Accept',
  )

/** One resource for each file that the page loads, below `path`. */
export const fileResources = (service: Service, assets: Assets, path: string): Resource[] =>
  Object.entries(FILES).map(([name, type]) => {
    const handler: Handler = request => answerFile(service, assets, name, ['Content-Type', type], request)
    return { path: `${path}/${name}`, methods: { GET: handler }, control: false }
  })

const answerFile = async (
  service: Service,
  assets: Assets,
  name: string,
  fields: FieldList,
  request: HttpRequest,
): Promise<HttpResponse> => {
  const asset = await assets(name)
  if (asset === undefined)
    return service.trouble(new Problem('internal', `The page is not complete: there is no ${name}.`), request)
  return answerRead(request, representationOf(asset, fields), {
    now: service.now,
    trouble: service.trouble,
    all: () => [asset.etag],
  })
}

/** The page may be another one after an update of the package, so it is asked for each time; a 304 is short. */
const representationOf = ({ body, etag }: Asset, fields: FieldList) => {
  const cache = ['Cache-Control', 'no-cache']
  const length = ['Content-Length', String(body.length)]
  const unvalidated = [...fields, ...length, ...cache, 'X-Content-Type-Options', 'nosniff', ...OWN]
  const notModified = ['ETag', etag, ...cache]
  return { body, etag, headers: [...unvalidated, 'ETag', etag], unvalidated, notModified, dated: undefined }
}
