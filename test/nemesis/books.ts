import type { BookRow } from './evidence.ts'
import { sum } from './rules/rule.ts'

/** What a provider's rows about one payment come to. */
export interface Account {
  /** Charges or holds that were not undone. */
  standing: BookRow[]
  captures: BookRow[]
  refunds: BookRow[]
  adjustments: BookRow[]
  /** The whole payment given back by a cancel or the end of its hold. */
  reversals: BookRow[]
  chargedMinor: number
  refundedMinor: number
}

/**
 * References say what undoes what: `…-undo` and `…-close` take back the operation before the dash, and `…-back`
 * is money that came after the end of its payment and went back whole.
 */
export function accountOf(rows: readonly BookRow[], isHold: boolean): Account {
  const done = rows.filter(({ processed }) => processed)
  const late = sentBack(done)
  const undone = new Set([
    ...done.flatMap(({ operation, reference }) =>
      operation === 'reverse' ? [reference.replace(/-(undo|close)$/, '')] : [],
    ),
    ...late.flatMap(({ reference }) => [reference, reference.replace(/-back$/, '')]),
  ])
  const standingOf = (operation: string) =>
    done.filter((row) => row.operation === operation && !undone.has(row.reference))
  // BLIK knows no reversal: a cancel is money sent back under the cancel's reference.
  const reversals = done.filter(
    ({ operation, reference }) =>
      ['reverse', 'refund'].includes(operation) && /^[a-z]+-cancel-[^-]+$/.test(reference),
  )
  const standing = standingOf('authorize')
  const captures = standingOf('capture')
  const refunds = standingOf('refund').filter((row) => !reversals.includes(row))
  const charges = isHold ? captures : standing
  return {
    standing,
    captures,
    refunds,
    reversals,
    adjustments: standingOf('adjust'),
    chargedMinor: reversals.length > 0 ? 0 : sum(charges),
    refundedMinor: sum(refunds),
  }
}

/** The first refund of each charge that says so and is of its sum; a second or another sum is a refund. */
function sentBack(done: readonly BookRow[]): BookRow[] {
  return done
    .filter(({ operation }) => operation === 'authorize')
    .flatMap(({ reference, amountMinor }) => {
      const rows = done.filter(
        (row) => row.operation === 'refund' && row.reference === `${reference}-back`,
      )
      return rows.length === 1 && rows[0]?.amountMinor === amountMinor ? rows : []
    })
}
