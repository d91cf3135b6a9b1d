/** Whether an account may be used: `open` is not, `halfOpen` lets one charge find out. */
export type Circuit = 'closed' | 'open' | 'halfOpen'

/** What came of one charge through an account. */
export interface ChargeSeen {
  /** The provider gave a definite answer, whatever it was about the card. */
  answered: boolean
  /** It was let through to find out whether the account works again. */
  trial: boolean
  at: number
}

export interface AccountHealth {
  circuit: Circuit
  /** Of the charges that count, those without a definite answer. */
  failures: number
  seen: number
}

/** How many charges count, and how old they may be. */
export const CHARGES_SEEN = 20
export const SEEN_FOR_MS = 10 * 60_000
const FAILURES_TO_OPEN = 5
const OPEN_MS = 30_000

/**
 * The circuit of an account, from its last charges, newest first. It opens when at least five of them,
 * and half of all, had no definite answer; half a minute after the last failure one charge is let
 * through, and when that is answered everything before it is forgotten.
 */
export function circuitOf(charges: readonly ChargeSeen[], now: number): AccountHealth {
  const recent = charges.filter(({ at }) => now - at < SEEN_FOR_MS).slice(0, CHARGES_SEEN)
  const mended = recent.findIndex(({ answered, trial }) => answered && trial)
  const counted = mended === -1 ? recent : recent.slice(0, mended + 1)
  const failed = counted.filter(({ answered }) => !answered)
  const health = { failures: failed.length, seen: counted.length }
  if (failed.length < FAILURES_TO_OPEN || failed.length * 2 < counted.length)
    return { circuit: 'closed', ...health }
  const lastFailure = Math.max(...failed.map(({ at }) => at))
  return { circuit: now - lastFailure < OPEN_MS ? 'open' : 'halfOpen', ...health }
}
