import type { Event } from './payment/events.ts'
import type { Posting } from './ledger.ts'
import { feeIncome, receivableOf } from './ledger.ts'
import { apply } from './payment/apply.ts'
import type { Entry } from './actor/entry.ts'
import { evolve } from './payment/evolve.ts'
import { postings } from './payment/postings.ts'
import type { Payment } from './payment/payment.ts'
import { statusOfPhase } from './payment/phase.ts'
import type { Finding } from './finding.ts'
import { compare, findingOf } from './finding.ts'
import type { ProviderRow } from './provider-check.ts'
import { checkProvider } from './provider-check.ts'

export const checks = ['journal', 'row', 'postings', 'accounts', 'workflow', 'provider'] as const
export type Check = (typeof checks)[number]

/** What everybody has written down about one payment. */
export interface Evidence {
  paymentId: string
  row: PaymentColumns & { state: Payment }
  journal: Entry<Event>[]
  postings: BookedPosting[]
  /** As the workflow knows it, where it could be asked. */
  workflow?: Payment
  /** As the providers know it, where their log was given. */
  provider?: ProviderRow[]
}

export interface PaymentColumns {
  version: number
  status: string
  phase: string
  currency: string
  authorizedMinor: number
  capturedMinor: number
  refundedMinor: number
  reservedMinor: number
}

export interface BookedPosting extends Posting {
  version: number
}

/** Proves one payment: its journal, its row, its postings, its workflow and the providers agree. */
export function checkPayment(evidence: Evidence): Finding[] {
  const { paymentId: id, row, journal, workflow, provider } = evidence
  const folded = foldJournal(journal)
  if ('problem' in folded) return [findingOf('journal', id, 'a journal that folds', folded.problem)]
  const { payment } = folded
  const held = (check: Check, expected: unknown, found: unknown): Finding[] =>
    compare(check, id, expected, found)
  const { state, ...columns } = row
  return [
    ...held('row', unheld(payment), unheld(state)),
    ...held('row', columnsOf(payment), columns),
    ...held('postings', folded.postings, evidence.postings.map(posting)),
    ...held('accounts', accountsOf(payment), sumsOf(payment, evidence.postings)),
    ...(workflow
      ? held('workflow', unheld(asKnownTo(workflow, journal, payment)), unheld(workflow))
      : []),
    ...(provider
      ? checkProvider(payment, journal, provider).map(({ expected, found }) =>
          findingOf('provider', id, expected, found),
        )
      : []),
  ]
}

/**
 * Settlement writes its line without asking the workflow, which reads it with its next message. Until
 * then the workflow must stand exactly where the line before left it.
 */
function asKnownTo(workflow: Payment, journal: readonly Entry<Event>[], payment: Payment): Payment {
  const unread = journal.filter(({ version }) => version > workflow.version)
  const isSettlements = unread.every(({ events }) =>
    events.some(({ type }) => type === 'settled' || type === 'partSettled'),
  )
  const known = isSettlements ? foldJournal(journal.slice(0, workflow.version)) : undefined
  return known && 'payment' in known ? known.payment : payment
}

/** What a journal comes to, with all that it books. */
export function foldJournal(
  journal: readonly Entry<Event>[],
): { payment: Payment; postings: BookedPosting[] } | { problem: string } {
  let payment: Payment | undefined
  const booked: BookedPosting[] = []
  try {
    for (const [index, entry] of journal.entries()) {
      const { version, at, events } = entry
      if (version !== index + 1) return { problem: `version ${version} stands at ${index + 1}` }
      let before = payment
      for (const event of events) {
        booked.push(...postings(before, event).map((one) => posting({ ...one, version })))
        before = evolve(before, event, at)
      }
      payment = apply(payment, entry).payment
    }
  } catch (error) {
    return { problem: String(error) }
  }
  return payment ? { payment, postings: booked } : { problem: 'an empty journal' }
}

/** Who holds how much of a payment's money, by its state alone. */
function accountsOf(payment: Payment): Record<string, number> {
  const { phase, capturedMinor, refundedMinor, reservedMinor } = payment
  const soldMinor = ['COMPLETED', 'SETTLED'].includes(statusOfPhase[phase]) ? capturedMinor : 0
  const goingBackMinor = phase === 'reversing' ? soldMinor : 0
  const settlements = payment.transactions.filter(({ type }) => type === 'SETTLEMENT')
  const settledMinor = settlements.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const feeMinor = settlements.reduce((sum, one) => sum + (one.feeMinor ?? 0), 0)
  return {
    payable: soldMinor - refundedMinor - reservedMinor - goingBackMinor,
    reserved: reservedMinor + goingBackMinor,
    receivable: settledMinor + refundedMinor - soldMinor,
    'refund/in_transit': 0,
    bank: -settledMinor,
    fees: -feeMinor,
    [feeIncome]: feeMinor,
  }
}

function sumsOf(payment: Payment, booked: readonly BookedPosting[]): Record<string, number> {
  const sums: Record<string, number> = {
    payable: 0,
    reserved: 0,
    receivable: 0,
    'refund/in_transit': 0,
    bank: 0,
    fees: 0,
    [feeIncome]: 0,
  }
  const receivable = booked.length > 0 ? receivableOf(payment) : undefined
  for (const { account, amountMinor } of booked) {
    const own = account === receivable ? 'receivable' : account
    const name = account.startsWith('merchant/') ? account.slice(account.lastIndexOf('/') + 1) : own
    sums[name] = (sums[name] ?? 0) + amountMinor
  }
  return sums
}

export const columnsOf = (payment: Payment): PaymentColumns => ({
  version: payment.version,
  status: statusOfPhase[payment.phase],
  phase: payment.phase,
  currency: payment.order.currency,
  authorizedMinor: payment.authorizedMinor,
  capturedMinor: payment.capturedMinor,
  refundedMinor: payment.refundedMinor,
  reservedMinor: payment.reservedMinor,
})

/** The mark that stops a payment is set beside its journal, which could not be written. */
const unheld = ({ held: _, ...payment }: Payment): Omit<Payment, 'held'> => payment

const posting = ({ version, account, currency, amountMinor }: BookedPosting): BookedPosting => ({
  version,
  account,
  currency,
  amountMinor,
})
