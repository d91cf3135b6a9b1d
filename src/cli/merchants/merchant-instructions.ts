import { InvalidArgumentError } from 'commander'
import type { MerchantSettings } from '../../domain/merchant.ts'
import { findSameInstruction, useApproval } from '../../postgres/approvals.ts'
import type { MerchantApproval, MerchantInstruction } from '../../postgres/approvals.ts'
import type { Merchants } from '../../postgres/merchants.ts'
import { tellApproval, tellSettings } from '../../review/tell-approval.ts'
import { randomId } from '../../vault/random-id.ts'
import { audit } from '../audit.ts'
import { CommandFailure } from '../exit.ts'
import { merchantAction, requestInstruction, waitsFor } from '../payments/request-instruction.ts'
import type { Shown } from '../payments/request-instruction.ts'
import { print } from '../print.ts'
import type { Connections } from '../with-connections.ts'
import { carryOutInvitation } from './invitations.ts'
import { rotate } from './rotate.ts'
import { withMerchants } from './with-merchants.ts'

export interface Asking {
  by: string
  reason?: string
  json?: boolean
}

/** Puts a change of a merchant that money hangs on before another person. */
export async function requestMerchantInstruction(
  { db }: Pick<Connections, 'db'>,
  command: MerchantInstruction,
  { by, json, ...given }: Asking,
  shown?: Shown,
): Promise<void> {
  const reason = givenReason(given)
  const same = await findSameInstruction(db, command)
  if (same) print({ ...same, state: 'waiting' }, waitsFor(same.id), json)
  else {
    const { merchantId } = command
    await requestInstruction(
      db,
      { id: randomId(), merchantId, command, reason, requestedBy: by },
      json,
      shown,
    )
  }
}

export function givenReason({ reason }: Pick<Asking, 'reason'>): string {
  if (reason !== undefined) return reason
  throw new InvalidArgumentError('--reason: another person has to agree, and wants to know why')
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
    const done = await carryOut({ db, merchants }, approval)
    const detail = { id, reason, order: command, approvedBy: by }
    await audit(db, requestedBy, merchantAction(command.name), merchantId, 'done', detail)
    print({ merchantId, ...done.value }, done.text, json)
  })

type Parts = Pick<Connections, 'db'> & { merchants: Merchants }

type Done = Promise<{ value: object; text: string }>

async function carryOut(parts: Parts, approval: MerchantApproval): Done {
  const { merchants } = parts
  const { command, requestedBy } = approval
  const { merchantId } = command
  const merchant = await merchants.find(merchantId)
  if (!merchant) throw new CommandFailure(`no merchant ${merchantId}`)
  const { kind, name } = merchant
  const text = tellApproval(approval)
  switch (command.name) {
    case 'rotate':
      return rotate(merchants, merchantId, command.which)
    case 'settings': {
      const settings: Partial<MerchantSettings> = command.settings
      await merchants.save({ merchantId, kind, name, settings })
      return { value: { settings }, text: tellSettings(settings) }
    }
    case 'addresses':
      await merchants.save({ merchantId, kind, name, ...command.addresses })
      if (command.addresses.notificationUrl) await merchants.pauseNotifications(merchantId, false)
      return { value: command.addresses, text }
    case 'enable':
      await merchants.setStatus(merchantId, 'active')
      return { value: { status: 'active' }, text: `${merchantId} may go on` }
    case 'agree':
      await merchants.agree(command.agentId, merchantId)
      return { value: { agentId: command.agentId }, text }
    case 'marketplace':
      await merchants.agreeOnMarketplace(merchantId, command.partMerchantId)
      return { value: { partMerchantId: command.partMerchantId }, text }
    case 'invite':
      return carryOutInvitation(parts.db, command, requestedBy)
    case 'account':
    case 'credential': {
      // Brings every connector: loaded for those who need it.
      const { carryOutAccount } = await import('../providers/carry-out-account.ts')
      return { value: await carryOutAccount(merchants, command), text }
    }
  }
}
