/** The files of the page as the build has left them, beside the code: each read when it is first asked for, and kept. */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Asset, Assets } from '../wire/asset.js'

const FOLDER = new URL('../../dist/web/', import.meta.url)

/** From a folder that nobody else writes to; names come from a list in the code, never from a request. */
export const assetsIn = (folder: URL): Assets => {
  const kept = new Map<string, Asset>()
  return async name => {
    const known = kept.get(name)
    if (known !== undefined) return known
    const body = await readFile(new URL(name, folder)).catch(() => undefined)
    if (body === undefined) return undefined
    const asset = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
    kept.set(name, asset)
    return asset
  }
}

export const pageAssets: Assets = assetsIn(FOLDER)
