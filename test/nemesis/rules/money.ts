import { accountOf } from '../books.ts'
import type { Account } from '../books.ts'
import type { BookRow, End } from '../evidence.ts'
import { subjectOf } from '../evidence.ts'
import type { Case, Clause, Rule } from './rule.ts'
import { clause, isCard, isPayment, ofEnds, stands, sum } from './rule.ts'

/** A clause about payments and what the providers' books say of them. */
const ofAccounts = (
  which: (end: End, account: Account) => boolean,
  breaks: (end: End, account: Account) => string | false | undefined,
): Clause => {
  const accountIn = (end: End, found: Case) => accountOf(found.booksOf(end.id), end.isHold)
  return ofEnds(
    (end, found) => isPayment(end) && which(end, accountIn(end, found)),
    (end, found) => breaks(end, accountIn(end, found)),
  )
}

const completed = ({ transactions }: End, type: string) =>
  transactions.filter((one) => one.type === type && one.status === 'COMPLETED')

/** As many operations stand at the provider, of the same sums, as the merchant reads of. */
const sameOperations = (type: string, rowsOf: (account: Account) => BookRow[]): Clause => {
  const sums = (some: readonly { amountMinor: number }[]) =>
    some.map(({ amountMinor }) => amountMinor).sort((a, b) => a - b)
  return ofAccounts(
    (end, account) => completed(end, type).length > 0 || rowsOf(account).length > 0,
    (end, account) => {
      const [shown, done] = [sums(completed(end, type)), sums(rowsOf(account))]
      if (shown.length !== done.length)
        return `shows ${shown.length} of ${type}, and the provider did ${done.length}`
      const isSame = shown.every((amountMinor, index) => amountMinor === done[index])
      return !isSame && `shows ${type} of ${shown.join()}, and the provider did ${done.join()}`
    },
  )
}

/** What the merchant reads of each payment is what the providers' books say. */
export const moneyAddsUp: Rule = {
  'nobody is charged twice': ofAccounts(
    (_, { standing }) => standing.length > 0,
    (_, { standing }) => standing.length > 1 && `was charged ${standing.length} times`,
  ),
  'nothing is given back twice': ofAccounts(
    (_, { reversals }) => reversals.length > 0,
    (_, { reversals }) => reversals.length > 1 && `was given back ${reversals.length} times`,
  ),
  'what stands is charged': ofAccounts(
    stands,
    ({ status }, { standing, reversals }) =>
      (standing.length === 0 || reversals.length > 0) &&
      `is ${status} and the provider holds no charge`,
  ),
  'what is kept is what the provider kept': ofAccounts(
    () => true,
    (end, { chargedMinor, refundedMinor }) => {
      const { amounts, status } = end
      const expectedMinor = stands(end) ? amounts.capturedMinor - amounts.refundedMinor : 0
      const keptMinor = chargedMinor - refundedMinor
      return (
        keptMinor !== expectedMinor &&
        `is ${status} with ${expectedMinor} kept, and the provider kept ${keptMinor}`
      )
    },
  ),
  'no hold is left': ofAccounts(
    (end) => end.isHold && !stands(end),
    ({ status }, { standing, reversals }) =>
      standing.length > 0 &&
      reversals.length === 0 &&
      `is ${status} and its hold stands at the provider`,
  ),
  'captures are those of the provider': sameOperations('CAPTURE', ({ captures }) => captures),
  'refunds are those of the provider': sameOperations('REFUND', ({ refunds }) => refunds),
  'adjustments are those of the provider': sameOperations('ADJUSTMENT', (one) => one.adjustments),
  'what is captured is the sum of its transactions': ofAccounts(stands, (end) => {
    const { capturedMinor } = end.amounts
    const shownMinor = sum(completed(end, end.isHold ? 'CAPTURE' : 'AUTH'))
    return capturedMinor !== shownMinor && `captured ${capturedMinor}, its charges ${shownMinor}`
  }),
  'what is refunded is the sum of its transactions': ofAccounts(stands, (end) => {
    const { refundedMinor } = end.amounts
    const shownMinor = sum(completed(end, 'REFUND'))
    return refundedMinor !== shownMinor && `refunded ${refundedMinor}, its refunds ${shownMinor}`
  }),
  'no more is captured than is held': ofAccounts(
    (end) => end.isHold && stands(end),
    (_, { standing, adjustments, captures }) => {
      const heldMinor = Math.max(0, ...[...standing, ...adjustments].map((one) => one.amountMinor))
      return sum(captures) > heldMinor && `captured ${sum(captures)} of a hold of ${heldMinor}`
    },
  ),
  'no more is refunded than is captured': ofAccounts(
    (_, { refunds }) => refunds.length > 0,
    (_, { chargedMinor, refundedMinor }) =>
      refundedMinor > chargedMinor && `refunded ${refundedMinor} of ${chargedMinor}`,
  ),
  'storing a card costs nothing': ofEnds(isCard, (end, found) => {
    const paid = found.booksOf(end.id).find((row) => row.processed && row.amountMinor !== 0)
    return paid && `is a card, and ${paid.amountMinor} were charged for it`
  }),
}

const currenciesOf = ({ balances, ends }: Case): string[] => [
  ...new Set([...balances, ...ends.filter(stands)].map(({ currency }) => currency)),
]

const ofCurrencies = (breaks: (currency: string, found: Case) => string | false): Clause =>
  clause(currenciesOf, () => 'balance', breaks)

const balanceIn = (currency: string, { balances }: Case) =>
  balances.find((one) => one.currency === currency) ?? { availableMinor: 0, reservedMinor: 0 }

/** What disputes took at the bank and did not give back. */
const takenIn = (currency: string, { disputed }: Case): number =>
  disputed
    .filter((one) => one.currency === currency)
    .flatMap(({ moves }) => moves)
    .reduce((taken, { kind, amountMinor }) => taken + (signs[kind] ?? 0) * amountMinor, 0)
const signs: Record<string, number> = { WITHDRAWN: 1, REINSTATED: -1 }

/** The balance of each currency is what all payments in it together left, less what disputes took. */
export const balanceAddsUp: Rule = {
  'it is what the payments left': ofCurrencies((currency, found) => {
    const expectedMinor = found.ends
      .filter((end) => stands(end) && end.currency === currency)
      .reduce(
        (total, { amounts }) => total + amounts.capturedMinor - amounts.refundedMinor,
        -takenIn(currency, found),
      )
    const { availableMinor, reservedMinor } = balanceIn(currency, found)
    return (
      availableMinor + reservedMinor !== expectedMinor &&
      `is ${currency} ${availableMinor} with ${reservedMinor} reserved; the payments make ${expectedMinor}`
    )
  }),
  'nothing stays reserved': ofCurrencies((currency, found) => {
    const { reservedMinor } = balanceIn(currency, found)
    return reservedMinor !== 0 && `has ${currency} ${reservedMinor} reserved in the end`
  }),
}

/** Nobody was charged for something that no merchant can find; the close of a day is nobody's charge. */
export const nothingUnknown: Rule = {
  'each row has a payment': clause(
    ({ books }) => {
      const moved = books.filter((row) => row.processed && row.operation !== 'settle')
      return [...new Set(moved.map((row) => subjectOf(row.reference)))]
    },
    (subject) => subject,
    (subject, found) =>
      !found.endOf(subject) && 'moved money at a provider, and no merchant knows it',
  ),
}
