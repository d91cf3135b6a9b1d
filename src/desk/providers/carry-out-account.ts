import { readVia } from '../../domain/actor/via.ts'
import { withAccountReplaced } from '../../domain/routing/account-version.ts'
import type { AccountInstruction, MerchantInstruction } from '../../postgres/approvals.ts'
import type { Merchants } from '../../postgres/merchants.ts'
import { transaction } from '../../postgres/db.ts'
import { CommandFailure } from '../failure.ts'
import { withAccounts } from './with-accounts.ts'

type Credential = Extract<MerchantInstruction, { name: 'credential' }>

/**
 * What another person agreed to: an account, or another credential of one. New charges go through an
 * account that takes the place of another; what was charged there stays with it.
 */
export const carryOutAccount = (
  merchants: Merchants,
  command: AccountInstruction | Credential,
): Promise<object> =>
  withAccounts(async ({ accounts, db }) => {
    const { merchantId, via, credentialId } = command
    const name = { merchantId, ...readVia(via) }
    const isDone = await transaction(db, (one) =>
      command.name === 'account'
        ? accounts.make(one, name, command.settings, credentialId)
        : accounts.rotate(one, name, credentialId),
    )
    if (!isDone) throw new CommandFailure(`${via} is not what was agreed to any more: ask again`)
    if (command.name === 'credential' || command.replaces === undefined) return { via }
    const merchant = await merchants.find(merchantId)
    const { replaces } = command
    if (!merchant) throw new CommandFailure(`no merchant ${merchantId}`)
    const settings = withAccountReplaced(merchant.settings, replaces, via)
    const { kind, name: called } = merchant
    if (Object.keys(settings).length > 0)
      await merchants.save({ merchantId, kind, name: called, settings })
    return { via, replaces, settings }
  })
