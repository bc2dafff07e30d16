/** How XML 1.0 is spelt: which names and characters it can carry, and what has to be escaped. */

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** The element of a member whose name cannot be an element's: it stands in the attribute `name`. */
export const FIELD = 'field'

/** Not a Char (XML 1.0 §2.2), lone surrogates among them: not even a character reference may name one. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const NAME_START =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f' +
  '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const NAME_MORE = `${NAME_START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040`

/** An NCName: a name without a colon, which would stand for a namespace (Namespaces in XML §4). */
const NCNAME = new RegExp(`^[${NAME_START}][${NAME_MORE}]*$`, 'u')
const NOT_IN_NAME = new RegExp(`[^${NAME_MORE}]`, 'gu')

/** Whether an element may be called so. Names that begin with `xml` are the standard's own (XML 1.0 §2.3). */
export const isElementName = (name: string): boolean => NCNAME.test(name) && !/^xml/i.test(name)

/** A name as near to the one wanted as an element's can be. For what is written only, because it cannot be undone. */
export const toElementName = (name: string): string => {
  const carried = name.replace(NOT_IN_NAME, '_')
  return isElementName(carried) ? carried : `_${carried}`
}

/** The place of the first character that no XML document can hold, or -1. */
export const findForbidden = (text: string): number => text.search(FORBIDDEN)

/** The text with U+FFFD for each character that XML cannot carry. */
export const toCarried = (text: string): string => text.replace(FORBIDDEN, '\ufffd')

/** A parser turns a bare CR into LF (XML 1.0 §2.11), so it goes as a reference. `>` is escaped because of `]]>`. */
export const escapeText = (text: string): string =>
  toCarried(text).replace(/[&<>\r]/g, character => REFERENCES[character] ?? character)

/** In an attribute, tab and line ends would become spaces (XML 1.0 §3.3.3). */
export const escapeAttribute = (text: string): string =>
  toCarried(text).replace(/[&<>"\t\n\r]/g, character => REFERENCES[character] ?? character)

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}
