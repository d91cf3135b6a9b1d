import type { ApprovalRequest } from '../../postgres/approvals.ts'
import { requestApproval } from '../../postgres/approvals.ts'
import type { Db } from '../../postgres/db.ts'
import { installationSubject } from '../../review/tell-approval.ts'
import { present } from '../../domain/present.ts'
import { audit } from '../audit.ts'
import { print } from '../print.ts'

/** Puts an instruction that money hangs on before another person. */
export async function requestInstruction(
  db: Db,
  request: ApprovalRequest,
  json: boolean | undefined,
  shown?: Shown,
): Promise<void> {
  await requestApproval(db, request)
  const { id, reason, requestedBy, command } = request
  const [action, subject] = actionOf(request)
  await audit(db, requestedBy, action, subject, 'requested', { id, reason, command })
  const { says, firstHalf }: Partial<Shown> = shown ?? {}
  const words = [says, firstHalf, waitsFor(id)].filter((one) => one !== undefined)
  print({ ...request, ...present({ firstHalf }), state: 'waiting' }, words.join('\n'), json)
}

export interface Shown {
  says: string
  /** Of a secret that another person's agreement makes whole. */
  firstHalf?: string
}

function actionOf(request: ApprovalRequest): [action: string, subject: string] {
  const { name } = request.command
  if ('paymentId' in request) return [`payment.${name}`, request.paymentId]
  if ('merchantId' in request) return [merchantAction(name), request.merchantId]
  const { command } = request
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

export const waitsFor = (id: string): string =>
  `waits for another person, for 24 hours: npm run tollgate -- approvals approve ${id}`
