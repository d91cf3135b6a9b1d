import type { PaymentCommand } from '../domain/payment/commands.ts'
import { execute, many, maybeOne, statement, type Db } from './db.ts'

/** A command of an operator that moves money, and who agreed to it. */
export interface Approval {
  id: string
  paymentId: string
  command: PaymentCommand
  reason: string
  requestedBy: string
  requestedAt: Date
  approvedBy: string | null
  approvedAt: Date | null
  usedAt: Date | null
}

export async function requestApproval(
  db: Db,
  request: Pick<Approval, 'id' | 'paymentId' | 'command' | 'reason' | 'requestedBy'>,
): Promise<void> {
  const { id, paymentId, command, reason, requestedBy } = request
  await execute(db, REQUEST, [id, paymentId, JSON.stringify(command), reason, requestedBy])
}

/** The first agreement of another person stands; the database refuses one's own. */
export async function approve(db: Db, id: string, approvedBy: string): Promise<boolean> {
  return (await execute(db, APPROVE, [id, approvedBy])) === 1
}

export const findApproval = (db: Db, id: string): Promise<Approval | undefined> =>
  maybeOne<Approval>(db, FIND, [id])

export const waitingApprovals = (db: Db): Promise<Approval[]> => many<Approval>(db, WAITING)

const COLUMNS = `id, payment_id as "paymentId", command, reason, requested_by as "requestedBy",
  requested_at as "requestedAt", approved_by as "approvedBy", approved_at as "approvedAt",
  used_at as "usedAt"`

const REQUEST = statement(
  'approval_request',
  `insert into approval (id, payment_id, command, reason, requested_by)
   values ($1, $2, $3, $4, $5)`,
)
const APPROVE = statement(
  'approval_approve',
  `update approval set approved_by = $2, approved_at = clock_timestamp()
    where id = $1 and approved_by is null`,
)
const FIND = statement('approval_find', `select ${COLUMNS} from approval where id = $1`)
const WAITING = statement(
  'approval_waiting',
  `select ${COLUMNS} from approval where used_at is null order by requested_at limit 1000`,
)
