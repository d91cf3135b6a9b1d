import { findSameInstruction, useApproval } from '../../postgres/approvals.ts'
import type { InstallationApproval, InstallationInstruction } from '../../postgres/approvals.ts'
import type { KeysInstruction } from '../../postgres/approvals.ts'
import type { Db, DbPool } from '../../postgres/db.ts'
import { transaction } from '../../postgres/db.ts'
import { giveSecondHalf, saveOperator } from '../../postgres/operators.ts'
import { installationSubject, tellApproval } from '../../review/tell-approval.ts'
import { randomId } from '../../vault/random-id.ts'
import { audit } from '../audit.ts'
import { CommandFailure } from '../exit.ts'
import { givenReason } from '../merchants/merchant-instructions.ts'
import type { Asking } from '../merchants/merchant-instructions.ts'
import { requestInstruction, waitsFor } from '../payments/request-instruction.ts'
import type { Shown } from '../payments/request-instruction.ts'
import { print } from '../print.ts'

const OF_NOBODY = { paymentId: null, merchantId: null }

/** Puts what concerns operators or keys before another person. */
export async function requestInstallationInstruction(
  db: Db,
  command: InstallationInstruction,
  { by, json, ...given }: Asking,
  shown?: Shown,
): Promise<void> {
  const reason = givenReason(given)
  await requestInstruction(db, { id: randomId(), command, reason, requestedBy: by }, json, shown)
}

export async function carryOutInstallationInstruction(
  db: DbPool,
  approval: InstallationApproval,
  by: string,
  json: boolean | undefined,
): Promise<void> {
  const { id, command, reason, requestedBy } = approval
  if (command.name === 'keys') {
    const text = `agreed: ${requestedBy} gives the command again, beside the key ring`
    print({ id, approvedBy: by }, text, json)
    return
  }
  const { operator: name, role, days, firstHash, identity } = command
  const second = await transaction(db, async (one) => {
    if (!(await useApproval(one, id, command, OF_NOBODY)))
      throw new CommandFailure(`${id} is no longer open`)
    await saveOperator(one, { name, role }, requestedBy, identity)
    return giveSecondHalf(one, name, days, firstHash)
  })
  const detail = { id, reason, role, days, approvedBy: by }
  await audit(db, requestedBy, 'operators.add', installationSubject(command), 'done', detail)
  const end = `the end of the token of ${name}, shown this once; whoever asked has its beginning:`
  const value = { name, role, secondHalf: `.${second}` }
  print(value, `${tellApproval(approval)}\n${end}\n.${second}`, json)
}

/**
 * Whether another person has agreed to what is done beside the key ring; the agreement is used up
 * then. When nobody has, it is asked for.
 */
export async function isAgreedTo(
  db: Db,
  command: KeysInstruction,
  asking: Asking,
): Promise<boolean> {
  const same = await findSameInstruction(db, command)
  if (same && same.approvedBy !== null) {
    if (same.requestedBy !== asking.by)
      throw new CommandFailure(`${same.requestedBy} asked for it and gives the command again`)
    if (await useApproval(db, same.id, command, OF_NOBODY)) return true
    throw new CommandFailure(`${same.id} is no longer open`)
  }
  if (same) print({ ...same, state: 'waiting' }, waitsFor(same.id), asking.json)
  else await requestInstallationInstruction(db, command, asking)
  return false
}
