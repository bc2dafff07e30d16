/** Pages of an invented family, taken apart by a strict parser, and what must be true of each of them. */

import { parseXml, XmlElement } from '@rgrove/parse-xml'
import * as assert from 'uvu/assert'
import type { ProblemDocument, View } from '../../../src/wire/codec.js'
import { html } from '../../../src/codecs/html/index.js'
import { style } from '../../../src/codecs/html/style.js'
import type { Json } from '../../../src/core/json.js'

export const base: Omit<View, 'kind' | 'value'> = {
  name: 'book',
  plural: 'books',
  schema: { type: 'object', properties: { isbn: {}, title: {}, pages: {} } },
  title: 'books',
  self: '/books',
  up: '/',
  key: 'isbn',
  formats: ['application/json', 'text/csv', 'text/html'],
  itemPath: item => `/book/${encodeURIComponent(String(item['isbn']))}`,
}

/** The text that the codec writes at once: a page waits for nothing. */
export const write = (view: View): string => {
  const source = html.encode?.(view)
  if (typeof source !== 'string') throw new TypeError('a page is written at once')
  return source
}

export const page = (kind: View['kind'], value: Json, more: Partial<View> = {}): string =>
  write({ ...base, kind, value, ...more })

export const trouble = (document: ProblemDocument): string => {
  if (html.problem === undefined) throw new TypeError('pages have problems')
  return html.problem.encode(document)
}

export const NOT_FOUND = {
  type: '/-/problems/not-found',
  title: 'Not found',
  status: 404,
  detail: 'There is no such book.',
}

/** Every element of a page, in order. Throws where the page is not well-formed. */
const elementsOf = (source: string): XmlElement[] => {
  const walk = (element: XmlElement): XmlElement[] => [
    element,
    ...element.children.filter(child => child instanceof XmlElement).flatMap(walk),
  ]
  const { root } = parseXml(source)
  return root === null ? [] : walk(root)
}

export const named = (source: string, name: string): XmlElement[] =>
  elementsOf(source).filter(element => element.name === name)

export const textOf = (source: string, name: string): string[] => named(source, name).map(element => element.text)

export const hrefs = (source: string): string[] => named(source, 'a').map(element => element.attributes['href'] ?? '')

const ELEMENTS = new Set(
  (
    'html head meta title style body main nav header footer section h1 p a span bdi i b code pre time ' +
    'dl div dt dd ul ol li table caption thead tbody tr th td'
  ).split(' '),
)
const ATTRIBUTES = new Set(
  (
    'lang xmlns charset name content class href rel datetime title scope id role tabindex ' +
    'aria-label aria-labelledby aria-hidden aria-sort'
  ).split(' '),
)

/** What must be true of every page, whatever came in. */
export const assertSound = (source: string): void => {
  const elements = elementsOf(source)
  for (const element of elements) {
    assert.ok(ELEMENTS.has(element.name), `<${element.name}> is none of ours`)
    for (const name of Object.keys(element.attributes)) assert.ok(ATTRIBUTES.has(name), `${name}= is none of ours`)
  }
  for (const once of ['html', 'head', 'title', 'style', 'body', 'main', 'h1'])
    assert.is(elements.filter(({ name }) => name === once).length, 1, `one <${once}>`)
  assert.is(elements.find(({ name }) => name === 'style')?.text, style.source)
  for (const href of hrefs(source)) assert.match(href, /^(?:\/(?![/\\])[!-~]*|https?:\/\/[^\s\\]+|mailto:[!-~]+)$/)
  assert.not.match(source, /(?![\t\n])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u)
  assert.not.match(source, /[\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/)
}

export const everyPage = (text: string): string[] => {
  const fields = { isbn: text, [text]: text, list: [text, { [text]: [text] }], nested: { [text]: text, href: text } }
  const more = { title: text, self: text, up: text, name: text, plural: text, formats: [text], key: 'isbn' }
  const path = { ...more, itemPath: () => text }
  return [
    page('item', fields, more),
    page('item', text, more),
    page('document', { ...fields, href: text, url: text, type: text }, more),
    page('collection', [fields, { isbn: 1, [text]: null }], path),
    page('collection', [text], path),
    page('collection', [], path),
    trouble({ ...fields, type: text, title: text, status: 400, detail: text }),
  ]
}
