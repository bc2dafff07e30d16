/** The page at `/-/`: both styles side by side, the traffic, the records and the controls, for people with a browser. */

import type { Schema } from '../../core/schema.js'
import type { Fields } from '../../core/json.js'
import { serveDocument } from '../../wire/document.js'
import { withHeaders, type Middleware, type Resource } from '../../wire/message.js'
import { prefersHtml } from '../../wire/prefers-html.js'
import type { Service } from '../../wire/service.js'
import { varyBy } from '../../wire/vary.js'
import type { Feature } from '../feature.js'
import { familiesResource } from './families.js'
import { answerPage, fileResources } from './files.js'

const options = {
  description: 'Whether there is a page for people, at /-/.',
  default: true,
  anyOf: [
    { type: 'boolean' },
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        root: {
          type: 'boolean',
          default: true,
          description: 'Whether a browser that opens the root is led to the page.',
        },
      },
    },
  ],
} as const satisfies Schema

export const page: Feature<typeof options> = {
  name: 'page',
  doc: 'a page for people with a browser',
  options,
  byDefault: {},
  within: 'control',
  open({ root: leads = true }, { families, service, assets }) {
    const { base } = service
    const first = `${base}/-/`
    return {
      control: (root, others) => {
        const known = familiesResource({ families, service }, root)
        const show = serveDocument(service, contents(root, [...others, known]))
        const front: Resource = {
          path: `${root}/`,
          methods: {
            // Looking at the page is open to whoever reaches the server; what it shows, and does, is asked for with the token.
            GET: request => (prefersHtml(service, request) ? answerPage(service, assets, request) : show(request)),
          },
          control: false,
        }
        const door: Resource = { path: root, methods: { GET: () => moved(308, `${root}/`) }, control: false }
        return [front, door, ...fileResources(service, assets, `${root}/page`), known]
      },
      admit: ({ path, about }) =>
        leads && path === (base || '/') && about === undefined ? leading(service, first) : undefined,
    }
  },
}

/** A person who opens the root of the interface is led to the page; a program gets what it has asked for (RFC 9110 §15.4.4). */
const leading =
  (service: Service, path: string): Middleware =>
  next =>
  request =>
    prefersHtml(service, request) ? varyBy(moved(303, path), 'Accept') : next(request)

const moved = (status: number, path: string) =>
  withHeaders({ status, headers: [] }, ['Location', path, 'Cache-Control', 'no-cache'])

/** What can be watched and steered, for those who come without a browser. */
const contents = (root: string, others: readonly Resource[]) => ({
  name: 'control',
  title: 'The server itself',
  self: `${root}/`,
  value: Object.fromEntries(
    others
      .filter(({ path, control }) => control !== false && !path.includes(':') && path.startsWith(`${root}/`))
      .map(({ path, doc, methods }): [string, Fields] => [
        path.slice(root.length + 1),
        { href: path, methods: Object.keys(methods), ...(doc !== undefined && { doc }) },
      ]),
  ),
})
