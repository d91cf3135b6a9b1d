import { formatMoney } from '../domain/money.ts'
import type {
  Approval,
  BalanceApproval,
  MerchantApproval,
  RebuildApproval,
} from '../postgres/approvals.ts'

/** The whole instruction in words, because the whole of it is agreed to. */
export function tellApproval(approval: Approval): string {
  const { name } = approval.command
  if (approval.merchantId !== null) {
    if (isOfMerchant(approval)) return tellMerchantInstruction(approval)
    const { amountMinor, currency, reference } = approval.command
    return `${name} ${formatMoney(amountMinor, currency)}, ${reference}`
  }
  const { amountMinor, drop } = approval.command as { amountMinor?: number; drop?: true }
  if (drop) return 'drop the message it is held for'
  if (isRebuild(approval)) return 'begin its workflow again from the last good task'
  return amountMinor === undefined || approval.currency === null
    ? name
    : `${name} ${formatMoney(amountMinor, approval.currency)}`
}

export const subjectOf = ({ paymentId, merchantId }: Approval): string => paymentId ?? merchantId

export const isRebuild = (approval: Approval): approval is RebuildApproval =>
  approval.command.name === 'rebuild'

export const isOfMerchant = (
  approval: BalanceApproval | MerchantApproval,
): approval is MerchantApproval =>
  approval.command.name === 'rotate' || approval.command.name === 'settings'

export const tellSettings = (settings: object): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ')

const tellMerchantInstruction = ({ command }: MerchantApproval): string =>
  command.name === 'rotate'
    ? `rotate ${command.which}`
    : `settings ${tellSettings(command.settings)}`
