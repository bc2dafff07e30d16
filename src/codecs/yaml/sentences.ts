/** The ways of being wrong in YAML, one by one: how the package calls each, and what we say. The first that fits is taken. */

import type { ErrorCode } from 'yaml'
import { quoted } from '../../core/printable.js'
import { here, missingColon, nested, toEnd, unclosed, unquoted, writeAsText } from './culprit.js'
import { misplaced, tabbed } from './indentation.js'
import type { Sight, Told } from './sight.js'

interface Sentence {
  readonly code?: ErrorCode
  /** What the package's message looks like. */
  readonly says?: RegExp
  tell(sight: Sight): Told
}

const AS_TEXT = 'If it is meant as text, put it in quotes'
const COLON = 'A colon between a name and its value needs a space behind it.'
const NO_COMMA = 'A comma is missing in front of this.'
const TAG_MISFIT = 'The tag does not fit the value behind it.'

const badStart = (sight: Sight): Told => {
  const first = sight.text[sight.offset] ?? ''
  const name = first === '\t' ? 'a tab' : quoted(first)
  return here(toEnd(sight), `A text cannot begin with ${name} unless it is in quotes.`, writeAsText(sight.rest.trim()))
}

const badKey = (sight: Sight): Told => {
  if (/^["']/.test(sight.rest)) return here(toEnd(sight), 'A name must stand on one line.')
  return /^[-?](\s|$)/.test(sight.rest) ? misplaced(sight) : missingColon(sight)
}

const badEscape = ({ text, offset }: Sight): Told => {
  const escape = text.slice(offset, offset + 2)
  return here(
    { offset, length: 2 },
    `${quoted(escape)} stands for nothing inside of double quotes.`,
    `Write "\\${escape}" for a backslash, or put the text in single quotes.`,
  )
}

const leftOver = (sight: Sight): Told => {
  const ahead = sight.text.slice(sight.start, sight.offset)
  // Text that begins with a star is read as an alias, and the rest of it is left over.
  const starred = /(?<=^|[\s[{,])\*\S*\s+$/.exec(ahead)
  if (starred !== null) {
    const offset = sight.start + starred.index
    return badStart({ ...sight, offset, rest: sight.text.slice(offset, sight.offset) + sight.rest })
  }
  const before = ahead.trimEnd().slice(-1)
  if (before === '') return { ...misplaced(sight), last: true }
  if (before !== '"' && before !== "'") return here(toEnd(sight), `There is more behind the closing "${before}".`)
  const hint =
    before === "'"
      ? "Inside of single quotes an apostrophe is written twice: 'it''s'."
      : 'Inside of double quotes a double quote is written \\".'
  return here(toEnd(sight), 'There is more text behind the closing quote.', hint)
}

export const sentences: readonly Sentence[] = [
  {
    code: 'RESOURCE_EXHAUSTION',
    tell: sight => ({ ...here(sight, 'The nesting is too deep to be read.'), last: true }),
  },
  {
    code: 'MULTIPLE_DOCS',
    tell: sight => ({
      ...here(
        { offset: sight.offset, length: Math.max(1, Math.min(3, sight.rest.length)) },
        'A second YAML document begins here; only one can be read.',
        'Remove this line, or move what follows it to a file of its own.',
      ),
      last: true,
    }),
  },
  { says: /closing "quote/, tell: sight => unquoted(sight, '"') },
  { says: /closing 'quote/, tell: sight => unquoted(sight, "'") },
  { says: /end with a \]/, tell: sight => unclosed(sight, '[', ']') },
  { says: /end with a \}/, tell: sight => unclosed(sight, '{', '}') },
  { says: /Nested mappings/, tell: nested },
  { says: /block sequence may not|Sequence item without/, tell: sight => misplaced(sight) },
  {
    code: 'TAB_AS_INDENT',
    tell: ({ text, start }) => tabbed(start, /^[ \t]*/.exec(text.slice(start, start + 200))?.[0] ?? '\t'),
  },
  { code: 'MULTILINE_IMPLICIT_KEY', tell: badKey },
  { says: /need to be followed by map values/, tell: badKey },
  { code: 'BAD_SCALAR_START', tell: badStart },
  { says: /(Alias|Anchor) cannot be an empty/, tell: badStart },
  { code: 'BAD_DQ_ESCAPE', tell: badEscape },
  { says: /at node end/, tell: leftOver },
  {
    says: /^Unexpected (,|empty item)/,
    tell: sight => here(sight, 'There is nothing in front of this comma.', 'Remove it.'),
  },
  { says: /^Missing space after :/, tell: ({ offset }) => here({ offset, length: 1 }, COLON) },
  {
    says: /^Missing , |^Unexpected (scalar|\w+-quoted-scalar|alias|flow-\w+-start) token$/,
    tell: sight => here(sight, NO_COMMA),
  },
  {
    code: 'BLOCK_IN_FLOW',
    tell: sight =>
      here(toEnd(sight), 'A comma is missing here, or quotes around a text that contains ": " or begins with "- ".'),
  },
  {
    says: /block-seq-ind on same line with key/,
    tell: sight => ({
      ...here(
        sight,
        'A list cannot begin on the line of its name.',
        'Begin a new line before the "- ", or write the list as [a, b].',
      ),
      wide: true,
    }),
  },
  {
    says: /in YAML stream: "[\]}]"$/,
    tell: sight => ({
      ...here(sight, `This ${quoted(sight.text[sight.offset] ?? '')} closes nothing.`, 'Remove it.'),
      last: true,
    }),
  },
  { says: /in YAML (stream|document)/, tell: sight => ({ ...misplaced(sight), last: true }) },
  {
    says: /^Unresolved tag|^Could not resolve tag|^Not a valid tag|tag has no suffix|^Verbatim tags/,
    tell: sight => {
      const tag = sight.text.slice(sight.offset, sight.offset + sight.length)
      return here(
        sight,
        `The tag ${quoted(tag)} is not known here.`,
        'Remove it, or put the whole value in quotes if it is meant as text.',
      )
    },
  },
  { code: 'TAG_RESOLVE_FAILED', tell: sight => here(sight, TAG_MISFIT, 'Remove the tag, or correct the value.') },
  { code: 'BAD_COLLECTION_TYPE', tell: sight => here(sight, TAG_MISFIT, 'Remove the tag.') },
  {
    code: 'NON_STRING_KEY',
    tell: sight => here(toEnd(sight), 'A name must be a text, not a list, a map or an alias.', `${AS_TEXT}.`),
  },
  {
    code: 'KEY_OVER_1024_CHARS',
    tell: sight => here(sight, 'This name has more than 1024 characters.', 'Choose a shorter one.'),
  },
  {
    says: /Block scalar header/,
    tell: sight => here(toEnd(sight), 'Nothing can stand on the line behind "|" or ">".', `${AS_TEXT}.`),
  },
  {
    says: /same line with directives-end/,
    tell: sight => here(toEnd(sight), 'Nothing can stand on the line behind "---".', 'Begin a new line.'),
  },
  {
    says: /directives-end/,
    tell: sight => ({
      ...here(toEnd(sight), 'A line "---" is missing between the lines with "%" and the content.'),
      last: true,
    }),
  },
  {
    says: /^Comments must be/,
    tell: sight => here(sight, 'A comment needs a space in front of its "#".', `${AS_TEXT}.`),
  },
  {
    code: 'ALIAS_PROPS',
    tell: sight => here(sight, 'What repeats something with "*" cannot be marked itself.', 'Remove the mark.'),
  },
  {
    code: 'MULTIPLE_ANCHORS',
    tell: sight => here(sight, 'This is marked with "&" twice.', 'Remove one of the marks.'),
  },
  { code: 'MULTIPLE_TAGS', tell: sight => here(sight, 'This has two tags.', 'Remove one of the two.') },
  {
    code: 'BAD_PROP_ORDER',
    tell: sight => here(sight, `What begins with "&" or "!" comes behind the ${quoted(sight.rest.slice(0, 1))}.`),
  },
  { says: /must be separated from the next token/, tell: sight => here(sight, 'A space is missing in front of this.') },
]
