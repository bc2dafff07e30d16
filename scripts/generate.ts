/** `npm run generate`: writes what is generated from the grammar and the catalogue, and says what has changed. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generated } from './generated.js'

for (const [name, text] of await generated()) {
  const path = fileURLToPath(new URL(`../${name}`, import.meta.url))
  const fresh = existsSync(path) && readFileSync(path, 'utf8') === text
  if (!fresh) writeFileSync(path, text)
  console.log(`${name}: ${fresh ? 'as it was' : 'written'}`)
}
