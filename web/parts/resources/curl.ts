/** A request as a line for a shell, before it is sent. */

export interface Request {
  readonly method: string
  /** `/users?page=2`. */
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly content?: string
}

export const curlOf = (origin: string, { method, target, headers = {}, content }: Request): string =>
  [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    ...(content === undefined ? [] : ['--data-raw', quoted(content)]),
    quoted(origin + target),
  ].join(' ')

/** In single quotes a shell takes everything as it is, but for the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
