import { InvalidArgumentError } from 'commander'
import type { MerchantSettings } from '../../domain/merchant.ts'
import { findSameInstruction, useApproval } from '../../postgres/approvals.ts'
import type { MerchantApproval, MerchantInstruction } from '../../postgres/approvals.ts'
import type { Merchants } from '../../postgres/merchants.ts'
import { tellSettings } from '../../review/tell-approval.ts'
import { randomId } from '../../vault/random-id.ts'
import { audit } from '../audit.ts'
import { CommandFailure } from '../exit.ts'
import { requestInstruction, waitsFor } from '../payments/request-instruction.ts'
import { print } from '../print.ts'
import type { Connections } from '../with-connections.ts'
import { rotate } from './rotate.ts'
import { withMerchants } from './with-merchants.ts'

interface Asking {
  by: string
  reason?: string
  json?: boolean
}

/** Puts a change of a merchant that money hangs on before another person. */
export async function requestMerchantInstruction(
  { db }: Pick<Connections, 'db'>,
  command: MerchantInstruction,
  { by, reason, json }: Asking,
): Promise<void> {
  if (reason === undefined)
    throw new InvalidArgumentError('--reason: another person has to agree, and wants to know why')
  const same = await findSameInstruction(db, command)
  if (same) print({ ...same, state: 'waiting' }, waitsFor(same.id), json)
  else {
    const { merchantId } = command
    await requestInstruction(
      db,
      { id: randomId(), merchantId, command, reason, requestedBy: by },
      json,
    )
  }
}

/** Carries out what another person has agreed to; an approval is used up before anything changes. */
export const carryOutMerchantInstruction = (
  approval: MerchantApproval,
  by: string,
  json: boolean | undefined,
): Promise<void> =>
  withMerchants(async ({ db, merchants }) => {
    const { id, command, reason, requestedBy } = approval
    if (!(await useApproval(db, id, command, approval)))
      throw new CommandFailure(`${id} is no longer open`)
    const { merchantId } = command
    const done = await carryOut(merchants, command)
    const detail = { id, reason, order: command, approvedBy: by }
    await audit(db, requestedBy, `merchants.${command.name}`, merchantId, 'done', detail)
    print({ merchantId, ...done.value }, done.text, json)
  })

async function carryOut(
  merchants: Merchants,
  command: MerchantInstruction,
): Promise<{ value: object; text: string }> {
  const { merchantId } = command
  if (command.name === 'rotate') {
    return rotate(merchants, merchantId, command.which)
  }
  const merchant = await merchants.find(merchantId)
  if (!merchant) throw new CommandFailure(`no merchant ${merchantId}`)
  const { kind, name } = merchant
  const settings: Partial<MerchantSettings> = command.settings
  await merchants.save({ merchantId, kind, name, settings })
  return { value: { settings }, text: tellSettings(settings) }
}
