/** Versions: views of the same resources under other names, chosen by media type, header or path. */

import type { Entry } from '../../core/entry.js'
import type { Family } from '../../core/family.js'
import { settle } from '../../core/json.js'
import { lensOf } from '../../core/lens.js'
import { Problem, type FieldList } from '../../core/problem.js'
import { viewFamily } from '../../core/view-family.js'
import { viewStore, type ViewStore } from '../../core/view-store.js'
import { withHeaders, type Handler, type HttpRequest, type Middleware, type Resource } from '../../wire/message.js'
import type { Service, Shown } from '../../wire/service.js'
import { varyBy } from '../../wire/vary.js'
import type { Feature, View } from '../feature.js'
import { checkVersions, unknownFields } from './check.js'
import { mark, successorOf } from './marks.js'
import { pickByHeader, pickByMediaType, type Pick, type Served } from './pick.js'
import { options, readVersions, shiftOf, type Version, type Versions } from './settings.js'

export const versions: Feature<typeof options> = {
  name: 'versions',
  doc: 'older versions of the same resources',
  options,
  variesBy: given => {
    const { by, header } = readVersions(given)
    return by === 'header' ? header : undefined
  },
  check: checkVersions,
  open(given, { families, service }) {
    const declared = readVersions(given)
    const { usual, by, all } = declared
    // Such settings were refused before; what is not versioned is served as it is.
    if (usual === undefined) return {}
    const views = viewsOf(declared, families, service)
    const plain = views.find(({ version, prefix }) => version === usual && prefix === '')
    return {
      ...(plain !== undefined && { late: { usual: plain.families } }),
      tables: build =>
        by === 'path' ? byPath(views, declared, usual, build) : byRequest(views, declared, usual, build),
      ...(by === 'path' && { middleware: guard(declared, usual, service) }),
      warnings: unknownFields(given, families),
      banner: [['Versions', `${all.map(nameOf).join(', ')} by ${by.replace('-', ' ')}`]],
    }
  },
}

const nameOf = ({ name, deprecated }: Version): string => (deprecated === undefined ? name : `${name} (deprecated)`)

type Build = (view: View) => readonly Resource[]

/** A version with its families and its store, which are not those that are stored. */
interface VersionView extends Served, View {
  readonly store: ViewStore
  /** What stands between the base and its paths; nothing where the path does not say the version. */
  readonly prefix: string
}

const viewsOf = ({ all, by, usual }: Versions, families: readonly Family[], service: Service): VersionView[] => {
  const viewOf = (version: Version, place: number, prefix: string): VersionView => {
    const seen = families.map(family => {
      const shift = shiftOf(version, family, families)
      const { states } = family
      const lens = lensOf({ ...shift, begin: states === undefined ? {} : { [states.field]: states.initial } })
      return { lens, family: viewFamily(family, lens, shift, `Version ${version.name}`) }
    })
    const store = viewStore(service.store, new Map(seen.map(({ lens, family }) => [family.singular, lens])))
    const view: VersionView = {
      version,
      store,
      prefix,
      families: seen.map(({ family }) => family),
      service: {
        ...service,
        store,
        base: service.base + prefix,
        formats: service.formats.variant(place, by === 'media-type' ? version.name : undefined),
        others: ({ singular }, entry) => othersOf(views, view, singular, store.behind(entry)),
      },
    }
    return view
  }
  const views = all.map(version => viewOf(version, version.place, by === 'path' ? `/${version.segment}` : ''))
  // Paths that say no version are like one more version: what is kept of them has links of its own.
  if (by === 'path' && usual !== undefined) views.unshift(viewOf(usual, all.length + 1, ''))
  return views
}

/** The same record as every version but this one has it. */
const othersOf = (views: readonly VersionView[], own: VersionView, singular: string, stored: Entry): readonly Shown[] =>
  views.flatMap(view => {
    const family = view.families.find(other => other.singular === singular)
    return view === own || family === undefined
      ? []
      : [{ service: view.service, family, entry: view.store.view(singular, stored) }]
  })

/** Each version has its own paths, and the plain ones are the usual version's. */
const byPath = (views: readonly VersionView[], { all }: Versions, usual: Version, build: Build): Resource[] =>
  views.flatMap(view => {
    const successor = successorOf(view.version, all, usual)
    return build(view).map(resource => standing(resource, view, successor))
  })

