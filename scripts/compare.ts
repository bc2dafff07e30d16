/** What `restage compare --markdown` says of the demonstration's fixture, as a part of the README. */

import { fileURLToPath } from 'node:url'
import { main } from '../src/cli/main.js'

const DEMO = fileURLToPath(new URL('../fixtures/users.yaml', import.meta.url))

const unused = (): never => {
  throw new Error('the comparison has no use for this')
}

export const comparison = async (): Promise<string> => {
  const said: string[] = []
  const stream = { write: (text: string) => said.push(text), on: () => undefined }
  const process = { stdout: stream, stderr: stream, stdin: {}, on: unused, off: unused, exit: unused }
  const args = ['node', 'restage', 'compare', DEMO, '--markdown']
  const code = await main(args, {}, process as unknown as Parameters<typeof main>[2])
  if (code !== 0) throw new Error(`the comparison ended with ${code}: ${said.join('')}`)
  return said.join('').trimEnd()
}
