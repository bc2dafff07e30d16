/** Reads a source file without a compiler: what is code, what is a comment, what is text, and what it imports. */

export interface Import {
  /** As written; undefined when it is computed, so that nobody can tell where it leads. */
  readonly specifier: string | undefined
  readonly line: number
}

export interface Masked {
  /** Comments and the inside of strings and regular expressions as blanks; every character stands where it stood. */
  readonly code: string
  /** Comments alone as blanks. */
  readonly text: string
}

/** After these a slash begins a regular expression; after anything else it divides. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|of|in|await|yield|void|delete))\s*$/

/** What may import, up to the quote of the specifier or to whatever stands in its place. */
const IMPORTS = /(?<![.\w$])(?:from\s*(?=['"])|import\s*(?=['"])|(?:import|require)\s*\(\s*)/g

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/** The end of a template literal that begins at `start`, interpolations and all. */
const endOfTemplate = (source: string, start: number): number => {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '`') return at + 1
    else if (source.startsWith('${', at)) {
      let depth = 1
      for (at += 2; at < source.length && depth > 0; at++) {
        if (source[at] === '`') at = endOfTemplate(source, at) - 1
        else if (source[at] === '{') depth++
        else if (source[at] === '}') depth--
      }
      at--
    }
  }
  return source.length
}

/** The end of a string or regular expression on one line. */
const endOfLiteral = (source: string, start: number): number => {
  const quote = source[start]
  let inClass = false
  for (let at = start + 1; at < source.length && source[at] !== '\n'; at++) {
    if (source[at] === '\\') at++
    else if (quote === '/' && source[at] === '[') inClass = true
    else if (quote === '/' && source[at] === ']') inClass = false
    else if (source[at] === quote && !inClass) return at + 1
  }
  return start + 1
}

/** A template keeps its interpolations as code, because they can call and import. */
const maskTemplate = (literal: string): Masked => {
  let code = '`'
  let text = '`'
  let at = 1
  while (at < literal.length) {
    if (literal.startsWith('${', at)) {
      let depth = 1
      let end = at + 2
      for (; end < literal.length && depth > 0; end++) {
        if (literal[end] === '`') end = endOfTemplate(literal, end) - 1
        else if (literal[end] === '{') depth++
        else if (literal[end] === '}') depth--
      }
      const inner = mask(literal.slice(at + 2, end - 1))
      code += `\${${inner.code}}`
      text += `\${${inner.text}}`
      at = end
      continue
    }
    const width = literal[at] === '\\' ? 2 : 1
    const piece = literal.slice(at, at + width)
    code += at + width >= literal.length && piece === '`' ? '`' : blank(piece)
    text += piece
    at += width
  }
  return { code, text }
}

export const mask = (source: string): Masked => {
  let code = ''
  let text = ''
  let at = 0
  const take = (end: number, inCode: string, inText: string): void => {
    code += inCode
    text += inText
    at = end
  }
  while (at < source.length) {
    const character = source[at] ?? ''
    if (source.startsWith('//', at) || source.startsWith('/*', at)) {
      const block = source[at + 1] === '*'
      const found = source.indexOf(block ? '*/' : '\n', at + 2)
      const end = found === -1 ? source.length : found + (block ? 2 : 0)
      const gone = blank(source.slice(at, end))
      take(end, gone, gone)
    } else if (character === '`') {
      const end = endOfTemplate(source, at)
      const inner = maskTemplate(source.slice(at, end))
      take(end, inner.code, inner.text)
    } else if (
      character === "'" ||
      character === '"' ||
      (character === '/' && BEFORE_REGEX.test(code.slice(-40)) && endOfLiteral(source, at) > at + 1)
    ) {
      const end = endOfLiteral(source, at)
      const literal = source.slice(at, end)
      const hollow = literal.length < 2 ? literal : character + blank(literal.slice(1, -1)) + literal.slice(-1)
      take(end, hollow, literal)
    } else take(at + 1, character, character)
  }
  return { code, text }
}

/** Everything that a file imports, types included, in any of the ways the language has. */
export const importsOf = (source: string): Import[] => {
  const { code } = mask(source)
  return [...code.matchAll(IMPORTS)].map(match => {
    const start = match.index + match[0].length
    const quote = source[start]
    const line = source.slice(0, match.index).split('\n').length
    if (quote !== "'" && quote !== '"' && quote !== '`') return { specifier: undefined, line }
    const specifier = source.slice(start + 1, code.indexOf(quote, start + 1))
    return { specifier: specifier.includes('${') ? undefined : specifier, line }
  })
}
