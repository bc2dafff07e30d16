/** Resources: records are looked at, made, changed and removed, by the very requests that a front end sends. */

import type { Family } from '../../api.js'
import { h } from '../../dom.js'
import type { Part } from '../../part.js'
import { collectionHash, readAddress } from './address.js'
import { listView } from './list.js'
import { recordView } from './record.js'

export const resources: Part = {
  name: 'resources',
  title: 'Resources',
  open(stage, rest) {
    const { families } = stage.api
    const { singular, query, place } = readAddress(rest)
    const family = singular === undefined ? families[0] : families.find(one => one.singular === singular)
    const heading = h('h1', { tabindex: '-1' }, headingOf(family, place))
    // Whoever came from inside of the part has lost the place where they were.
    if (document.activeElement?.closest('main .resources')) queueMicrotask(() => heading.focus())
    const frame = (...inside: readonly HTMLElement[]): HTMLElement =>
      h('section', { class: 'resources stack' }, families.length > 1 && chooser(families, family), heading, ...inside)

    if (family === undefined)
      return {
        element: frame(
          h(
            'p',
            {},
            singular === undefined
              ? 'The server has no records, and no place for any.'
              : `There is no "${singular}" here.`,
          ),
        ),
      }
    const opened =
      place.of === 'collection'
        ? listView(stage, family, query)
        : recordView(stage, family, place.of === 'record' ? place.key : undefined)
    return { ...opened, element: frame(opened.element) }
  },
}

const headingOf = (family: Family | undefined, place: ReturnType<typeof readAddress>['place']): string => {
  if (family === undefined) return 'Resources'
  if (place.of === 'collection') return family.plural
  return place.of === 'new' ? `A new ${family.singular}` : place.key
}

const chooser = (families: readonly Family[], current: Family | undefined): HTMLElement =>
  h(
    'nav',
    { class: 'row families', 'aria-label': 'Families' },
    ...families.map(family =>
      h(
        'a',
        { href: collectionHash(family.singular), 'aria-current': family === current ? 'true' : undefined },
        family.plural,
      ),
    ),
  )
