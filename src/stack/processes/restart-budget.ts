/** How soon a crashed process may start again, and when to stop trying. */
export class RestartBudget {
  readonly #restartsPerMinute: number
  readonly #now: () => number
  #crashes: number[] = []

  constructor(restartsPerMinute: number, now: () => number = Date.now) {
    this.#restartsPerMinute = restartsPerMinute
    this.#now = now
  }

  /** Milliseconds to wait before the next start; undefined when it crashed too often. */
  spend(): number | undefined {
    const now = this.#now()
    this.#crashes = this.#crashes.filter((at) => now - at < MINUTE_MS)
    this.#crashes.push(now)
    const crashes = this.#crashes.length
    if (crashes > this.#restartsPerMinute) return undefined
    return Math.min(FIRST_DELAY_MS * 2 ** (crashes - 1), LONGEST_DELAY_MS)
  }
}

const MINUTE_MS = 60_000
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5_000
