import { accountOf } from '../books.ts'
import type { Account } from '../books.ts'
import type { End } from '../evidence.ts'
import { subjectOf } from '../evidence.ts'
import type { Finding, Rule } from './rule.ts'
import { paymentsOf } from './rule.ts'

const stands = ({ status }: End): boolean => ['COMPLETED', 'SETTLED'].includes(status)

/** What the merchant reads of each payment is what the providers' books say. */
export const moneyAddsUp: Rule = (found) =>
  paymentsOf(found).flatMap((end) => {
    const account = accountOf(found.booksOf(end.id), end.isHold)
    return [...charges(end, account), ...sums(end, account), ...operations(end, account)].map(
      (text) => ({ subject: end.id, text }),
    )
  })

function charges(end: End, { standing, reversals }: Account): string[] {
  if (standing.length > 1) return [`was charged ${standing.length} times`]
  if (reversals.length > 1) return [`was given back ${reversals.length} times`]
  if (stands(end) && (standing.length === 0 || reversals.length > 0))
    return [`is ${end.status} and the provider holds no charge`]
  return []
}

function sums(end: End, { standing, reversals, chargedMinor, refundedMinor }: Account): string[] {
  const { amounts } = end
  const expectedMinor = stands(end) ? amounts.capturedMinor - amounts.refundedMinor : 0
  const keptMinor = chargedMinor - refundedMinor
  if (keptMinor !== expectedMinor)
    return [`is ${end.status} with ${expectedMinor} kept, and the provider kept ${keptMinor}`]
  const isHeld = end.isHold && standing.length > 0 && reversals.length === 0
  return isHeld && !stands(end) ? [`is ${end.status} and its hold stands at the provider`] : []
}

/** As many operations stand at the provider as the merchant reads of. */
function operations(end: End, { captures, refunds, adjustments }: Account): string[] {
  const completed = (type: string) =>
    end.transactions.filter((one) => one.type === type && one.status === 'COMPLETED').length
  if (!stands(end)) return []
  return [
    ['CAPTURE', captures.length] as const,
    ['REFUND', refunds.length] as const,
    ['ADJUSTMENT', adjustments.length] as const,
  ].flatMap(([type, count]) =>
    completed(type) === count
      ? []
      : [`shows ${completed(type)} of ${type}, and the provider did ${count}`],
  )
}

/** The balance is what all payments together left. */
export const balanceAddsUp: Rule = (found) => {
  const expectedMinor = paymentsOf(found)
    .filter(stands)
    .reduce((sum, { amounts }) => sum + amounts.capturedMinor - amounts.refundedMinor, 0)
  const { availableMinor, reservedMinor } = found.balance
  const isRight = availableMinor + reservedMinor === expectedMinor && reservedMinor === 0
  if (isRight) return []
  const text = `is ${availableMinor} with ${reservedMinor} reserved; the payments make ${expectedMinor}`
  return [{ subject: 'balance', text }]
}

/** Nobody was charged for something that no merchant can find; the close of a day is nobody's charge. */
export const nothingUnknown: Rule = (found) => {
  const moved = found.books.filter((row) => row.processed && row.operation !== 'settle')
  const subjects = new Set(moved.map((row) => subjectOf(row.reference)))
  return [...subjects].flatMap((subject): Finding[] =>
    found.endOf(subject)
      ? []
      : [{ subject, text: 'moved money at a provider, and no merchant knows it' }],
  )
}
