/** How long answers take: always the same, anything between two spans, or mostly short and seldom long. */

import { milliseconds } from './quantity.js'

/** Nothing is held for longer. */
export const WAIT_MAX = 60_000

const SPAN = '\\d+(\\.\\d+)? ?(ms|s|m)'
/** The unit may stand behind the second span only: `100..400ms`. */
const RANGE = `\\d+(\\.\\d+)? ?(ms|s|m)?\\.\\.${SPAN}`
const PERCENTILES = `p50=${SPAN}, ?p99=${SPAN}`

export const LATENCY_PATTERN = `^(${SPAN}|${RANGE}|${PERCENTILES})$`
export const LATENCY_HINT = 'a span up to 60s, as in 200ms, 100..400ms or p50=80ms,p99=2s'

export interface Latency {
  /** Whether it is not always the same. */
  readonly random: boolean
  /** Whole milliseconds, at most `WAIT_MAX`. Takes as many numbers from `random` each time, whatever comes out. */
  draw(random: () => number): number
}

/** The distance of the 99th percentile from the median of a normal distribution, in standard deviations. */
const Z99 = 2.326_347_9

/** What the text says; why it says nothing that can be, as a sentence. Its form has been checked by the grammar. */
export const latencyOf = (text: string | number): Latency | string => {
  if (typeof text === 'number') return within(text, text) ?? fixed(text)
  const [, median, high] = /^p50=(.+?), ?p99=(.+)$/.exec(text) ?? []
  if (median !== undefined && high !== undefined) return percentiles(milliseconds(median), milliseconds(high))
  const [low, top] = text.split('..')
  if (low === undefined || top === undefined) {
    const span = milliseconds(text)
    return within(span, span) ?? fixed(span)
  }
  const unit = /[a-z]+$/.exec(low) === null ? (/[a-z]+$/.exec(top)?.[0] ?? '') : ''
  return range(milliseconds(low.trim() + unit), milliseconds(top))
}

const fixed = (span: number): Latency => ({ random: false, draw: () => span })

const range = (low: number, high: number): Latency | string =>
  within(low, high) ?? { random: true, draw: random => Math.round(low + random() * (high - low)) }

/** Log-normal, as the latencies of real servers roughly are: fitted to its median and to its 99th percentile. */
const percentiles = (median: number, high: number): Latency | string => {
  const wrong = within(median, high)
  if (wrong !== undefined) return wrong
  if (median === 0) return 'p50 must be more than 0.'
  const deviation = Math.log(high / median) / Z99
  return {
    random: true,
    draw(random) {
      // Box and Muller's transform; 1 - x is never 0.
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
      return Math.min(WAIT_MAX, Math.round(median * Math.exp(deviation * normal)))
    },
  }
}

const within = (low: number, high: number): string | undefined => {
  if (low > high) return `${low} ms is more than ${high} ms: the shorter span stands first.`
  return high > WAIT_MAX ? `${high} ms is too long: nothing is held for more than ${WAIT_MAX / 1000} s.` : undefined
}
