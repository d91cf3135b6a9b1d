import { execute } from '../../src/postgres/db.ts'
import type { Db } from '../../src/postgres/db.ts'

/** Of every ten thousand, one card ends so. */
export const LAST_FOUR = '4242'

/** Payments of ninety days as lists and sums read them: rows and events, made by the database itself. */
export async function addManyPayments(db: Db, merchantId: string, count: number): Promise<void> {
  for (let from = 1; from <= count; from += PIECE) {
    await execute(db, PAYMENTS, [merchantId, count, from, Math.min(count, from + PIECE - 1)])
    await execute(db, EVENTS, [merchantId, from, Math.min(count, from + PIECE - 1)])
  }
  await execute(db, 'vacuum analyze payment, notification')
}

/** So that none takes longer than a statement may. */
const PIECE = 2_000
const ID = "translate(lpad(n::text, 26, '0'), '0123456789', 'abcdefghij')"

const PAYMENTS = `insert into payment (payment_id, version, merchant_id, ext_order_id, status, phase, method, organization, currency,
       amount_minor, authorized_minor, captured_minor, refunded_minor, reserved_minor, reject_code,
       created_at, updated_at, readable_until, state)
     select ${ID}, 3, $1, 'order-' || n,
       case when bad then 'REJECTED' else 'SETTLED' end, case when bad then 'rejected' else 'settled' end,
       case when n % 3 = 0 then 'BLIK' else 'CARD' end, case when n % 3 > 0 then organization end, 'PLN', amount, got, got,
       case when n % 10 = 6 then 500 else 0 end, 0, case when bad then 'DO_NOT_HONOR' end, at, at,
       now() + interval '1 year', state || jsonb_build_object('id', ${ID}, 'instrument',
         state -> 'instrument' || jsonb_build_object('cardMask', '400000******' || lpad((n % 10000)::text, 4, '0')))
     from generate_series($3::int, $4::int) n
     cross join lateral (select n % 10 = 5 as bad, 1000 + n % 9000 as amount,
       now() - ($2::int - n) * interval '90 days' / $2::int as at) as made
     cross join lateral (select case when bad then 0 else amount end as got) as money
     cross join (select state, organization from payment where merchant_id = $1 limit 1) as real`

const EVENTS = `insert into notification (event_id, owner_id, sequence, merchant_id, kind, body, state, created_at)
     select payment_id || '_1', payment_id, 1, merchant_id, 'payment', '{}', 'unsent', created_at
       from generate_series($2::int, $3::int) n join payment on payment_id = ${ID}
      where merchant_id = $1`
