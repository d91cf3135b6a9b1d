import { present } from '../../domain/present.ts'
import type { Order } from '../../postgres/approvals.ts'
import { requestApproval } from '../../postgres/approvals.ts'
import type { Db } from '../../postgres/db.ts'
import { installationSubject } from '../../review/describe-approval.ts'
import { randomId } from '../../vault/random-id.ts'
import { audit } from '../audit.ts'
import type { Answer, Caller } from '../command.ts'
import { wrongUsage } from '../failure.ts'

/** Whoever asks another person, and why. */
export interface Asking extends Caller {
  reason?: string | undefined
}

/** Puts an instruction that money hangs on before another person. */
export async function requestInstruction(
  db: Db,
  order: Order,
  asking: Asking,
  { says, firstHalf }: Partial<Shown> = {},
): Promise<Answer> {
  const reason = givenReason(asking)
  const request = { ...order, id: randomId(), reason, requestedBy: asking.by }
  await requestApproval(db, request)
  const { id, command } = request
  const [action, subject] = actionOf(order)
  await audit(db, asking, action, subject, 'requested', { id, reason, command })
  const words = [says, firstHalf, waitsFor(id)].filter((one) => one !== undefined)
  const value = { ...request, ...present({ firstHalf }), state: 'waiting' }
  return { value, text: words.join('\n') }
}

export interface Shown {
  says: string
  /** Of a secret that another person's agreement makes whole. */
  firstHalf: string
}

export function givenReason({ reason }: Pick<Asking, 'reason'>): string {
  if (reason !== undefined) return reason
  throw wrongUsage('--reason: another person has to agree, and wants to know why')
}

function actionOf(order: Order): [action: string, subject: string] {
  const { name } = order.command
  if ('paymentId' in order) return [`payment.${name}`, order.paymentId]
  if ('disputeId' in order) return [`dispute.${name}`, order.disputeId]
  if ('merchantId' in order) return [merchantAction(name), order.merchantId]
  const { command } = order
  const action = command.name === 'keys' ? `keys.${command.action}` : 'operators.add'
  return [action, installationSubject(command)]
}

const namedOtherwise: Readonly<Record<string, string>> = {
  payout: 'balance.payout',
  'top-up': 'balance.top-up',
  invite: 'portal.invite',
  marketplace: 'merchants.marketplace.add',
  account: 'accounts.set',
  credential: 'accounts.rotate',
}

/** As the audit calls it. */
export const merchantAction = (name: string): string => namedOtherwise[name] ?? `merchants.${name}`

/** The same was asked for before, and nobody has agreed yet. */
export const waitsAlready = (same: { id: string }): Answer => ({
  value: { ...same, state: 'waiting' },
  text: waitsFor(same.id),
})

const waitsFor = (id: string): string =>
  `waits for another person, for 24 hours: npm run tollgate -- approvals approve ${id}`
