/** Parses a document into elements: the only place that knows the XML library, its nodes and its errors. */

import type { XmlElement, XmlError } from '@rgrove/parse-xml'
import { clip } from '../../core/clip.js'
import { Problem } from '../../core/problem.js'
import { positionAt } from '../../core/source.js'
import { scan } from './scan.js'

export interface Element {
  readonly name: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
  readonly elements: readonly Element[]
  /** All the text that stands directly in it, CDATA sections included. */
  readonly text: string
  /** A problem with this element, at its place. */
  refuse(detail: string): Problem
}

/** The root element, or what is wrong and where. */
export const parseDocument = async (content: string): Promise<Element | Problem> => {
  // As a processor has to (XML 1.0 §2.11), and before the library does: it takes quadratic time for many line ends.
  // A byte order mark in front is no part of it (§4.3.3); some writers always set one.
  const text = content.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const refuseAt = (offset: number, detail: string) =>
    new Problem('malformed-content', detail, { ...positionAt(text, offset) })
  const refusal = scan(text)
  if (refusal !== undefined) return refuseAt(refusal.offset, refusal.detail)

  const library = await import('@rgrove/parse-xml')
  try {
    const document = library.parseXml(text, { includeOffsets: true, preserveXmlDeclaration: true })
    for (const node of document.children)
      if (node instanceof library.XmlDeclaration && !/^utf-8$/i.test(node.encoding ?? 'utf-8'))
        return refuseAt(
          node.start,
          `The declaration names the encoding ${node.encoding}, but content is read as UTF-8: send it in UTF-8.`,
        )
    // A document without a root has been refused by then.
    return toElement(document.root as XmlElement, refuseAt)
  } catch (error) {
    if (!(error instanceof library.XmlError)) throw error
    const offset = toOffset(text, error.pos)
    return refuseAt(offset, text.startsWith(']]>', offset) ? STRAY_END : explain(error))
  }
}

const toElement = (node: XmlElement, refuseAt: (offset: number, detail: string) => Problem): Element => {
  const elements: Element[] = []
  let text = ''
  for (const child of node.children) {
    if (child.type === 'element') elements.push(toElement(child as XmlElement, refuseAt))
    else if ('text' in child) text += child.text
  }
  return {
    name: node.name,
    attributes: Object.entries(node.attributes),
    elements,
    text,
    refuse: detail => refuseAt(node.start, detail),
  }
}

/** The library counts code points and takes them for UTF-16 units: a place behind an emoji would be wrong. */
const toOffset = (text: string, codePoints: number): number => {
  let offset = 0
  for (let count = 0; count < codePoints && offset < text.length; count++)
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
  return offset
}

const explain = (error: XmlError): string => {
  // What comes behind is the place and an excerpt.
  const message = error.message.slice(0, error.message.indexOf(` (line ${error.line}, column ${error.column})\n`))
  for (const [pattern, sentence] of SENTENCES) {
    const found = pattern.exec(message)
    if (found !== null) return sentence(clip(found[1] ?? ''))
  }
  return `The content is not well-formed XML: ${message.charAt(0).toLowerCase()}${message.slice(1)}.`
}

/** The library takes this for a missing end tag when no text comes before. */
const STRAY_END = 'In text, "]]>" has to be written as ]]&gt;.'

const SENTENCES: readonly (readonly [pattern: RegExp, sentence: (name: string) => string])[] = [
  [/^Root element/, () => 'An XML document consists of one root element, and none begins here.'],
  [/^Extra content/, () => 'An XML document has one root element, and there is something behind it.'],
  [/^Missing end tag for element (.+)/, name => `The element <${name}> has to be closed first, with </${name}>.`],
  [/^Unclosed start tag for element `(.+)`/, name => `The tag <${name}> is not complete: ">" is missing.`],
  [/^Unclosed end tag for element (.+)/, name => `The tag </${name}> is not complete: ">" is missing.`],
  [/^Duplicate attribute: (.+)/, name => `The attribute ${name} is given twice.`],
  [/^Attribute value expected/, () => 'An attribute needs a value in quotes.'],
  [/^Unclosed attribute/, () => "The attribute's value has no closing quote."],
  [/^Unescaped `<`/, () => 'A "<" in an attribute has to be written as &lt;.'],
  [/^Unterminated reference/, () => 'A "&" begins a reference that ends with ";"; for itself it is written as &amp;.'],
  [
    /^Named entity isn't defined: (.+)/,
    name => `XML has no entity ${name}; it knows &amp;, &lt;, &gt;, &quot;, &apos;.`,
  ],
]
