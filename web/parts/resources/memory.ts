/** What outlives a view: drafts, because the way to another part and back must lose nothing; and what has just been done. */

import type { Version } from './requests.js'
import type { Typed } from './writing.js'

export interface Draft {
  /** The version that was opened; undefined for a new record. */
  readonly read: Version | undefined
  readonly typed: Typed
}

/** By the path of the record, or of the collection for a new one. */
export const drafts = new Map<string, Draft>()

let news: HTMLElement | undefined

/** For the view that comes next. */
export const leaveNews = (element: HTMLElement): void => void (news = element)

export const takeNews = (): HTMLElement | undefined => {
  const taken = news
  news = undefined
  return taken
}
