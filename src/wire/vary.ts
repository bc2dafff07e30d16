/** What a response depends on in its request, said in one Vary field (RFC 9110 §12.5.5). */

import type { HttpResponse } from './message.js'

/**
 * The response with the names in its Vary field, first of all its fields if it had none. One that says so already comes
 * back as it is: kept representations are written with everything that they vary by.
 */
export const varyBy = (response: HttpResponse, names: string): HttpResponse => {
  const { headers } = response
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index] !== 'Vary') continue
    const value = headers[index + 1] ?? ''
    if (value.endsWith(names) || `, ${value}, `.includes(`, ${names}, `)) return response
    return { ...response, headers: headers.with(index + 1, value === '' ? names : `${value}, ${names}`) }
  }
  return { ...response, headers: ['Vary', names, ...headers] }
}

/** The response with one more remark for the access log. */
export const withNote = (response: HttpResponse, remark: string): HttpResponse => ({
  ...response,
  note: response.note === undefined ? remark : `${response.note} (${remark})`,
})
