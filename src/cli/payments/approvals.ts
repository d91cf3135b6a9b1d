import { Command } from 'commander'
import { approve, findApproval, refuse, waitingApprovals } from '../../postgres/approvals.ts'
import type { Approval, BalanceApproval } from '../../postgres/approvals.ts'
import type { PaymentApproval, RebuildApproval } from '../../postgres/approvals.ts'
import type { Db, DbPool } from '../../postgres/db.ts'
import { bookOperatorEntry } from '../../postgres/operator-entries.ts'
import { audit } from '../audit.ts'
import { byOption } from '../by-option.ts'
import { describeEntry } from './describe-entry.ts'
import {
  isOfInstallation,
  isOfMerchant,
  isRebuild,
  subjectOf,
  tellApproval,
} from '../../review/tell-approval.ts'
import { carryOutInstallationInstruction } from '../operators/installation-instructions.ts'
import { carryOutMerchantInstruction } from '../merchants/merchant-instructions.ts'
import { CommandFailure } from '../exit.ts'
import { findPayment, instructPayment } from './instruct-payment.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'
import { withReview } from '../incidents/with-review.ts'

interface Options {
  by: string
  json?: boolean
}

/** `approvals …`: instructions that money hangs on, and the second person who agrees to them. */
export function approvalsCommand(): Command {
  const command = new Command('approvals').description('instructions that wait for a second person')

  command
    .command('list')
    .description('what waits, in the words that are agreed to')
    .addHelpText('after', examples('approvals list'))
    .action(({ json }: Options) =>
      withConnections(async ({ db }) => {
        const waiting = await waitingApprovals(db)
        print(waiting, waiting.length === 0 ? 'nothing waits' : inTable(waiting), json)
      }),
    )

  command
    .command('approve')
    .description('agree to an instruction of another operator; it is carried out at once')
    .argument('<approvalId>')
    .addOption(byOption())
    .addHelpText('after', examples('approvals approve hlcajwannhadqjlqnxbekkkaopn --by jan'))
    .action((id: string, { by, json }: Options) =>
      withConnections(async ({ db }) => {
        const approval = await open(db, id)
        if (isSamePerson(approval.requestedBy, by))
          throw new CommandFailure(`${by} asked for it: another person has to approve it`)
        // Agreed to before and then cut short: it is carried out now.
        if (approval.approvedBy === null) await agree(db, approval, by)
        await audit(db, by, 'approvals.approve', subjectOf(approval), 'approved', { id })
        await carryOut(db, approval, by, json)
      }),
    )

  command
    .command('refuse')
    .description('take an instruction off the list, be it your own')
    .argument('<approvalId>')
    .addOption(byOption())
    .addHelpText('after', examples('approvals refuse hlcajwannhadqjlqnxbekkkaopn --by jan'))
    .action((id: string, { by, json }: Options) =>
      withConnections(async ({ db }) => {
        const approval = await open(db, id)
        if (!(await refuse(db, id, by))) throw new CommandFailure(`${id} is no longer open`)
        await audit(db, by, 'approvals.refuse', subjectOf(approval), 'refused', { id })
        print({ id, refusedBy: by }, `${approval.command.name} refused`, json)
      }),
    )
  return command
}

async function agree(db: Db, { id, requestedBy }: Approval, by: string): Promise<void> {
  try {
    if (await approve(db, id, by)) return
  } catch (error) {
    if ((error as { code?: string }).code !== 'TGW02') throw error
    throw new CommandFailure(`${by} and ${requestedBy} are not known as two people who may`)
  }
  throw new CommandFailure(`${id} is no longer open`)
}

async function carryOut(
  db: DbPool,
  approval: Approval,
  by: string,
  json: boolean | undefined,
): Promise<void> {
  if (isOfInstallation(approval)) await carryOutInstallationInstruction(db, approval, by, json)
  else if (isOfMerchant(approval)) await carryOutMerchantInstruction(approval, by, json)
  else if (approval.paymentId === null) await book(db, approval, by, json)
  else if (isRebuild(approval)) await rebuildApproved(approval, by, json)
  else await instructApproved(approval, json)
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

/** Brings all that proves a payment: loaded for those who need it. */
async function rebuildApproved(
  approval: RebuildApproval,
  by: string,
  json: boolean | undefined,
): Promise<void> {
  const { carryOutRebuild } = await import('./carry-out-rebuild.ts')
  await carryOutRebuild(approval, by, json)
}

const instructApproved = (approval: PaymentApproval, json: boolean | undefined): Promise<void> =>
  withReview(async (parts) => {
    const { id, reason, requestedBy, command, paymentId } = approval
    const payment = await findPayment(parts.db, paymentId)
    const instruction = { reason, by: requestedBy, ...(json && { json }) }
    await instructPayment(parts, payment, command, id, instruction)
  })

async function book(
  db: DbPool,
  { id, reason, requestedBy, command }: BalanceApproval,
  by: string,
  json: boolean | undefined,
): Promise<void> {
  const { name: kind, ...movement } = command
  const entry = { ...movement, kind, reason, actor: requestedBy, approvalId: id }
  const outcome = await bookOperatorEntry(db, entry)
  const detail = { id, reason, order: command, approvedBy: by }
  await audit(db, requestedBy, `balance.${kind}`, command.merchantId, outcome.status, detail)
  print(outcome, describeEntry(command, outcome), json)
}

const isSamePerson = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

const inTable = (waiting: readonly Approval[]): string =>
  table(
    ['id', 'of', 'instruction', 'by', 'until', 'reason'],
    waiting.map((one) => [
      ...[one.id, subjectOf(one), tellApproval(one), one.requestedBy, one.expiresAt, one.reason],
    ]),
  )
