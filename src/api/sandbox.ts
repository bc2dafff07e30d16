/** A world of its own for one test: the same server, seen with a name that nobody else has. */

import type { App } from '../app.js'
import type { Service } from '../wire/service.js'
import { steer, type Steering } from './steering.js'

/** The global `fetch` of whoever compiles this; these types ask for no library of their own. */
type Fetch = typeof globalThis extends { readonly fetch: infer Found extends (...all: never[]) => unknown }
  ? Found
  : (input: string, init?: object) => Promise<unknown>

export interface Sandbox<Names extends string = string> extends Steering<Names> {
  readonly name: string
  /** Sent with a request, they make it see this world: for clients other than `fetch` below. */
  readonly headers: Readonly<Record<string, string>>
  /** `fetch` into this world; the path begins with a slash, behind the base. */
  fetch(path: string, init?: Parameters<Fetch>[1]): ReturnType<Fetch>
}

/** @throws {Error} When sandboxes are off, or there can be no more. */
export const enterSandbox = async <Names extends string>(
  app: () => App,
  url: string,
  name: string = app().service.chance.token(12),
): Promise<Sandbox<Names>> => {
  const service = async (): Promise<Service> => {
    const found = app().service.late.sandbox?.(name)
    if (found === undefined) throw new Error('There can be no sandbox: sandboxes are off, or too many are in use.')
    return found
  }
  const { clock } = (await service()).world
  const headers = { 'Restage-Sandbox': name }
  return {
    ...steer<Names>(
      service,
      () => clock,
      () => app().families,
    ),
    name,
    headers,
    fetch(path, init = {}) {
      const all = new Headers(init.headers)
      for (const [field, value] of Object.entries(headers)) all.set(field, value)
      return fetch(url + path, { ...init, headers: all })
    },
  }
}
