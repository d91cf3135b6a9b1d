import { createSecretKey } from 'node:crypto'
import type { SignalDispute } from '../../activities/deps.ts'
import type { CommandMessage } from '../../src/domain/actor/message.ts'
import type { Report } from '../../src/domain/dispute/commands.ts'
import { decide } from '../../src/domain/dispute/decide.ts'
import type { Dispute } from '../../src/domain/dispute/dispute.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { many, maybeOne } from '../../src/postgres/db.ts'
import { recordDispute } from '../../src/postgres/disputes/record-dispute.ts'

/** Disputes in a real database without Temporal: what they are told is decided and recorded at once. */
export function recordDisputes(pool: DbPool) {
  const find = async (disputeId: string): Promise<Dispute | undefined> =>
    (
      await maybeOne<{ state: Dispute }>(pool, 'select state from dispute where dispute_id = $1', [
        disputeId,
      ])
    )?.state

  const signalDispute: SignalDispute = async (message: CommandMessage<Report>) => {
    const { disputeId } = message.command
    const before = await find(disputeId)
    const at = Math.max(Date.now(), before?.updatedAt ?? 0)
    const decision = decide(before, message, at)
    if (decision.events.length === 0) return
    const recorded = await recordDispute(pool, { disputeId, before, message, decision, at })
    if (recorded.status === 'held') throw new Error(recorded.reason)
  }
  return {
    keyRing: { ids: createSecretKey(Buffer.alloc(32, 7)) },
    signalDispute,
    find,
    all: async (): Promise<Dispute[]> =>
      (
        await many<{ state: Dispute }>(
          pool,
          'select state from dispute order by created_at, dispute_id',
        )
      ).map(({ state }) => state),
  }
}
