/** What the catalogue says of each expected failure. */

export interface ProblemKind {
  readonly status: number
  readonly title: string
  readonly meaning: string
  readonly remedy: string
  /** The type as others have registered it; without it, the page on this server. */
  readonly type?: string
}
