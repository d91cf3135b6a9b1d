import { Context } from '@temporalio/activity'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownerOf } from '../src/domain/id.ts'
import type { CommandMessage } from '../src/domain/actor/message.ts'
import type { PaymentCommandOf } from '../src/domain/payment/commands.ts'
import { differenceOf, judgeLine, settleMessageId } from '../src/domain/settlement.ts'
import type { LineOutcome, LineVerdict } from '../src/domain/settlement.ts'
import { failpoint } from '../src/failpoint.ts'
import type { OpenLine, SettleAnswer, Settlements } from '../src/postgres/settlements.ts'

/** How long a busy payment is waited for before its line is listed as a difference. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000]
/** So many payments are busy with it at a time: live traffic goes on beside it. */
const ASKED_AT_ONCE = 32
/** So long without any answer, and those that are missing are given up. */
const QUIET_MS = 30_000
const POLL_MS = 50

/** Hands a command to a payment's workflow; `closed` when nothing can happen to it any more. */
export type SendCommand = (paymentId: string, message: CommandMessage) => Promise<'sent' | 'closed'>

interface Desk {
  settlements: Settlements
  sendCommand: SendCommand
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
  await decide(desk, batchId, open, () => 'still_in_progress')
}

/** Returns the lines whose payment is busy. */
async function settleOnce(
  desk: Desk,
  batchId: string,
  lines: readonly OpenLine[],
): Promise<OpenLine[]> {
  const payments = await desk.settlements.payments(ownersOf(lines))
  const verdicts = new Map(
    lines.map((line) => [
      line,
      line.duplicate
        ? 'duplicate_line'
        : judgeLine(line, batchId, payments.get(ownerOf(line.reference))),
    ]),
  )
  await decide(desk, batchId, lines, (line) => outcomeIn(verdicts.get(line)))
  const busy = lines.filter((line) => verdicts.get(line) === 'wait')
  const ready = lines.filter((line) => verdicts.get(line) === 'settle')
  for (let start = 0; start < ready.length; start += ASKED_AT_ONCE)
    busy.push(...(await askPayments(desk, batchId, ready.slice(start, start + ASKED_AT_ONCE))))
  return busy
}

/** Sends the lines to their payments and waits until each has answered; returns the busy ones. */
async function askPayments(
  desk: Desk,
  batchId: string,
  lines: readonly OpenLine[],
): Promise<OpenLine[]> {
  const earlier = await desk.settlements.answers(batchId, ownersOf(lines))
  const messages = new Map(lines.map((line) => [line, messageFor(line, batchId, earlier)]))
  const closed = new Set<OpenLine>()
  const send = async ([line, message]: [OpenLine, CommandMessage]) => {
    await failpoint('act.settlement.before_signal', { key: String(line.line) })
    const sent = await desk.sendCommand(ownerOf(line.reference), message)
    if (sent === 'closed') closed.add(line)
    Context.current().heartbeat(line.line)
  }
  await Promise.all([...messages].map(send))
  const sent = lines.filter((line) => !closed.has(line))
  const answers = await untilAnswered(desk, batchId, sent, messages)
  const outcomes = new Map(
    lines.map((line) => [line, closed.has(line) ? 'payment_closed' : meaningOf(answers.get(line))]),
  )
  await decide(desk, batchId, lines, (line) => {
    const outcome = outcomes.get(line)
    return outcome === 'still_in_progress' ? undefined : outcome
  })
  return lines.filter((line) => outcomes.get(line) === 'still_in_progress')
}

/** A payment that was too busy for an earlier message gets a new one. */
function messageFor(
  { line, reference, amountMinor }: OpenLine,
  batchId: string,
  earlier: readonly SettleAnswer[],
): CommandMessage<PaymentCommandOf<'settle'>> {
  const first = settleMessageId(batchId, line, 1)
  const attempts = earlier.filter(
    ({ messageId }) => messageId === first || messageId.startsWith(`${first}/`),
  ).length
  return {
    type: 'command',
    id: settleMessageId(batchId, line, attempts + 1),
    command: { name: 'settle', batch: batchId, line, reference, amountMinor },
    actor: 'settlement',
    requestId: `settle-${batchId}-${line}`,
  }
}

async function untilAnswered(
  { settlements }: Desk,
  batchId: string,
  lines: readonly OpenLine[],
  messages: ReadonlyMap<OpenLine, CommandMessage>,
): Promise<Map<OpenLine, SettleAnswer>> {
  const owners = ownersOf(lines)
  let giveUpAt = Date.now() + QUIET_MS
  let count = 0
  for (;;) {
    const byMessage = new Map(
      (await settlements.answers(batchId, owners)).map((answer) => [answer.messageId, answer]),
    )
    const answered = new Map<OpenLine, SettleAnswer>()
    for (const line of lines) {
      const answer = byMessage.get(messages.get(line)?.id ?? '')
      if (answer) answered.set(line, answer)
    }
    if (answered.size === lines.length || Date.now() > giveUpAt) return answered
    if (answered.size > count) giveUpAt = Date.now() + QUIET_MS
    count = answered.size
    await pauseFor(POLL_MS)
  }
}

function meaningOf(answer: SettleAnswer | undefined): LineOutcome {
  if (!answer) return 'no_answer'
  return answer.outcome.accepted ? 'settled' : differenceOf(answer.outcome.code)
}

const outcomeIn = (verdict: LineVerdict | undefined): LineOutcome | undefined =>
  verdict === 'settle' || verdict === 'wait' ? undefined : verdict

async function decide(
  { settlements }: Desk,
  batchId: string,
  lines: readonly OpenLine[],
  outcomeOf: (line: OpenLine) => LineOutcome | undefined,
): Promise<void> {
  const decided = lines.flatMap((line) => {
    const outcome = outcomeOf(line)
    return outcome ? [{ ...line, outcome }] : []
  })
  if (decided.length > 0) await settlements.setOutcomes(batchId, decided)
}

const ownersOf = (lines: readonly OpenLine[]): string[] => [
  ...new Set(lines.map(({ reference }) => ownerOf(reference))),
]

const pauseFor = (ms: number): Promise<void> =>
  sleep(ms, undefined, { signal: Context.current().cancellationSignal })
