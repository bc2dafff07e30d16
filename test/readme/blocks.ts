/** Takes the code blocks out of a Markdown file, and the commands with their expected output out of a console block. */

export interface Block {
  readonly language: string
  readonly text: string
  /** Where it begins. */
  readonly line: number
}

export const blocksOf = (markdown: string): Block[] => {
  const blocks: Block[] = []
  let open: { language: string; line: number; lines: string[] } | undefined
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^```(\w*)$/.exec(line)
    if (fence === null) open?.lines.push(line)
    else if (open === undefined) open = { language: fence[1] ?? '', line: index + 1, lines: [] }
    else {
      blocks.push({ language: open.language, line: open.line, text: open.lines.join('\n') })
      open = undefined
    }
  }
  if (open !== undefined) throw new Error(`the block of line ${open.line} does not end`)
  return blocks
}

export interface Step {
  readonly command: string
  readonly expected: string
}

/** `$ command` lines, each followed by what it prints. */
export const stepsOf = (text: string): Step[] => {
  const [before = '', ...parts] = `\n${text}`.split('\n$ ')
  if (before.trim() !== '') throw new Error(`there is output without a command: ${before}`)
  return parts.map(part => {
    const [command = '', ...lines] = part.split('\n')
    return { command, expected: lines.join('\n') }
  })
}

/** The name that the first line of a block gives to its file: `# users.yaml`, `// users.test.ts`. */
export const fileName = (text: string): string | undefined => /^(?:#|\/\/) (\S+\.(?:yaml|ts|js))\n/.exec(text)?.[1]

/** What differs from run to run or from version to version is made alike. */
export const normalised = (text: string): string =>
  text
    .replaceAll('\r', '')
    .replaceAll(/\b\d\d:\d\d:\d\d\b/g, '00:00:00')
    .replaceAll(/ +\d+ ms\b/g, ' 0 ms')
    .replaceAll(/\brestage \d+\.\d+\.\d+\b/g, 'restage 0.0.0')
    // Said at a terminal only: the reader has one, the test has none.
    .replaceAll(', h + Enter shows keys', '')
    .replaceAll(/[ \t]+$/gm, '')
    .trim()

/** Whether output is what was expected, where `…` stands for anything. */
export const matches = (output: string, expected: string): boolean => {
  const parts = normalised(expected)
    .split('…')
    .map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('[^]*')}$`).test(normalised(output))
}
