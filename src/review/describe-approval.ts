import { formatMoney } from '../domain/money.ts'
import type {
  Approval,
  DisputeApproval,
  DisputeInstruction,
  InstallationApproval,
  InstallationInstruction,
  MerchantApproval,
  MerchantInstruction,
  RebuildApproval,
} from '../postgres/approvals.ts'

/** The whole instruction in words, because the whole of it is agreed to. */
export function describeApproval(approval: Approval): string {
  const { name } = approval.command
  if (isOfInstallation(approval)) return describe(installationWords, approval.command)
  if (approval.merchantId !== null) {
    if (isOfMerchant(approval)) return describe(merchantWords, approval.command)
    const { amountMinor, currency, reference } = approval.command
    return `${name} ${formatMoney(amountMinor, currency)}, ${reference}`
  }
  if (isOfDispute(approval)) return disputeWords[approval.command.name]
  const { amountMinor, drop } = approval.command as { amountMinor?: number; drop?: true }
  if (drop) return 'drop the message it is held for'
  if (isRebuild(approval)) return describeRebuild(approval.command)
  return amountMinor === undefined || approval.currency === null
    ? name
    : `${name} ${formatMoney(amountMinor, approval.currency)}`
}

const describeRebuild = ({ row = [] }: RebuildApproval['command']): string => {
  const [first] = row
  if (!first) return 'begin its workflow again from the last good task'
  const more = row.length > 1 ? `, and ${String(row.length - 1)} more` : ''
  return `write its row again from its journal: ${first.path} ${first.row} becomes ${first.journal}${more}`
}

export function subjectOf(approval: Approval): string {
  if (isOfInstallation(approval)) return installationSubject(approval.command)
  return approval.paymentId ?? approval.merchantId
}

export const installationSubject = (command: InstallationInstruction): string =>
  command.name === 'operator' ? `operator/${command.operator}` : `keys/${command.purpose}`

export const isOfDispute = (approval: Approval): approval is DisputeApproval =>
  Object.hasOwn(disputeWords, approval.command.name)

const disputeWords: Record<DisputeInstruction['name'], string> = {
  submit: 'send the evidence of the dispute',
  accept: 'give in: the money stays with the payer',
}

export const isRebuild = (approval: Approval): approval is RebuildApproval =>
  approval.command.name === 'rebuild'

export const isOfMerchant = (approval: Approval): approval is MerchantApproval =>
  approval.merchantId !== null && Object.hasOwn(merchantWords, approval.command.name)

export const isOfInstallation = (approval: Approval): approval is InstallationApproval =>
  approval.paymentId === null && approval.merchantId === null

/** As they are written on a command line: what is cleared has nothing behind its name. */
export const describeSettings = (settings: object, cleared: readonly string[] = []): string =>
  [
    ...Object.entries(settings).map(([name, value]) => `${name}=${String(value)}`),
    ...cleared.map((name) => `${name}=`),
  ].join(' ')

type Words<Instruction extends { name: string }> = {
  [Name in Instruction['name']]: (command: Extract<Instruction, { name: Name }>) => string
}

const merchantWords: Words<MerchantInstruction> = {
  rotate: ({ which }) => `rotate ${which}`,
  settings: ({ settings, cleared }) => `settings ${describeSettings(settings, cleared)}`,
  addresses: ({ addresses }) => `addresses ${describeSettings(addresses)}`,
  enable: () => 'let it go on',
  agree: ({ agentId }) => `let the agent ${agentId} act for it`,
  marketplace: ({ partMerchantId }) => `let it name ${partMerchantId} in subpayments`,
  invite: ({ person, role, again }) =>
    again ? `a new way in for ${person}, ${role} there` : `invite ${person} as ${role}`,
  account: ({ via, settings, replaces }) =>
    [
      `account ${via}: ${JSON.stringify(settings)}`,
      replaces && `new charges of ${replaces} go there`,
    ]
      .filter((one) => one !== undefined)
      .join('; '),
  credential: ({ via }) => `a new credential for ${via}`,
}

const installationWords: Words<InstallationInstruction> = {
  operator: ({ operator, role, days, identity }) =>
    `${operator} becomes ${role}, with a token for ${String(days)} days${
      identity ? `, and is ${identity.subject} at ${identity.issuer}` : ''
    }`,
  keys: ({ action, purpose, keyId }) => [`keys ${action}`, purpose, keyId ?? ''].join(' ').trim(),
}

const describe = <Instruction extends { name: string }>(
  words: Words<Instruction>,
  command: Instruction,
): string => words[command.name as Instruction['name']](command as never)
