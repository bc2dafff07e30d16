/** What is wrong with rules that their schema cannot tell: parts that do not go together, names that are none. */

import { leavesNothing } from '../../core/fault.js'
import { isFields, step } from '../../core/json.js'
import { latencyOf } from '../../core/latency.js'
import { isBodiless } from '../../core/status.js'
import type { Rule } from './schema.js'

interface Misfit {
  readonly pointer: string
  readonly message: string
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** What a field value may hold (RFC 9110 §5.5), as far as Node sends it. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** How the message is framed and the connection used is the server's own business. */
const OWN: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer'])

/** The rule with what is said in it: a member with nothing behind its colon is not there. In a body, nothing is a value. */
export const stated = <T>(rule: T): T =>
  isFields(rule)
    ? (Object.fromEntries(
        Object.entries(rule).flatMap(([name, value]) =>
          value === null ? [] : [[name, name === 'body' ? value : stated(value)]],
        ),
      ) as T)
    : rule

/** Of a rule that is wrong already nothing is known. */
export const checkRules = (rules: readonly (Rule | undefined)[]): Misfit[] =>
  rules.flatMap((rule, index) =>
    rule === undefined
      ? []
      : checkRule(stated(rule)).map(({ pointer, message }) => ({ pointer: `/${index}${pointer}`, message })),
  )

const checkRule = ({ then }: Rule): Misfit[] =>
  Object.keys(then).length === 0
    ? [
        {
          pointer: '/then',
          message: 'A rule needs its then: status, headers, body, wait, fault or pass, as in { status: 503 }.',
        },
      ]
    : checkThen(then)

const checkThen = ({ status, headers, body, wait, fault, pass }: Rule['then']): Misfit[] => {
  const made = status !== undefined || hasBody(body)
  const found: Misfit[] = []
  const say = (pointer: string, message: string) => found.push({ pointer: `/then${pointer}`, message })
  if (pass === true && made)
    say(
      '/pass',
      'With pass the real answer is given, so there cannot be a status or a body as well. Take one of them out.',
    )
  if (status !== undefined && isBodiless(status) && hasBody(body))
    say('/body', `An answer of status ${status} has no content. Take the body out.`)
  if (fault !== undefined && fault !== null && !leavesNothing(fault) && !made && pass !== true)
    say('/fault', `The fault ${fault} is one of an answer, so there must be one: add a status, a body, or pass: true.`)
  const span = wait === undefined || wait === null ? undefined : latencyOf(wait)
  if (typeof span === 'string') say('/wait', span)
  for (const [name, value] of Object.entries(headers ?? {})) {
    const place = `/headers${step(name)}`
    if (!TOKEN.test(name)) say(place, `"${name}" cannot be the name of a header field.`)
    else if (OWN.has(name.toLowerCase())) say(place, `${name} is set by the server itself. Take it out.`)
    else if (!VALUE.test(String(value))) say(place, `The value of ${name} holds a character that no header field can.`)
  }
  return found
}

/** Nothing behind the colon is no body. */
export const hasBody = (body: unknown): boolean => body !== undefined && body !== null
