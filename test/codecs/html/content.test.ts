/** What pages show and where they link to. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { html } from '../../../src/codecs/html/index.js'
import type { Json } from '../../../src/core/json.js'
import { assertSound, base, hrefs, named, NOT_FOUND, page, textOf, trouble, write } from './pages.js'

const shown = suite('html: what is shown')

shown('an item: its fields, the way up, the other formats and a command', () => {
  const value = {
    isbn: '1',
    pages: 96,
    lent: false,
    shelf: null,
    born: '2024-03-12',
    tags: ['a', 'b'],
    by: { name: 'Ann' },
  }
  const source = page('item', value, {
    title: 'Tea',
    self: "/book/o'clock",
    up: '/books',
    origin: 'http://localhost:5000',
  })
  assertSound(source)
  assert.equal(textOf(source, 'title'), ['Tea · books'])
  assert.equal(textOf(source, 'h1'), ['Tea'])
  assert.equal(textOf(source, 'dt'), ['isbn', 'pages', 'lent', 'shelf', 'born', 'tags', 'by', 'name'])
  assert.equal(hrefs(source), ['/books'])
  const codes = named(source, 'code').map(code => [code.attributes['class'], code.text])
  assert.equal(codes.slice(0, 3), [
    ['number', '96'],
    ['boolean', 'false'],
    ['null', 'null'],
  ])
  assert.equal(textOf(source, 'time'), ['12 March 2024'])
  assert.equal(textOf(source, 'li'), ['a', 'b', 'application/json', 'text/csv'])
  const [about = ''] = named(source, 'footer').map(footer => footer.text.trim())
  assert.ok(about.startsWith("This is one representation of GET /book/o'clock. Ask for another with Accept:"), about)
  assert.equal(textOf(source, 'pre'), [
    String.raw`curl -H 'Accept: application/json' 'http://localhost:5000/book/o'\''clock'`,
  ])
})

shown('a collection: the schema’s columns first, the key as a link to the item', () => {
  const rows = [
    { extra: { a: 1, deep: [1, 2] }, pages: 96, isbn: 'a/b' },
    { isbn: 'c', title: 'Tea' },
  ]
  const source = page('collection', rows)
  assertSound(source)
  assert.equal(textOf(source, 'caption'), ['Showing 2 books'])
  assert.equal(
    named(source, 'th').map(th => [th.attributes['scope'], th.text]),
    [
      ['col', 'isbn'],
      ['col', 'title'],
      ['col', 'pages'],
      ['col', 'extra'],
      ['row', 'a/b'],
      ['row', 'c'],
    ],
  )
  assert.equal(textOf(source, 'td'), ['', '96', 'a 1deep 2 entries', 'Tea', '', ''])
  assert.equal(hrefs(source), ['/', '/book/a%2Fb', '/book/c'])
  assert.equal(textOf(page('collection', [{ isbn: '1' }]), 'caption'), ['Showing 1 book'])
})

const sorting = (column: string) =>
  column === 'title' ? undefined : { href: `/books?sort=${column}`, direction: 'descending' as const }

shown('a page of a collection: where it stands, heads that sort, links to the others; hostile paths stay paths', () => {
  const links = {
    first: '/books?page=1',
    prev: '/books?page=1',
    next: '//evil.example/"><script>',
    last: '/books?page=13',
  }
  const about = { number: 2, limit: 2, total: 1234567, links, filtered: false, sorting }
  const rows = [{ isbn: 'a', title: 'Tea' }, { isbn: 'b' }]
  const source = page('collection', rows, { page: about })
  assertSound(source)
  assert.equal(textOf(source, 'caption'), ['Showing 3 to 4 of 1,234,567 books'])
  assert.equal(
    named(source, 'th').map(th => [th.text, th.attributes['aria-sort']]),
    [
      ['isbn ↓', 'descending'],
      ['title', undefined],
      ['a', undefined],
      ['b', undefined],
    ],
  )
  assert.equal(hrefs(source), [
    '/',
    '/books?sort=isbn',
    '/book/a',
    '/book/b',
    '/books?page=1',
    '/books?page=1',
    '/evil.example/%22%3E%3Cscript%3E',
    '/books?page=13',
  ])
  for (const [filtered, total] of [
    [true, 0],
    [false, 1234],
  ] as const) {
    const bare = page('collection', [], { page: { ...about, filtered, total }, self: '/books?page=9' })
    assertSound(bare)
    assert.match(textOf(bare, 'section')[0] ?? '', filtered ? /No books match/ : /1,234 books are on the pages before/)
    assert.ok(hrefs(bare).includes('/books'))
  }
})

shown('an empty collection: says so, and how to create one', () => {
  const source = page('collection', [])
  assertSound(source)
  assert.equal(named(source, 'table').length, 0)
  assert.ok(textOf(source, 'section')[0]?.includes('There are no books to show.'))
  assert.is(textOf(source, 'pre')[0], 'curl -X POST http://localhost:4000/book/example')
  const { key: _, ...keyless } = base
  const bare = write({ ...keyless, kind: 'collection', value: [] })
  assert.ok(textOf(bare, 'section')[0]?.includes('Create one with POST /books'))
})

shown('a document: paths under href, url and type are links, templates and other members are not', () => {
  const value = {
    type: '/a',
    url: '/b?x=1',
    list: [{ href: '/c' }],
    other: '/d',
    href: '/book/{isbn}',
    name: { href: '//evil.example' },
  }
  const source = page('document', value)
  assertSound(source)
  assert.equal(hrefs(source), ['/', '/a', '/b?x=1', '/c'])
  assert.equal(hrefs(page('item', value)), ['/'], 'what clients stored makes no links into this server')
})

shown('a problem: status, title, detail, its type as a link, and what else it says', () => {
  const source = trouble({ ...NOT_FOUND, errors: [{ pointer: '#/pages', detail: 'is no number' }] })
  assertSound(source)
  assert.is(html.problem?.mediaType, 'text/html')
  assert.equal(textOf(source, 'title'), ['404 Not found'])
  assert.equal(textOf(source, 'h1'), ['Not found'])
  assert.ok(textOf(source, 'header')[0]?.includes('There is no such book.'))
  assert.equal(hrefs(source), ['/-/problems/not-found'])
  assert.equal(hrefs(trouble({ ...NOT_FOUND, suggestion: '/user/alice' })), ['/-/problems/not-found', '/user/alice'])
  assert.equal(hrefs(trouble({ ...NOT_FOUND, suggestion: '//evil.example' })), ['/-/problems/not-found'])
  assert.equal(textOf(source, 'dt'), ['errors', 'pointer', 'detail'])
  assert.is(named(trouble(NOT_FOUND), 'dl').length, 0)
})

shown('deeply nested values: as JSON from the seventh level on', () => {
  let value: Json = 'bottom'
  for (let level = 0; level < 64; level++) value = { down: value }
  const source = page('item', value)
  assertSound(source)
  assert.ok(textOf(source, 'pre')[0]?.includes('"down": "bottom"'))
})

for (const [value, text, datetime] of [
  ['2024-02-29', '29 February 2024', '2024-02-29'],
  ['2023-02-29'],
  ['2024-13-01'],
  ['2024-04-31'],
  ['0000-01-01'],
  ['2024-03-12T09:30:00Z', '12 March 2024, 09:30 UTC', '2024-03-12T09:30:00Z'],
  ['2024-03-12t09:30:05.123456z', '12 March 2024, 09:30:05.123456 UTC', '2024-03-12T09:30:05.123Z'],
  ['2024-03-12 09:30+02:00', '12 March 2024, 09:30 +02:00', '2024-03-12T09:30:00+02:00'],
  ['2024-03-12T24:00:00Z'],
] as const) {
  shown(`the date ${value}`, () => {
    const times = named(page('item', { value }), 'time')
    assert.equal(
      times.map(time => [time.text, time.attributes['datetime'], time.attributes['title']]),
      text === undefined ? [] : [[text, datetime, value]],
    )
  })
}

for (const [value, target] of [
  ['https://example.com/?a=1&b="2"', 'https://example.com/?a=1&b="2"'],
  ['HTTP://EXAMPLE.COM/', 'HTTP://EXAMPLE.COM/'],
  ['ann@example.com', 'mailto:ann@example.com'],
  ['a?bcc=b&c@example.com', 'mailto:a%3Fbcc%3Db%26c@example.com'],
  ['javascript:alert(1)'],
  [' javascript:alert(1)'],
  ['java\tscript:alert(1)'],
  ['data:text/html,<script>alert(1)</script>'],
  ['vbscript:x'],
  ['file:///etc/passwd'],
  ['//evil.example/'],
  ['https:evil.example'],
  ['https://'],
  ['https:\\\\evil.example'],
  ['https://a.example/\u202egpj.exe'],
  ['https://a.example/ onclick=x'],
  ['javascript:alert(1)//https://a.example'],
  ['ann@localhost'],
  ['/books'],
] as const) {
  shown(`the address ${JSON.stringify(value)}: ${target ?? 'text'}`, () => {
    assert.equal(hrefs(page('item', { value }, { up: '/u' })).slice(1), target === undefined ? [] : [target])
  })
}

shown.run()
