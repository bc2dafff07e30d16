/** What everything that goes wrong on purpose has in common: what it leaves alone, and how it makes somebody wait. */

import type { FaultName } from '../core/fault.js'
import type { Awaitable } from '../core/json.js'
import { Problem } from '../core/problem.js'
import { withHeaders, type HttpRequest, type HttpResponse } from './message.js'
import { withNote } from './vary.js'
import type { Service } from './service.js'
import { waitingRoom, type WaitingRoom } from './waiting.js'

type Keep = <T>(name: string, make: () => T) => T

/** One room for all that wait, whoever lets them. */
export const sharedRoom = (service: Service, keep: Keep): WaitingRoom =>
  keep('waiting room', () => waitingRoom(service.wall))

/** Matters of the server itself: whoever steers it must get through. */
export const isExempt = ({ resource, path }: HttpRequest, base: string): boolean =>
  resource?.control === true || isBelow(path, '/-') || (base !== '' && isBelow(path, `${base}/-`)) || path === '*'

const isBelow = (path: string, root: string): boolean =>
  path.startsWith(root) && (path.length === root.length || path[root.length] === '/')

/** Waits and goes on; or does not, because too many wait or nobody is there any more. */
export const delayed = async (
  room: WaitingRoom,
  service: Service,
  request: HttpRequest,
  milliseconds: number,
  next: () => Awaitable<HttpResponse>,
): Promise<HttpResponse> => {
  if (milliseconds <= 0) return next()
  const waited = await room.wait(milliseconds, request)
  // Nobody gets to see it; nothing was done.
  if (waited === 'gone') return { status: 503, headers: [], note: 'The client did not wait for its delayed answer.' }
  if (waited === 'full')
    return service.trouble(
      new Problem('too-many-waiting', `${room.held} requests are waiting for their delayed answers already.`, {}, [
        'Retry-After',
        '1',
      ]),
      request,
    )
  const response = withNote(await next(), `delayed ${milliseconds} ms`)
  // A server that stops waits for nothing more on that connection.
  return waited === 'stopped' ? withHeaders(response, ['Connection', 'close']) : response
}

/** There is no answer, only the fault. Its status is never sent. */
export const faultOnly = (fault: FaultName): HttpResponse => ({ status: 503, headers: [], fault })
