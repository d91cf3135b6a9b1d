import type { Message } from '../../../src/domain/actor/message.ts'
import type { Call, Outcome } from '../../../src/domain/actor/call.ts'
import type { DisputeCommand } from '../../../src/domain/dispute/commands.ts'
import { deadlines } from '../../../src/domain/dispute/deadlines.ts'
import { decide } from '../../../src/domain/dispute/decide.ts'
import type { Gateway, Meta } from '../../../src/gateway/gateway.ts'
import type { DbPool } from '../../../src/postgres/db.ts'
import { createDisputeReads } from '../../../src/postgres/disputes/disputes.ts'
import { recordDispute } from '../../../src/postgres/disputes/record-dispute.ts'
import { onceMore } from './tokenization-world.ts'

/**
 * Disputes by the real rules, in the real tables; only Temporal and the provider are played: a call is
 * answered when a test has said how.
 */
export function createDisputeWorld(db: DbPool) {
  const reads = createDisputeReads(db, onceMore)
  let answers: Partial<Record<Call['kind'], Outcome>> = {}

  const commit = async (id: string, message: Message) => {
    const before = await reads.find(id)
    const at = Date.now() + (before?.clockOffsetMs ?? 0)
    const decision = decide(before, message, at)
    const recorded = await recordDispute(db, { disputeId: id, before, message, decision, at })
    if (recorded.status !== 'committed') throw new Error(JSON.stringify(recorded))
    return decision.outcome
  }

  const settle = async (id: string): Promise<void> => {
    for (let calls = 0; calls < 20; calls += 1) {
      const call = (await reads.find(id))?.calls[0]
      const outcome = call && answers[call.kind]
      if (!call || !outcome) return
      await commit(id, { type: 'result', id: `result/${call.id}`, callId: call.id, outcome })
    }
  }

  const moveClock = async (id: string): Promise<void> => {
    for (;;) {
      const dispute = await reads.find(id)
      const [next] = dispute?.advance ? deadlines(dispute) : []
      if (!next) return
      await commit(id, { type: 'due', id: `due/${next.name}/${String(next.at)}`, ...next })
      await settle(id)
    }
  }

  async function take(id: string, command: DisputeCommand, meta: Meta) {
    const messageId = `cmd/${meta.commandId}`
    const known = await reads.commandEnd(id, messageId)
    if (!known) {
      const { actor, requestId, bodyHash } = meta
      const keyed = bodyHash === undefined ? {} : { bodyHash }
      await commit(id, { type: 'command', id: messageId, command, actor, requestId, ...keyed })
      await settle(id)
      await moveClock(id)
    }
    const outcome = (known ?? (await reads.commandEnd(id, messageId)))!.outcome
    const dispute = await reads.find(id)
    return { outcome, ...(dispute && { dispute }), replayed: known !== undefined }
  }

  const gateway: Pick<Gateway, 'reportDispute' | 'sendDispute'> = {
    reportDispute: (report, meta) => take(report.disputeId, report, meta),
    sendDispute: ({ id }, command, meta) => take(id, command, meta),
  }

  return {
    gateway,
    reads,
    /** From now on these calls are answered so, and others never. */
    answerWith: (changed: Partial<Record<Call['kind'], Outcome>>): void => {
      answers = changed
    },
  }
}
