import { nameSealed } from '../domain/texts/sealed-number.ts'
import type { Db } from '../postgres/db.ts'
import type { Operator } from '../postgres/operators.ts'
import { mayAs } from '../postgres/operators.ts'
import { audit } from './audit.ts'
import type { Answer, DeskCommand } from './command.ts'
import { CommandFailure } from './failure.ts'

/** Somebody who has proved who they are, and from where they ask. */
export interface Asker {
  operator: Operator
  origin: string
}

/** Carries a command out for whoever may give it. */
export async function perform(
  db: Db,
  command: DeskCommand,
  given: unknown,
  { operator: { name, role }, origin }: Asker,
): Promise<Answer> {
  const caller = { by: name, origin }
  if (!mayAs(role, command.role)) {
    await audit(db, caller, 'command-line', command.name, 'refused')
    throw new NotAllowed(`${name} is ${role}, this needs ${command.role}`)
  }
  const answer = await command.carryOut(given, caller)
  return { ...answer, text: nameSealed(answer.text) }
}

/** The role of whoever asks is not enough. */
export class NotAllowed extends CommandFailure {}

/** The name that the token belongs to is the one that approvals and the audit hold. */
export function requireName(name: string, by: string | undefined): void {
  if (by !== undefined && by !== name) throw new NotAllowed(`the token is ${name}'s, not ${by}'s`)
}
