import { z } from 'zod'
import { approve, findApproval, refuse } from '../../postgres/approvals.ts'
import type {
  Approval,
  BalanceApproval,
  DisputeApproval,
  PaymentApproval,
} from '../../postgres/approvals.ts'
import type { Db, DbPool } from '../../postgres/db.ts'
import { bookOperatorEntry } from '../../postgres/operator-entries.ts'
import {
  isOfDispute,
  isOfInstallation,
  isOfMerchant,
  isRebuild,
  subjectOf,
} from '../../review/describe-approval.ts'
import { audit } from '../audit.ts'
import type { Answer, Caller, DeskCommand } from '../command.ts'
import { deskCommand, one } from '../command.ts'
import { findDispute, instructDispute } from '../disputes/instruct-dispute.ts'
import { CommandFailure } from '../failure.ts'
import { text } from '../fields.ts'
import { carryOutMerchantInstruction } from '../merchants/merchant-instructions.ts'
import { carryOutInstallationInstruction } from '../operators/installation-instructions.ts'
import { withConnections } from '../with-connections.ts'
import { withReview } from '../with-review.ts'
import { describeEntry } from './describe-entry.ts'
import { findPayment, instructPayment } from './instruct-payment.ts'

const input = z.strictObject({ approvalId: text('approvalId', 'as `approvals list` names it') })
const takes = ['approvalId'] as const
const examples = [{ approvalId: 'hlcajwannhadqjlqnxbekkkaopn' }]

export const approveCommand = deskCommand({
  name: 'approvals approve',
  description: 'agree to an instruction of another operator; it is carried out at once',
  ...one('approver', 'it is the second person'),
  input,
  takes,
  examples,
  carryOut: ({ approvalId: id }, caller) =>
    withConnections(async ({ db }) => {
      const approval = await open(db, id)
      if (isSamePerson(approval.requestedBy, caller.by))
        throw new CommandFailure(`${caller.by} asked for it: another person has to approve it`)
      // Agreed to before and then cut short: it is carried out now.
      if (approval.approvedBy === null) await agree(db, approval, caller.by)
      await audit(db, caller, 'approvals.approve', subjectOf(approval), 'approved', { id })
      return carryOut(db, approval, caller)
    }),
})

export const refuseCommand = deskCommand({
  name: 'approvals refuse',
  description: 'take an instruction off the list, be it your own',
  ...one('operator', 'what is refused does not happen'),
  input,
  takes,
  examples,
  carryOut: ({ approvalId: id }, caller) =>
    withConnections(async ({ db }) => {
      const approval = await open(db, id)
      if (!(await refuse(db, id, caller.by))) throw new CommandFailure(`${id} is no longer open`)
      await audit(db, caller, 'approvals.refuse', subjectOf(approval), 'refused', { id })
      const text = `${approval.command.name} refused`
      return { value: { id, refusedBy: caller.by }, text }
    }),
})

/** The second person's part of what nobody does alone. */
export const approvalCommands: readonly DeskCommand[] = [approveCommand, refuseCommand]

async function agree(db: Db, { id, requestedBy }: Approval, by: string): Promise<void> {
  try {
    if (await approve(db, id, by)) return
  } catch (error) {
    if ((error as { code?: string }).code !== 'TGW02') throw error
    throw new CommandFailure(`${by} and ${requestedBy} are not known as two people who may`)
  }
  throw new CommandFailure(`${id} is no longer open`)
}

async function carryOut(db: DbPool, approval: Approval, caller: Caller): Promise<Answer> {
  if (isOfInstallation(approval)) return carryOutInstallationInstruction(db, approval, caller)
  if (isOfMerchant(approval)) return carryOutMerchantInstruction(approval, caller)
  if (approval.paymentId === null) return book(db, approval, caller)
  if (isOfDispute(approval)) return instructDisputeApproved(approval, caller)
  if (!isRebuild(approval)) return instructApproved(approval, caller)
  // Brings all that proves a payment: loaded for those who need it.
  const { carryOutRebuild } = await import('./carry-out-rebuild.ts')
  return carryOutRebuild(approval, caller)
}

async function open(db: Db, id: string): Promise<Approval> {
  const approval = await findApproval(db, id)
  if (!approval) throw new CommandFailure(`no instruction ${id}`)
  if (approval.usedAt) throw new CommandFailure(`${id} was carried out before`)
  if (approval.refusedBy !== null)
    throw new CommandFailure(`${id} was refused by ${approval.refusedBy}`)
  if (approval.expiresAt <= new Date())
    throw new CommandFailure(`${id} expired at ${approval.expiresAt.toISOString()}: ask again`)
  return approval
}

const instructApproved = (approval: PaymentApproval, { origin }: Caller): Promise<Answer> =>
  withReview(async (parts) => {
    const { id: commandId, reason, requestedBy: by, command, paymentId } = approval
    const payment = await findPayment(parts.db, paymentId)
    return instructPayment(parts, payment, command, { commandId, reason, by, origin })
  })

const instructDisputeApproved = (
  { id: commandId, reason, requestedBy: by, command, paymentId: disputeId }: DisputeApproval,
  { origin }: Caller,
): Promise<Answer> =>
  withReview(async (parts) => {
    const dispute = await findDispute(parts.db, disputeId)
    return instructDispute(parts, dispute, command, { commandId, reason, by, origin })
  })

async function book(
  db: DbPool,
  { id, reason, requestedBy, command }: BalanceApproval,
  { by, origin }: Caller,
): Promise<Answer> {
  const { name: kind, ...movement } = command
  const entry = { ...movement, kind, reason, actor: requestedBy, approvalId: id }
  const outcome = await bookOperatorEntry(db, entry)
  const detail = { id, reason, order: command, approvedBy: by }
  const asked = { by: requestedBy, origin }
  await audit(db, asked, `balance.${kind}`, command.merchantId, outcome.status, detail)
  return { value: outcome, text: describeEntry(command, outcome) }
}

const isSamePerson = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()
