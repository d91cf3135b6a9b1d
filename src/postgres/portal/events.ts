import { execute, many, statement } from '../db.ts'
import type { Db } from '../db.ts'
import { EVENT_COLUMNS } from '../lists/merchant-events.ts'
import type { MerchantEventRow } from '../lists/merchant-event-row.ts'

/** With what became of its notification. */
export interface PaymentEventRow extends MerchantEventRow {
  delivery: 'pending' | 'accepted' | 'refused' | 'exhausted' | 'unsent'
  attempts: number
}

/** A merchant's events in the order in which people look at them; programs read the same list forwards. */
export interface PortalEvents {
  /** The latest first, from before that position on. */
  latest(
    merchantId: string,
    before: number | undefined,
    limit: number,
  ): Promise<(MerchantEventRow & { position: number })[]>
  /** Of one payment, oldest first. */
  ofPayment(merchantId: string, paymentId: string): Promise<PaymentEventRow[]>
}

export const createPortalEvents = (db: Db): PortalEvents => ({
  latest: async (merchantId, before, limit) => {
    await execute(db, NUMBER, [merchantId])
    return many(db, LATEST, [merchantId, before ?? Number.MAX_SAFE_INTEGER, limit])
  },
  ofPayment: (merchantId, paymentId) => many(db, OF_PAYMENT, [merchantId, paymentId]),
})

const NUMBER = statement('portal_events_number', 'select number_events($1)')
const LATEST = statement(
  'portal_events_latest',
  `select ${EVENT_COLUMNS}, n.position from notification n
    where n.merchant_id = $1 and n.position < $2 order by n.position desc limit $3`,
)
const OF_PAYMENT = statement(
  'portal_events_of_payment',
  `select ${EVENT_COLUMNS}, n.state as delivery, n.attempts_before + n.attempts as attempts
     from notification n where n.owner_id = $2 and n.merchant_id = $1 order by n.sequence`,
)
