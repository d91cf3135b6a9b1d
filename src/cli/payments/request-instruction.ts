import type { ApprovalRequest } from '../../postgres/approvals.ts'
import { requestApproval } from '../../postgres/approvals.ts'
import type { Db } from '../../postgres/db.ts'
import { audit } from '../audit.ts'
import { print } from '../print.ts'

/** Puts an instruction that money hangs on before another person. */
export async function requestInstruction(
  db: Db,
  request: ApprovalRequest,
  json: boolean | undefined,
): Promise<void> {
  await requestApproval(db, request)
  const { id, reason, requestedBy, command } = request
  const [area, subject] =
    'paymentId' in request
      ? ['payment', request.paymentId]
      : [areaOf(command.name), request.merchantId]
  const action = `${area}.${command.name}`
  await audit(db, requestedBy, action, subject, 'requested', { id, reason, command })
  print({ ...request, state: 'waiting' }, waitsFor(id), json)
}

const areaOf = (name: string): string =>
  name === 'rotate' || name === 'settings' ? 'merchants' : 'balance'

export const waitsFor = (id: string): string =>
  `waits for another person, for 24 hours: npm run tollgate -- approvals approve ${id}`
