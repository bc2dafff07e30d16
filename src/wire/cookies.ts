/** Cookies (RFC 6265): what a Cookie field holds under one name, and how one is set and taken back. */

/** A cookie as a server describes it. */
export interface CookieForm {
  readonly name: string
  readonly path: string
  /** Undefined: only the host that set it, which is the safest. */
  readonly domain: string | undefined
  readonly sameSite: 'Strict' | 'Lax' | 'None'
}

/** As long as a browser keeps one at most, in seconds: 400 days (6265bis §5.5). */
const MAX_AGE_MAX = 34_560_000

/**
 * The values under a name, in the order in which they came: there may be several, of different paths, and no order among
 * them means anything (§4.2.2). What has no name, or is no pair, is passed over. Takes as long as the field is long.
 */
export const cookieValues = (field: string | undefined, name: string): readonly string[] => {
  if (field === undefined || !field.includes(name)) return []
  return field.split(';').flatMap(pair => {
    const equals = pair.indexOf('=')
    return equals !== -1 && trim(pair.slice(0, equals)) === name ? [trim(pair.slice(equals + 1))] : []
  })
}

/** A Set-Cookie value. `seconds` is how long the browser is to keep it. */
export const setCookie = (form: CookieForm, value: string, seconds: number, isSecure: boolean): string =>
  write(form, value, `Max-Age=${Math.min(Math.floor(seconds), MAX_AGE_MAX)}`, isSecure)

/** Takes the cookie back: the same name, path and domain, in a past that every client understands. */
export const expireCookie = (form: CookieForm, isSecure: boolean): string =>
  write(form, '', 'Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT', isSecure)

const write = ({ name, path, domain, sameSite }: CookieForm, value: string, life: string, isSecure: boolean): string =>
  [
    `${name}=${value}`,
    `Path=${path}`,
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
    life,
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')

/** Without the white space of HTTP (RFC 9110 §5.6.3) round it, and of no other. By hand, so that it stays linear. */
const trim = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09
