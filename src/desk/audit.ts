import type { CommandOutcome } from '../domain/actor/decision.ts'
import { titleOf } from '../domain/refusal.ts'
import type { Db } from '../postgres/db.ts'
import { auditOperator } from '../postgres/operator-audit.ts'
import type { Caller } from './command.ts'
import { CommandFailure } from './failure.ts'

/** Writes down what an operator did, and from where. */
export const audit = (
  db: Db,
  { by: operator, origin }: Caller,
  action: string,
  subject: string,
  outcome = 'done',
  detail: object = {},
): Promise<void> => auditOperator(db, { operator, action, subject, outcome, detail, origin })

/** The same of an instruction; one that was refused is a failure. */
export async function auditInstruction(
  db: Db,
  caller: Caller,
  { action, subject, detail }: { action: string; subject: string; detail: object },
  outcome: CommandOutcome,
): Promise<void> {
  const word = outcome.accepted ? 'accepted' : outcome.code
  await audit(db, caller, action, subject, word, detail)
  if (!outcome.accepted) throw new CommandFailure(`${word}: ${titleOf(outcome.code)}`)
}
