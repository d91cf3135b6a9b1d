import type { DisputeCommand } from '../../domain/dispute/commands.ts'
import type { Dispute } from '../../domain/dispute/dispute.ts'
import { shownStatus } from '../../domain/dispute/dispute.ts'
import type { Db } from '../../postgres/db.ts'
import { readDisputeFile } from '../../postgres/review/list-disputes.ts'
import { auditInstruction } from '../audit.ts'
import type { Answer, Caller } from '../command.ts'
import { CommandFailure } from '../failure.ts'
import type { ReviewParts } from '../with-review.ts'

/** Gives a dispute an instruction and writes down what came of it. */
export async function instructDispute(
  parts: ReviewParts,
  dispute: Dispute,
  command: DisputeCommand,
  { commandId, reason, ...caller }: Caller & { commandId: string; reason: string },
): Promise<Answer> {
  const { sendToDispute } = await import('../payments/send-instruction.ts')
  const meta = { commandId, actor: `operator/${caller.by}` } as const
  const answer = await sendToDispute(parts, dispute, command, meta)
  const done = {
    action: `dispute.${command.name}`,
    subject: dispute.id,
    detail: { reason, commandId },
  }
  await auditInstruction(parts.db, caller, done, answer.outcome)
  const status = shownStatus(answer.dispute ?? dispute)
  const value = { ...answer.outcome, disputeId: dispute.id, status }
  return { value, text: `${command.name} accepted, now ${status}` }
}

export async function findDispute(db: Db, disputeId: string): Promise<Dispute> {
  const file = await readDisputeFile(db, disputeId)
  if (!file) throw new CommandFailure(`no dispute ${disputeId}`)
  return file.state
}
