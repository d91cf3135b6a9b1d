import type { Currency } from '../../domain/currency.ts'
import type { Method } from '../../domain/instrument.ts'
import { execute, many, maybeOne, one, statement, transaction } from '../db.ts'
import type { Db, DbPool } from '../db.ts'

/** Payments of one day that are alike, counted. */
export interface FigureRow {
  /** In Warsaw, as settlements cut it. */
  day: string
  method: Method
  organization: string | null
  currency: Currency
  payments: number
  approved: number
  declined: number
  /** Under way. */
  waiting: number
  /** Held and not captured. */
  holds: number
  heldMinor: number
  soldMinor: number
  refundedMinor: number
}

/** A payment that waits for its payer, a hold for its capture, or a payment with a refund under way. */
export interface Waiting {
  paymentId: string
  waitsFor: 'payer' | 'capture' | 'refund'
  /** When it ends by itself; of a refund since when it is under way. */
  at: Date
  amountMinor: number
  currency: Currency
}

/** Sums by day that follow the events of a merchant: what they cost is what has happened since. */
export interface MerchantFigures {
  /** Takes in so many events at most; false while there are more. */
  takeIn(merchantId: string): Promise<boolean>
  /** From that day on, as far as it is counted. */
  since(merchantId: string, day: string): Promise<FigureRow[]>
  /** The few of each kind whose turn it is first, as they stand now. */
  waiting(merchantId: string): Promise<Waiting[]>
  /** Days that nobody is shown any more. */
  forget(): Promise<void>
}

const EVENTS_AT_ONCE = 1_000
const FORGOTTEN_AT_ONCE = 10_000
const WAITING_OF_A_KIND = 3
/** Longer than anybody is shown, so that a day is whole when it is. */
const COUNTED = "interval '101 days'"
const KEPT_DAYS = 120
/** Days are those of the merchants, wherever the database stands. */
const dayOf = (time: string): string => `(${time} at time zone 'Europe/Warsaw')::date`

export const createMerchantFigures = (pool: DbPool): MerchantFigures => ({
  takeIn: async (merchantId) => {
    // By itself: it locks rows that deliveries write, and a process that gives way must not hold those.
    await execute(pool, NUMBER, [merchantId])
    return transaction(pool, async (db) => {
      await execute(db, BEGIN, [merchantId])
      const place = await one<{ position: number }>(db, LOCK, [merchantId])
      const from = place.position || (await beginningOf(db, merchantId))
      const taken = await one<{ position: number; events: number }>(db, TAKE_IN, [
        ...[merchantId, from, EVENTS_AT_ONCE],
      ])
      await execute(db, KEEP_PLACE, [merchantId, taken.position])
      return taken.events < EVENTS_AT_ONCE
    })
  },
  since: (merchantId, day) => many(pool, SINCE, [merchantId, day]),
  waiting: (merchantId) => many(pool, WAITING, [merchantId, WAITING_OF_A_KIND]),
  forget: async () => {
    await execute(pool, FORGET_DAYS)
    await execute(pool, FORGET_PAYMENTS, [FORGOTTEN_AT_ONCE])
  },
})

/** The position before the first event that counts: positions are dense and in the order of time. */
async function beginningOf(db: Db, merchantId: string): Promise<number> {
  let [before, last] = [0, (await one<{ last: number }>(db, LAST, [merchantId])).last]
  while (before < last) {
    const middle = Math.floor((before + last) / 2) + 1
    const found = await maybeOne<{ isOld: boolean }>(db, IS_OLD, [merchantId, middle])
    if (found?.isOld) before = middle
    else last = middle - 1
  }
  return before
}

const names = ['day', 'method', 'organization', 'currency']
const sums = [
  ...['payments', 'approved', 'declined', 'waiting', 'holds'],
  ...['held_minor', 'sold_minor', 'refunded_minor'],
]
/** Of one payment only, and no sum. */
const waits = ['waits_for', 'due_at']
const WAITS_FOR = `case when status in ('NEW', 'PENDING') then 'payer' when phase = 'authorized' then 'capture'
  when reserved_minor > 0 and phase in ('paid', 'settled') then 'refund' end`
const DUE_AT = `case when reserved_minor > 0 and phase in ('paid', 'settled') then updated_at else next_due_at end`

const list = (columns: readonly string[], write = (column: string) => column): string =>
  columns.map(write).join(', ')

