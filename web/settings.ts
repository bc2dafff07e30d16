/** What can be switched while it is served: what is so now, and how to have it otherwise. */

import type { Json } from './api.js'
import type { Server } from './server.js'

export interface Settings {
  readonly latency: Json
  readonly chaos: Json
  readonly rate: Json
  readonly legacy: Json
  /** Names of those that are not left to what the server was started with. */
  readonly switched: readonly string[]
}

export const readSettings = (server: Server): Promise<Settings> => server.read('/settings')

/** A JSON Merge Patch (RFC 7396): `null` gives a setting back to what the server was started with. Throws as `steer`. */
export const changeSettings = async (
  server: Server,
  change: Readonly<Partial<Record<Exclude<keyof Settings, 'switched'>, Json>>>,
): Promise<Settings> => JSON.parse((await server.steer('PATCH', '/settings', change)).text) as Settings
