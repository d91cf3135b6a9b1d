import { formatMoney } from '../../domain/money.ts'
import type { Payment, Transaction } from '../../domain/payment/payment.ts'
import { describeReason } from '../../domain/reasons/given-reason.ts'
import type { RouteChoice } from '../../domain/routing/route.ts'
import type { PaymentFile } from '../../postgres/review/payment-file.ts'
import { table } from '../table.ts'
import { accountTable, askedBy } from './account-table.ts'
import { present } from '../../domain/present.ts'

interface Chosen extends RouteChoice {
  at: Date
}

/** Why a payment went its way, out of its journal: what was known at the time, not what is now. */
export function explainRoute({ state, journal, settlementLines }: PaymentFile): {
  value: object
  text: string
} {
  const choices: Chosen[] = journal.flatMap(({ at, events }) =>
    events.flatMap((event) => (event.type === 'routeChosen' ? [{ at, ...event.choice }] : [])),
  )
  const attempts = state.transactions.filter(({ type }) => type === 'AUTH' || type === 'PREAUTH')
  const feeOf = feesOf(state, settlementLines)
  const value = {
    paymentId: state.id,
    ...present({ via: state.via }),
    choices,
    attempts: attempts.map((attempt) => ({ ...attempt, feeMinor: feeOf(attempt) })),
  }
  const text = [
    ...(choices.length === 0 ? [withoutRules(state)] : choices.flatMap(choiceWords(state))),
    attemptTable(state, attempts, feeOf),
  ].join('\n')
  return { value, text }
}

const withoutRules = ({ via }: Payment): string =>
  `no rules were asked: it goes to ${via ?? 'the acquirer of the installation'}\n`

const choiceWords =
  ({ via: charged }: Payment) =>
  ({ at, rule, via, trial, accounts, authentication }: Chosen): string[] => {
    const chosen = rule === undefined ? 'no rule fits' : `rule "${rule}"`
    const whole = charged ?? 'the acquirer of the installation'
    const account = via ?? (rule === undefined ? whole : 'nobody is left')
    const again = trial ? ', to find out whether it works again' : ''
    return [
      `${at.toISOString()}  ${chosen}: ${account}${again}; ${askedBy(authentication)} asks the cardholder`,
      ...(accounts.length === 0 ? [] : [accountTable(accounts)]),
      '',
    ]
  }

type FeeOf = (transaction: Transaction) => number | undefined

function attemptTable({ order }: Payment, attempts: readonly Transaction[], feeOf: FeeOf): string {
  const rows = attempts.map((attempt) => {
    const fee = feeOf(attempt)
    return [
      attempt.via ?? 'installation',
      attempt.status,
      describeReason(attempt),
      fee === undefined ? '' : formatMoney(fee, order.currency),
      attempt.reference,
    ]
  })
  return table(['attempt at', 'status', 'reason', 'cost', 'reference'], rows)
}

/** What the acquirer kept of a charge, or of what was captured of a hold, where a settlement has said so. */
function feesOf(
  { reference: standing, transactions }: Payment,
  lines: readonly Record<string, unknown>[],
): FeeOf {
  const captures = transactions.filter(({ type }) => type === 'CAPTURE')
  return ({ reference }) => {
    const parts = reference === standing ? captures.map((one) => one.reference) : []
    const kept = lines.filter((line) => [reference, ...parts].includes(String(line.reference)))
    return kept.length === 0
      ? undefined
      : kept.reduce((sum, { providerFeeMinor }) => sum + Number(providerFeeMinor), 0)
  }
}
