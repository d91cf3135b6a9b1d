import { Context } from '@temporalio/activity'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownerOf } from '../../src/domain/id.ts'
import type { CommandMessage } from '../../src/domain/actor/message.ts'
import { settleMessage } from '../../src/domain/settlement/settlement.ts'
import type { Settlements } from '../../src/postgres/settlements/settlements.ts'

/** Hands a command to a payment's workflow; `closed` when nothing can happen to it any more. */
export type SendCommand = (paymentId: string, message: CommandMessage) => Promise<'sent' | 'closed'>

const LINES = 200
const TOLD_AT_ONCE = 16
/** Each takes a workflow task: live traffic goes on beside it. */
const PAUSE_MS = 250

/**
 * Tells workflows that their payment was settled: they read the line, show the new status and tell
 * the merchant. The message is the one that stands in the journal, so nothing can happen twice.
 */
export async function signalSettled(
  { settlements, sendCommand }: { settlements: Settlements; sendCommand: SendCommand },
  batchId: string,
  after: number,
): Promise<{ last: number; lines: number; closed: string[] }> {
  const lines = await settlements.settledLines(batchId, after, LINES)
  const closed: string[] = []
  for (let start = 0; start < lines.length; start += TOLD_AT_ONCE) {
    const some = lines.slice(start, start + TOLD_AT_ONCE)
    const signal = async (line: (typeof lines)[number]) => {
      const paymentId = ownerOf(line.reference)
      const sent = await sendCommand(paymentId, settleMessage(batchId, line, 1))
      if (sent === 'closed') closed.push(paymentId)
    }
    await Promise.all(some.map(signal))
    await sleep(PAUSE_MS, undefined, { signal: Context.current().cancellationSignal })
  }
  return { last: lines.at(-1)?.line ?? after, lines: lines.length, closed }
}