const BEGIN = statement(
  'portal_figures_begin',
  'insert into portal_counting (merchant_id, position) values ($1, 0) on conflict do nothing',
)
const LOCK = statement(
  'portal_figures_lock',
  'select position from portal_counting where merchant_id = $1 for update',
)
const NUMBER = statement('portal_figures_number', 'select number_events($1)')
const LAST = statement(
  'portal_figures_last',
  'select coalesce(max(position), 0) as last from notification where merchant_id = $1',
)
const IS_OLD = statement(
  'portal_figures_is_old',
  `select created_at < now() - ${COUNTED} as "isOld" from notification
    where merchant_id = $1 and position = $2`,
)
// What a payment was counted with is taken off, and what it is now is added: in one statement, which
// sees what stood before it.
const TAKE_IN = statement(
  'portal_figures_take_in',
  `with page as (
     select owner_id, position from notification
      where merchant_id = $1 and position > $2 order by position limit $3
   ), fresh as (
     select payment_id, ${dayOf('created_at')} as day, method,
            coalesce(organization, '') as organization, currency, 1 as payments,
            (status in ('COMPLETED', 'SETTLED') or authorized_minor > 0)::int as approved,
            (status = 'REJECTED' and authorized_minor = 0)::int as declined,
            (status in ('NEW', 'PENDING'))::int as waiting, (phase = 'authorized')::int as holds,
            case when phase = 'authorized' then authorized_minor - captured_minor else 0 end as held_minor,
            case when status in ('COMPLETED', 'SETTLED') then captured_minor else 0 end as sold_minor,
            refunded_minor, ${WAITS_FOR} as waits_for, ${DUE_AT} as due_at
       from portal_payment
      where payment_id in (select owner_id from page) and created_at > now() - ${COUNTED}
   ), before as (
     select c.* from portal_counted c where c.payment_id in (select payment_id from fresh)
   ), kept as (
     insert into portal_counted (payment_id, merchant_id, ${list([...names, ...sums, ...waits])})
     select payment_id, $1, ${list([...names, ...sums, ...waits])} from fresh
     on conflict (payment_id) do update
        set ${list([...names, ...sums, ...waits], (column) => `${column} = excluded.${column}`)}
   ), moved as (
     select ${list(names)}, ${list(sums, (column) => `sum(${column}) as ${column}`)}
       from (select ${list([...names, ...sums])} from fresh
             union all
             select ${list(names)}, ${list(sums, (column) => `-${column}`)} from before) as both_of
      group by ${list(names)}
   ), summed as (
     insert into portal_day (merchant_id, ${list([...names, ...sums])})
     select $1, ${list([...names, ...sums])} from moved
      where ${sums.map((column) => `${column} <> 0`).join(' or ')}
     on conflict (merchant_id, ${list(names)}) do update
        set ${list(sums, (column) => `${column} = portal_day.${column} + excluded.${column}`)}
   )
   select coalesce(max(position), $2)::bigint as position, count(*)::int as events from page`,
)
const KEEP_PLACE = statement(
  'portal_figures_keep_place',
  'update portal_counting set position = $2 where merchant_id = $1',
)
const SINCE = statement(
  'portal_figures_since',
  `select to_char(day, 'YYYY-MM-DD') as day, method, nullif(organization, '') as organization, currency,
          payments, approved, declined, waiting, holds, held_minor as "heldMinor",
          sold_minor as "soldMinor", refunded_minor as "refundedMinor"
     from portal_day where merchant_id = $1 and day >= $2::date and payments > 0
    order by 1, 2, 3, 4`,
)
// What was counted says which to look at; what stands now says whether they still wait.
const WAITING = statement(
  'portal_figures_waiting',
  `select payment_id as "paymentId", ${WAITS_FOR} as "waitsFor", ${DUE_AT} as at, currency,
          case ${WAITS_FOR} when 'capture' then authorized_minor - captured_minor
            when 'refund' then reserved_minor else amount_minor end as "amountMinor"
     from unnest(array['payer', 'capture', 'refund']) as kind
    cross join lateral (
      select payment_id from portal_counted
       where merchant_id = $1 and waits_for = kind order by due_at, payment_id limit $2) as first
     join portal_payment using (payment_id)
    where ${WAITS_FOR} = kind and ${DUE_AT} is not null
    order by at, payment_id`,
)
const FORGET_DAYS = statement(
  'portal_figures_forget_days',
  `delete from portal_day where day < ${dayOf('now()')} - ${KEPT_DAYS}`,
)
const FORGET_PAYMENTS = statement(
  'portal_figures_forget_payments',
  `delete from portal_counted where payment_id in (
     select payment_id from portal_counted where day < ${dayOf('now()')} - ${KEPT_DAYS} order by day limit $1)`,
)
