import { ownerOf } from '../../src/domain/id.ts'
import type { KeyedId } from '../../src/domain/dispute/report-of.ts'
import { reportMessage, reportOf } from '../../src/domain/dispute/report-of.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import {
  clearingPostings,
  disputeLineProblem,
  movesOfLine,
  verdictOnMoves,
} from '../../src/domain/settlement/dispute-line.ts'
import type { DisputeLine } from '../../src/domain/settlement/settlement.ts'
import { accountNamed, readBatchId } from '../../src/domain/settlement/settling-provider.ts'
import { failpoint } from '../../src/process/failpoint.ts'
import type { SignalDispute } from '../deps.ts'
import type {
  LineWithOutcome,
  OpenLineOf,
  Settlements,
} from '../../src/postgres/settlements/settlements.ts'

export interface DisputeLineDesk {
  settlements: Pick<Settlements, 'payments' | 'chargedAs' | 'dispute'>
  keyed: KeyedId
  signalDispute: SignalDispute
}

/**
 * A line of a dispute clears what its move has left open at the provider. Where nobody has told of that
 * move yet the dispute hears of it from here, and begins with it if need be: a lost message is no lost
 * dispute. The line is done when the dispute has booked it; undefined until then.
 */
export async function clearDispute(
  desk: DisputeLineDesk,
  batchId: string,
  line: OpenLineOf<DisputeLine>,
): Promise<LineWithOutcome | undefined> {
  const payment = await disputedPayment(desk, batchId, line)
  const problem = line.duplicate ? 'duplicate_line' : disputeLineProblem(line, batchId, payment)
  if (problem || !payment) return withoutPostings(line, problem ?? 'unknown_reference')
  if (line.clearedBefore) return withoutPostings(line, 'settled_before')
  const { providerRef } = line.dispute
  const facts = { moves: movesOfLine(line) }
  const eventId = `${batchId}/${String(line.line)}`
  const reported = reportOf(payment, { providerRef, facts, eventId }, desk.keyed)
  const { disputeId, names } = reported.report
  const dispute = await desk.settlements.dispute(disputeId)
  const verdict = verdictOnMoves(line, dispute?.moves ?? [])
  if (verdict === 'other_amount') return withoutPostings(line, verdict)
  if (verdict === 'matched')
    return {
      ...withoutPostings(line, verdict),
      postings: clearingPostings(line, names.provider),
      merchantId: payment.merchantId,
      paymentId: payment.id,
    }
  await failpoint('act.settlement.before_dispute', { key: disputeId })
  await desk.signalDispute(reportMessage(reported, `settle-${eventId}`), dispute)
  await failpoint('act.settlement.after_dispute', { key: disputeId })
  return undefined
}

/** By our reference of the charge, or by the provider's name of it in the merchant's account. */
async function disputedPayment(
  { settlements }: DisputeLineDesk,
  batchId: string,
  { dispute: { charge } }: DisputeLine,
): Promise<Payment | undefined> {
  if ('reference' in charge) {
    const paymentId = ownerOf(charge.reference)
    return (await settlements.payments([paymentId])).get(paymentId)
  }
  const account = accountNamed(readBatchId(batchId).provider)
  return account && settlements.chargedAs(account.merchantId, charge.acquirerRef)
}

const withoutPostings = (
  { line }: DisputeLine,
  outcome: LineWithOutcome['outcome'],
): LineWithOutcome => ({ line, outcome, feeMinor: 0, postings: [] })
