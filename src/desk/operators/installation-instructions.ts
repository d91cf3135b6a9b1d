import { findSameInstruction, useApproval } from '../../postgres/approvals.ts'
import type { InstallationApproval, KeysInstruction } from '../../postgres/approvals.ts'
import type { Db, DbPool } from '../../postgres/db.ts'
import { transaction } from '../../postgres/db.ts'
import { giveSecondHalf, saveOperator } from '../../postgres/operators.ts'
import { installationSubject, describeApproval } from '../../review/describe-approval.ts'
import { audit } from '../audit.ts'
import type { Answer, Caller } from '../command.ts'
import { CommandFailure } from '../failure.ts'
import { requestInstruction, waitsAlready } from '../payments/request-instruction.ts'
import type { Asking } from '../payments/request-instruction.ts'

const OF_NOBODY = { paymentId: null, merchantId: null }

/** Carries out what another person has agreed to about operators; of keys, whoever asked does. */
export async function carryOutInstallationInstruction(
  db: DbPool,
  approval: InstallationApproval,
  { by, origin }: Caller,
): Promise<Answer> {
  const { id, command, reason, requestedBy } = approval
  if (command.name === 'keys') {
    const text = `agreed: ${requestedBy} gives the command again, beside the key ring`
    return { value: { id, approvedBy: by }, text }
  }
  const { operator: name, role, days, firstHash, identity } = command
  const second = await transaction(db, async (one) => {
    if (!(await useApproval(one, id, command, OF_NOBODY)))
      throw new CommandFailure(`${id} is no longer open`)
    await saveOperator(one, { name, role }, requestedBy, identity)
    return giveSecondHalf(one, name, days, firstHash)
  })
  const detail = { id, reason, role, days, approvedBy: by }
  const asked = { by: requestedBy, origin }
  await audit(db, asked, 'operators.add', installationSubject(command), 'done', detail)
  const end = `the end of the token of ${name}, shown this once; whoever asked has its beginning:`
  const value = { name, role, secondHalf: `.${second}` }
  return { value, text: `${describeApproval(approval)}\n${end}\n.${second}` }
}

/**
 * Does it beside the key ring once another person has agreed, which uses the agreement up. When nobody
 * has, it is asked for.
 */
export async function onceAgreed(
  db: Db,
  command: KeysInstruction,
  asking: Asking,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const same = await findSameInstruction(db, command)
  if (!same) return requestInstruction(db, { command }, asking)
  if (same.approvedBy === null) return waitsAlready(same)
  if (same.requestedBy !== asking.by)
    throw new CommandFailure(`${same.requestedBy} asked for it and gives the command again`)
  if (await useApproval(db, same.id, command, OF_NOBODY)) return run()
  throw new CommandFailure(`${same.id} is no longer open`)
}
