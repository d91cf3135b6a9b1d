import type { Dispute } from '../../domain/dispute/dispute.ts'
import type { ActorReads } from '../actor-reads.ts'
import { createActorReads } from '../actor-reads.ts'
import type { Changes } from '../changes.ts'
import type { Db } from '../db.ts'
import { countDisputes } from './count-disputes.ts'
import type { DisputeCounts } from './count-disputes.ts'
import { many, statement } from '../db.ts'

export interface DisputeReads extends ActorReads<Dispute> {
  /** Those of some payments, the earliest first. */
  ofPayments(paymentIds: readonly string[]): Promise<Dispute[]>
  list(filter: DisputeFilter, page: DisputePage): Promise<Dispute[]>
  /** Payments and disputes of a time, by what they have in common. */
  count(
    of: Pick<DisputeFilter, 'merchantId' | 'agentId'>,
    time: { from: Date; to: Date },
  ): Promise<DisputeCounts>
}

export interface DisputeFilter {
  merchantId: string
  agentId?: string | undefined
  status?: readonly string[] | undefined
  stage?: string | undefined
  paymentId?: string | undefined
  dueBefore?: string | undefined
  createdFrom?: string | undefined
  createdTo?: string | undefined
}

export interface DisputePage {
  /** Where the page before ended: urgency, deadline, creation (both in milliseconds) and id. */
  after?: readonly (string | number)[] | undefined
  limit: number
}

/** What waits for the merchant comes first, the nearest deadline before others; then the newest. */
export const DISPUTE_PLACE = `(case when status = 'NEEDS_RESPONSE' then 0 else 1 end,
  case when status = 'NEEDS_RESPONSE' then coalesce(round(extract(epoch from due_by) * 1000), 9e15) else 9e15 end,
  -round(extract(epoch from created_at) * 1000), dispute_id)`

const OF_PAYMENTS = statement(
  'disputes_of_payments',
  `select state from dispute where payment_id = any($1) order by created_at, dispute_id`,
)

/** What everybody reads of disputes; reads never ask the workflow. */
export const createDisputeReads = (db: Db, changes: Changes): DisputeReads => ({
  ...createActorReads<Dispute>(db, changes, { table: 'dispute', idColumn: 'dispute_id' }),
  ofPayments: async (paymentIds) =>
    paymentIds.length === 0 ? [] : statesOf(await many(db, OF_PAYMENTS, [paymentIds])),
  list: (filter, page) => listDisputes(db, filter, page),
  count: (of, time) => countDisputes(db, of, time),
})

const statesOf = (rows: readonly { state: Dispute }[]): Dispute[] => rows.map(({ state }) => state)

const CONDITIONS = {
  merchantId: (value: string) => `merchant_id = ${value}`,
  agentId: (value: string) => `agent_id = ${value}`,
  status: (value: string) => `status = any(${value})`,
  stage: (value: string) => `stage = ${value}`,
  paymentId: (value: string) => `payment_id = ${value}`,
  dueBefore: (value: string) => `due_by < ${value}::timestamptz`,
  createdFrom: (value: string) => `created_at >= ${value}::timestamptz`,
  createdTo: (value: string) => `created_at < ${value}::timestamptz`,
} satisfies Record<keyof DisputeFilter, (value: string) => string>

async function listDisputes(
  db: Db,
  filter: DisputeFilter,
  { after, limit }: DisputePage,
): Promise<Dispute[]> {
  const values: unknown[] = [limit]
  const value = (one: unknown): string => `$${String(values.push(one))}`
  const conditions = Object.entries(filter).flatMap(([name, given]) =>
    given === undefined ? [] : [CONDITIONS[name as keyof DisputeFilter](value(given))],
  )
  if (after) {
    const [urgency, due, created, id] = after.map(value)
    conditions.push(
      `${DISPUTE_PLACE} > (${urgency}::int, ${due}::numeric, ${created}::numeric, ${id}::text)`,
    )
  }
  const rows = await many<{ state: Dispute }>(
    db,
    `select state from dispute where ${conditions.join(' and ')} order by ${DISPUTE_PLACE} limit $1`,
    values,
  )
  return statesOf(rows)
}
