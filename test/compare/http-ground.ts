/** The ground of a comparison as a page in a browser has it: of the server it knows nothing but what requests tell. */

import type { Ground, Member, Subject } from '../../src/compare/ground.js'
import type { Json } from '../../src/core/json.js'
import { keyText } from '../../src/core/family.js'
import { ask, send } from '../harness.js'

type Document = Readonly<Record<string, readonly Readonly<Record<string, Json>>[]>>

export interface HttpGround extends Ground {
  /** Removes the snapshot that everything was put back to. */
  leave(): Promise<void>
}

/** What is put back is what was there when this was called. */
export const httpGround = async (
  origin: string,
  base: string,
  families: readonly Subject[],
  puts: boolean,
): Promise<HttpGround> => {
  const control = `${origin}${base}/-`
  const snapshot = `${control}/snapshots/before-the-proofs`
  const state = async () => expect(200, await ask(`${control}/state`))
  expect(201, await ask(snapshot, { method: 'PUT' }))
  return {
    origin,
    base,
    families,
    puts,
    async records({ plural, key }) {
      const lists = JSON.parse(await state()) as Document
      return (lists[plural] ?? []).map((fields): Member => ({ key: keyText(fields[key]) ?? '', fields }))
    },
    state,
    async putBack() {
      expect(200, await send('PUT', `${control}/state`, { snapshot: 'before-the-proofs' }))
    },
    async leave() {
      expect(204, await ask(snapshot, { method: 'DELETE' }))
    },
  }
}

const expect = (wanted: number, { status, text }: Awaited<ReturnType<typeof ask>>): string => {
  if (status !== wanted) throw new Error(`${status}: ${text}`)
  return text
}
