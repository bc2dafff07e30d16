/** Nothing from outside becomes markup, a link to elsewhere, or a command. */

import {
  array,
  assert as check,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  property,
  string,
  type Arbitrary,
} from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Json } from '../../../src/core/json.js'
import { assertSound, everyPage, NOT_FOUND, page, textOf, trouble } from './pages.js'

const hostile = suite('html: hostile input')

const HOSTILE = [
  '<script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</title></head><body onload=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '" onmouseover="alert(1)',
  '--><iframe src=//evil.example>',
  ']]><!--',
  '<![CDATA[x]]>',
  '<?xml-stylesheet href="//evil.example"?>',
  '&lt;script&gt;',
  '&#60;script&#62;',
  '&amp;lt;',
  '&unknown;',
  'javascript:alert(1)',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/x" onclick="alert(1)',
  'https://a.example/"><script>',
  'evil\u202egpj.exe',
  '\u2069\u202e out of the isolation',
  '\u2028\u2029\ufeff',
  '\0\u0001\u001b[31m\u007f\u0085',
  'line\r\nline\rline',
  '\ud800 \udfff \uffff \ufffe \u{1fffe}',
  '$& $1 ${x} `',
  '__proto__',
  'constructor',
  '',
]

for (const text of HOSTILE) {
  hostile(`${JSON.stringify(text)} in every position`, () => {
    for (const source of everyPage(text)) assertSound(source)
  })
}

hostile('markup and entities are shown to the letter', () => {
  for (const text of HOSTILE.filter(candidate => /^[ -~]+$/.test(candidate))) {
    const source = page('item', { field: text, [text]: 1 }, { title: text })
    assert.equal(textOf(source, 'h1'), [text])
    assert.is(textOf(source, 'dd')[0], text)
    assert.is(textOf(source, 'dt')[1], text)
  }
})

hostile('what steers the direction of text is named, what cannot be shown is replaced', () => {
  const source = page('item', { field: 'a\u202eb\u0000c\ud800d\u200fe' })
  assert.equal(textOf(source, 'dd'), ['a[U+202E]b\ufffdc\ufffdd\u200fe'])
})

hostile('a command is one line of ASCII whose URL is one word', () => {
  for (const path of [
    "/a'; rm -rf ~ #",
    '/$(id)',
    '/`id`',
    '/a b\n&c',
    '/{a,b}[1-9]',
    '/日本',
    '/50%',
    '/!x',
    '//evil.example',
  ]) {
    const [command = ''] = textOf(page('item', {}, { self: path }), 'pre')
    const match = /^curl -H 'Accept: application\/json' (.*)$/.exec(command)
    const word = match?.[1] ?? ''
    // Either only harmless characters, or quoted, with every quote inside escaped.
    assert.match(word, /^(?:[\w@%+=:,./-]+|'(?:[!-&(-~]|'\\'')*')$/)
    assert.not.match(word, /[[\]{}`]|4000\/\//)
  }
})

const anyText = oneof(
  string({ unit: 'binary', maxLength: 20 }),
  array(constantFrom(...HOSTILE, '<', '>', '&', '"', "'", '/', 'a'), { maxLength: 4 }).map(parts => parts.join('')),
)

hostile('no text opens an element or an attribute of its own', () => {
  check(
    property(anyText, text => {
      for (const source of everyPage(text)) assertSound(source)
    }),
    { numRuns: 200 },
  )
})

hostile('no value does, whatever its shape', () => {
  const anyObject = dictionary(anyText, jsonValue({ maxDepth: 4, stringUnit: 'binary' }) as Arbitrary<Json>)
  check(
    property(anyObject, value => {
      assertSound(page('item', value))
      assertSound(page('document', value))
      assertSound(page('collection', [value, value]))
      assertSound(trouble({ ...value, ...NOT_FOUND }))
    }),
    { numRuns: 200 },
  )
})

hostile.run()
