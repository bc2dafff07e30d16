/** What `restage --help` says, as a block of the README. */

import { main } from '../src/cli/main.js'

/** The help neither stops nor waits for anything. */
const unused = (): never => {
  throw new Error('the help has no use for this')
}

export const helpBlock = async (): Promise<string> => {
  const said: string[] = []
  const stream = { write: (text: string) => said.push(text), on: () => undefined, columns: 80 }
  const process = { stdout: stream, stderr: stream, stdin: {}, on: unused, off: unused, exit: unused }
  const code = await main(['node', 'restage', '--help'], {}, process as unknown as Parameters<typeof main>[2])
  if (code !== 0) throw new Error(`the help ended with ${code}: ${said.join('')}`)
  return `\`\`\`console\n$ npx restage --help\n${said.join('').trimEnd()}\n\`\`\``
}
