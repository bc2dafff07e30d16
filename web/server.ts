/** The server that the page came from: its resources as any client sees them, and its own matters below `/-/`. */

/** Longer than this, an answer does not come any more; latency can be up to a minute. */
const PATIENCE = 90_000

const TOKEN = 'restage token'

export interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is. */
  readonly content?: string
  readonly signal?: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** There was no answer: the server has gone, or cut the connection. */
export class NoAnswer extends Error {}

/** The answer was not what it had to be; the message is what its problem says. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface Server {
  /** `http://localhost:4000`: for lines that are to be copied. */
  readonly origin: string
  /** Where the server's own matters are: `/-`, `/api/-`. */
  readonly root: string
  /** As an ordinary client asks. Throws NoAnswer. */
  ask(method: string, path: string, asked?: Asked): Promise<Answer>
  /** Asks about the server itself: `path` stands behind the root. Throws NoAnswer; Refused for anything but 2xx. */
  steer(method: string, path: string, content?: unknown, asked?: Asked): Promise<Answer>
  /** A document about the server itself. Throws as `steer`. */
  read<T>(path: string): Promise<T>
  /** A stream of events about the server itself; throws as `steer` where it does not begin. */
  follow(path: string, asked: Asked): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
  /** What Authorization is to say below the root; undefined when nothing is needed, or known. */
  token: string | undefined
}

const send = async (method: string, path: string, { headers, content, signal }: Asked): Promise<Response> => {
  const limit = AbortSignal.timeout(PATIENCE)
  try {
    return await fetch(path, {
      method,
      // What is shown is what the server says, not what the browser has kept.
      cache: 'no-store',
      redirect: 'manual',
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      ...(headers !== undefined && { headers }),
      ...(content !== undefined && { body: content }),
    })
  } catch (error) {
    throw new NoAnswer(signal?.aborted === true ? 'It was broken off.' : 'The server has not answered.', {
      cause: error,
    })
  }
}

const whole = async (response: Response): Promise<Answer> => {
  try {
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    throw new NoAnswer('The answer has broken off.', { cause: error })
  }
}

/** `page`: the URL of the page. */
export const serverOf = (page: URL): Server => {
  const root = page.pathname.replace(/\/[^/]*$/, '')
  let token = sessionStorage.getItem(TOKEN) ?? undefined

  const authorized = (headers: Asked['headers']): Record<string, string> => ({
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...headers,
  })
  const server: Server = {
    origin: page.origin,
    root,
    get token() {
      return token
    },
    set token(next) {
      token = next
      if (next === undefined) sessionStorage.removeItem(TOKEN)
      else sessionStorage.setItem(TOKEN, next)
    },
    ask: async (method, path, asked = {}) => whole(await send(method, path, asked)),
    async steer(method, path, content, { headers, ...asked } = {}) {
      const written = content === undefined ? {} : { content: JSON.stringify(content) }
      const type = content === undefined ? {} : { 'Content-Type': 'application/json' }
      const response = await send(method, root + path, {
        ...asked,
        ...written,
        headers: authorized({ Accept: 'application/json', ...type, ...headers }),
      })
      const answer = await whole(response)
      if (!response.ok) throw new Refused(answer.status, detailOf(answer))
      return answer
    },
    read: async <T>(path: string) => JSON.parse((await server.steer('GET', path)).text) as T,
    async follow(path, { headers, ...asked }) {
      const accept = { Accept: 'text/event-stream', ...headers }
      const response = await fetch(root + path, {
        cache: 'no-store',
        headers: authorized(accept),
        signal: asked.signal ?? null,
      })
      if (!response.ok || response.body === null) throw new Refused(response.status, detailOf(await whole(response)))
      return response.body
    },
  }
  return server
}

/** What a problem says (RFC 9457), in one sentence. */
export const detailOf = ({ status, text }: Pick<Answer, 'status' | 'text'>): string => {
  try {
    const { detail, title, errors } = JSON.parse(text) as {
      detail?: string
      title?: string
      errors?: readonly { pointer: string; detail: string }[]
    }
    // Of one fault alone, the detail has said it already.
    const faults = (errors ?? []).flatMap(fault =>
      fault.detail === detail ? [] : [`${fault.pointer}: ${fault.detail}`],
    )
    const said = [detail ?? title, ...faults].filter(Boolean).join(' ')
    if (said !== '') return said
  } catch {
    // No problem document, so the status has to do.
  }
  return `The server has answered ${status}.`
}
