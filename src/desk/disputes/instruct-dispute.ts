import type { DisputeCommand } from '../../domain/dispute/commands.ts'
import type { Dispute } from '../../domain/dispute/dispute.ts'
import { shownStatus } from '../../domain/dispute/dispute.ts'
import { titleOf } from '../../domain/refusal.ts'
import type { Db } from '../../postgres/db.ts'
import { readDisputeFile } from '../../postgres/review/list-disputes.ts'
import { audit } from '../audit.ts'
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
  const outcome = answer.outcome.accepted ? 'accepted' : answer.outcome.code
  const detail = { reason, commandId }
  await audit(parts.db, caller, `dispute.${command.name}`, dispute.id, outcome, detail)
  if (!answer.outcome.accepted)
    throw new CommandFailure(`${outcome}: ${titleOf(answer.outcome.code)}`)
  const status = shownStatus(answer.dispute ?? dispute)
  const value = { ...answer.outcome, disputeId: dispute.id, status }
  return { value, text: `${command.name} accepted, now ${status}` }
}

export async function findDispute(db: Db, disputeId: string): Promise<Dispute> {
  const file = await readDisputeFile(db, disputeId)
  if (!file) throw new CommandFailure(`no dispute ${disputeId}`)
  return file.state
}
