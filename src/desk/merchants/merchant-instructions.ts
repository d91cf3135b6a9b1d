import { useApproval } from '../../postgres/approvals.ts'
import type { MerchantApproval } from '../../postgres/approvals.ts'
import type { Merchants } from '../../postgres/merchants.ts'
import { describeApproval, describeSettings } from '../../review/describe-approval.ts'
import { audit } from '../audit.ts'
import type { Answer, Caller } from '../command.ts'
import { CommandFailure } from '../failure.ts'
import { merchantAction } from '../payments/request-instruction.ts'
import type { Connections } from '../with-connections.ts'
import { carryOutInvitation } from './invitations.ts'
import { rotate } from './rotate.ts'
import { withMerchants } from './with-merchants.ts'

/** Carries out what another person has agreed to; an approval is used up before anything changes. */
export const carryOutMerchantInstruction = (
  approval: MerchantApproval,
  { by, origin }: Caller,
): Promise<Answer> =>
  withMerchants(async ({ db, merchants }) => {
    const { id, command, reason, requestedBy } = approval
    if (!(await useApproval(db, id, command, approval)))
      throw new CommandFailure(`${id} is no longer open`)
    const { merchantId } = command
    const asked = { by: requestedBy, origin }
    const done = await carryOut({ db, merchants }, approval, asked)
    const detail = { id, reason, order: command, approvedBy: by }
    await audit(db, asked, merchantAction(command.name), merchantId, 'done', detail)
    return { value: { merchantId, ...done.value }, text: done.text }
  })

type Parts = Pick<Connections, 'db'> & { merchants: Merchants }

type Done = Promise<{ value: object; text: string }>

async function carryOut(parts: Parts, approval: MerchantApproval, asked: Caller): Done {
  const { merchants } = parts
  const { command } = approval
  const { merchantId } = command
  const merchant = await merchants.find(merchantId)
  if (!merchant) throw new CommandFailure(`no merchant ${merchantId}`)
  const { kind, name } = merchant
  const text = describeApproval(approval)
  switch (command.name) {
    case 'rotate':
      return rotate(merchants, merchantId, command.which)
    case 'settings': {
      const { settings, cleared = [] } = command
      await merchants.save({ merchantId, kind, name, settings, cleared })
      return { value: { settings, cleared }, text: describeSettings(settings, cleared) }
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
      return carryOutInvitation(parts.db, command, asked)
    case 'account':
    case 'credential': {
      // Brings every connector: loaded for those who need it.
      const { carryOutAccount } = await import('../providers/carry-out-account.ts')
      return { value: await carryOutAccount(merchants, command), text }
    }
  }
}
