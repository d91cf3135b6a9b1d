import { Context } from '@temporalio/activity'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownerOf } from '../../src/domain/id.ts'
import { finished } from '../../src/domain/payment/deadlines.ts'
import { decide } from '../../src/domain/payment/decide.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { settlementFee } from '../../src/domain/payment/operations/settlement.ts'
import { linePostings } from '../../src/domain/settlement/line-postings.ts'
import {
  differenceOf,
  isDisputeLine,
  judgeLine,
  settleMessage,
} from '../../src/domain/settlement/settlement.ts'
import type {
  ChargeLine,
  DisputeLine,
  LineOutcome,
  LineVerdict,
} from '../../src/domain/settlement/settlement.ts'
import { failpoint } from '../../src/process/failpoint.ts'
import type { RecordPaymentInput } from '../../src/postgres/record-payment.ts'
import type {
  LineWithOutcome,
  OpenLine,
  OpenLineOf,
  SettleAnswer,
  Settlements,
} from '../../src/postgres/settlements/settlements.ts'
import { clearDispute } from './clear-dispute.ts'
import type { DisputeLineDesk } from './clear-dispute.ts'

type Charge = OpenLineOf<ChargeLine>

/** How long a busy payment is waited for before its line is listed as a difference. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000]
/** So many payments are settled in one transaction; whoever meets one of them waits so long. */
const COMMITTED_AT_ONCE = 50

interface Desk extends DisputeLineDesk {
  settlements: Settlements
  /** Tells those who wait for a payment that something was committed. */
  hint: (paymentId: string) => void
}

/** Settles the payment of each line, or says why not. Lines that are done are not done again. */
export async function settleLines(
  desk: Desk,
  batchId: string,
  lines: readonly OpenLine[],
): Promise<void> {
  let open = await settleOnce(desk, batchId, lines)
  for (const pauseMs of PAUSES_MS) {
    if (open.length === 0) return
    await pauseFor(pauseMs)
    open = await settleOnce(desk, batchId, open)
  }
  await desk.settlements.setOutcomes(
    batchId,
    open.map(({ line }) => ({ line, outcome: 'still_in_progress', feeMinor: 0, postings: [] })),
  )
}

/** Returns the lines whose payment is busy. */
async function settleOnce(
  desk: Desk,
  batchId: string,
  lines: readonly OpenLine[],
): Promise<OpenLine[]> {
  const busy: OpenLine[] = []
  for (let start = 0; start < lines.length; start += COMMITTED_AT_ONCE) {
    const some = lines.slice(start, start + COMMITTED_AT_ONCE)
    const decided = [
      ...(await settleCharges(
        desk,
        batchId,
        some.filter((line) => !isDisputeLine(line)),
      )),
      ...(await clearDisputes(desk, batchId, some.filter(isDisputeLine))),
    ]
    await desk.settlements.setOutcomes(batchId, decided)
    busy.push(...some.filter(({ line }) => !decided.some((one) => one.line === line)))
    Context.current().heartbeat(some[0]?.line)
  }
  return busy
}

async function settleCharges(
  desk: Desk,
  batchId: string,
  lines: readonly Charge[],
): Promise<LineWithOutcome[]> {
  if (lines.length === 0) return []
  const { verdicts, payments } = await judgeAndCommit(desk, batchId, lines)
  return [...verdicts].flatMap(([line, verdict]) => {
    const outcome = outcomeIn(verdict)
    if (!outcome) return []
    const payment = payments.get(ownerOf(line.reference))
    const postings = linePostings(line, batchId, outcome, payment)
    return [{ line: line.line, outcome, feeMinor: feeOf(line, outcome, payment), postings }]
  })
}

/** There are few of them, so that one is asked after the other. */
async function clearDisputes(
  desk: Desk,
  batchId: string,
  lines: readonly OpenLineOf<DisputeLine>[],
): Promise<LineWithOutcome[]> {
  const cleared: LineWithOutcome[] = []
  for (const line of lines) {
    const outcome = await clearDispute(desk, batchId, line)
    if (outcome) cleared.push(outcome)
  }
  return cleared
}

/**
 * The line of each payment goes straight into its journal, many in one transaction. Its workflow
 * need not be asked: whatever it writes next finds the line standing, and it goes on from there.
 */
async function judgeAndCommit(
  { settlements, hint }: Desk,
  batchId: string,
  lines: readonly Charge[],
): Promise<{ verdicts: Map<Charge, LineVerdict>; payments: Map<string, Payment> }> {
  const owners = [...new Set(lines.map(({ reference }) => ownerOf(reference)))]
  const payments = await settlements.payments(owners)
  const answers = await settlements.answers(batchId, owners)
  const verdicts = new Map<Charge, LineVerdict>()
  const inputs = new Map<Charge, RecordPaymentInput>()
  for (const line of lines) {
    const settling = settle(line, payments.get(ownerOf(line.reference)), batchId, answers)
    if (typeof settling === 'string') verdicts.set(line, settling)
    else inputs.set(line, settling)
  }
  await failpoint('act.settlement.before_commit', { key: batchId })
  const recorded = await settlements.record([...inputs.values()])
  await failpoint('act.settlement.after_commit', { key: batchId })
  for (const [index, [line, { paymentId }]] of [...inputs].entries()) {
    hint(paymentId)
    verdicts.set(line, meaningOf(recorded[index]?.status))
  }
  return { verdicts, payments }
}

/** What is to be written about the payment, or what becomes of its line without. */
function settle(
  line: Charge,
  payment: Payment | undefined,
  batchId: string,
  answers: readonly SettleAnswer[],
): RecordPaymentInput | LineVerdict {
  const verdict = line.duplicate ? 'duplicate_line' : judgeLine(line, batchId, payment)
  if (verdict !== 'settle' || !payment) return verdict
  // Its workflow has ended: nobody would tell its merchant.
  if (finished(payment)) return 'payment_closed'
  const message = settleMessage(batchId, line, attemptOf(batchId, line, answers))
  const at = Math.max(Date.now() + payment.clockOffsetMs, payment.updatedAt)
  const decision = decide(payment, message, at)
  if (decision.outcome.accepted)
    return { paymentId: payment.id, before: payment, message, decision, at }
  const difference = differenceOf(decision.outcome.code)
  return difference === 'still_in_progress' ? 'wait' : difference
}

/** A payment that was too busy for an earlier message gets a new one. */
function attemptOf(batchId: string, line: Charge, answers: readonly SettleAnswer[]): number {
  const first = settleMessage(batchId, line, 1).id
  const isOfLine = ({ messageId }: SettleAnswer) =>
    messageId === first || messageId.startsWith(`${first}/`)
  return answers.filter(isOfLine).length + 1
}

/** The payment moved meanwhile: it is judged again. What must not be waits for an operator. */
function meaningOf(status: string | undefined): LineVerdict {
  if (status === 'committed') return 'settled'
  return status === 'held' ? 'payment_held' : 'wait'
}

/** The same that the payment has decided by: it is fixed when the payment is made. */
const feeOf = (
  { amountMinor }: Charge,
  outcome: LineOutcome,
  payment: Payment | undefined,
): number => (outcome === 'settled' && payment ? settlementFee(payment, amountMinor) : 0)

const outcomeIn = (verdict: LineVerdict | undefined): LineOutcome | undefined =>
  verdict === 'settle' || verdict === 'wait' ? undefined : verdict

const pauseFor = (ms: number): Promise<void> =>
  sleep(ms, undefined, { signal: Context.current().cancellationSignal })
