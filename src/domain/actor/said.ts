/** What was said to a provider and what it said, without cards and keys. */
export interface Said {
  at: number
  tookMs: number
  method: string
  path: string
  asked?: string
  /** Of the answer; absent: there was none. */
  status?: number
  answered?: string
  /** Why there was no answer. */
  because?: string
}