/** A resource below the path of its version. */
const standing = (
  { doc, ...resource }: Resource,
  { version, prefix, service: { base } }: VersionView,
  successor: Version | undefined,
): Resource => {
  const root = base.slice(0, base.length - prefix.length)
  return {
    ...resource,
    // What there is, is said once.
    ...(prefix === '' && doc !== undefined && { doc }),
    finish: (request, response) => {
      const link = linkTo(successor, root, request.path.slice(base.length))
      return mark(resource.finish?.(request, response) ?? response, version, link)
    },
  }
}

/** What no resource has: below a version that there is not, and below an old one. */
const guard =
  ({ all }: Versions, usual: Version, service: Service): Middleware =>
  next => {
    const { base, trouble } = service
    const known = all.map(({ segment }) => `${base}/${segment}`)
    return request => {
      const { path, resource } = request
      if (resource !== undefined || !path.startsWith(`${base}/`)) return next(request)
      const rest = path.slice(base.length + 1)
      const [segment = ''] = rest.split('/', 1)
      const version = all.find(one => one.segment === segment)
      if (version !== undefined) {
        const link = linkTo(successorOf(version, all, usual), base, rest.slice(segment.length))
        return settle(next(request), response => mark(response, version, link))
      }
      if (!/^v\d[\w.-]*$/.test(segment)) return next(request)
      const detail = `There is no version at ${base}/${segment}. There is ${known.join(', ')}.`
      return trouble(new Problem('no-such-version', detail, { versions: known }), request)
    }
  }

/** The same place in the version that comes after. */
const linkTo = (successor: Version | undefined, root: string, rest: string): string | undefined =>
  successor && `<${root}/${successor.segment}${rest === '/' ? '' : rest}>; rel="successor-version"`

/** The version of an answer; a page of another origin may read it, too, where it may read the answer. */
const fieldsOf = (request: HttpRequest, field: string, { name }: Version): FieldList => [
  field,
  name,
  ...(request.headers['origin'] === undefined ? [] : ['Access-Control-Expose-Headers', field]),
]

/** What stands round a resource, as each version has it. */
const roundOf =
  (
    pick: (request: HttpRequest) => VersionView | Problem,
    views: readonly VersionView[],
    own: (view: VersionView) => Resource,
  ): Middleware =>
  next => {
    const rounds = new Map<VersionView | Problem, Handler>(views.map(view => [view, own(view).round?.(next) ?? next]))
    return request => (rounds.get(pick(request)) ?? next)(request)
  }

/** One path for all versions: each request says which it means. */
const byRequest = (
  views: readonly VersionView[],
  { by, header, all }: Versions,
  usual: Version,
  build: Build,
): Resource[] => {
  const first = views.find(({ version }) => version === usual)
  if (first === undefined) return []
  const pick: Pick<VersionView> = by === 'header' ? pickByHeader(views, first, header) : pickByMediaType(views, first)
  const tables = new Map(views.map(view => [view, build(view)]))
  /** The same builder made all of them, so what has the same place is the same resource. */
  const merged = (resource: Resource, index: number): Resource => {
    const own = (view: VersionView): Resource => tables.get(view)?.[index] ?? resource
    const handlerOf =
      (method: string, usually: Handler): Handler =>
      request => {
        const view = pick(request, resource)
        if (view instanceof Problem) return first.service.trouble(view, request)
        return (own(view).methods[method] ?? usually)(request)
      }
    return {
      ...resource,
      ...(resource.round !== undefined && { round: roundOf(request => pick(request, resource), views, own) }),
      methods: Object.fromEntries(
        Object.entries(resource.methods).map(([method, usually]) => [method, handlerOf(method, usually)]),
      ),
      finish: (request, response) => {
        const view = pick(request, resource)
        if (view instanceof Problem) {
          const told = resource.finish?.(request, response) ?? response
          return by === 'header' ? varyBy(told, header) : told
        }
        const { version } = view
        const successor = successorOf(version, all, usual)
        const type =
          by === 'header' || successor === undefined ? '' : `; type="application/json;version=${successor.name}"`
        const link = successor && `<${request.path}>; rel="successor-version"${type}`
        const marked = mark(own(view).finish?.(request, response) ?? response, version, link)
        return by === 'header' ? varyBy(withHeaders(marked, fieldsOf(request, header, version)), header) : marked
      },
    }
  }
  return (tables.get(first) ?? []).map(merged)
}
