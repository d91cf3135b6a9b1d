import { refundInTransit } from '../../domain/ledger.ts'
import type { Finding } from '../../domain/finding.ts'
import type { Evidence } from '../../domain/ledger-check.ts'
import type { Db, Statement } from '../db.ts'
import { many, statement } from '../db.ts'
import { journalOf, pagesBy, readPages } from './evidence-pages.ts'

/** What is written down about payments. */
export const readEvidence = (db: Db, paymentId?: string): AsyncGenerator<Evidence[]> =>
  readPages<Evidence>(db, EVIDENCE, ({ paymentId: id }) => id, paymentId)

/** What must hold over all payments together. */
export async function checkBooks(db: Db): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of BOOKS) findings.push(...(await many<Finding>(db, check)))
  return findings
}

/** The same of those payments that a condition names. */
export const evidenceBy = (condition: string, order: string): string =>
  `${EVIDENCE_COLUMNS} where ${condition} order by ${order}`

const EVIDENCE_COLUMNS = `
  select p.payment_id as "paymentId",
    jsonb_build_object(
      'version', p.version, 'status', p.status, 'phase', p.phase, 'currency', p.currency,
      'authorizedMinor', p.authorized_minor, 'capturedMinor', p.captured_minor,
      'refundedMinor', p.refunded_minor, 'reservedMinor', p.reserved_minor, 'state', p.state
    ) as row,
    ${journalOf('p.payment_id')},
    (select coalesce(jsonb_agg(jsonb_build_object('version', b.version, 'account', b.account,
              'currency', b.currency, 'amountMinor', b.amount_minor)
              order by b.version, b.position), '[]')
       from posting b where b.owner_id = p.payment_id) as postings,
    p.updated_at as "updatedAt"
    from payment p`

const EVIDENCE = pagesBy('ledger_evidence', EVIDENCE_COLUMNS, 'p.payment_id')

/** What is still on the account of refunds on their way, by postings or sums of them. */
export function clearingIn(postings: string): string {
  return `
    select 'clearing' as check, account as id, '0 ' || currency as expected,
           sum(amount_minor) || ' ' || currency as found
      from ${postings} where account = '${refundInTransit}'
     group by account, currency having sum(amount_minor) <> 0`
}

/** Balances that differ from what postings, or sums of them, come to. */
export function balancesAgainst(postings: string): string {
  return `
    select 'balance' as check, id, expected, found from (
      select coalesce(b.id, s.id) as id,
             coalesce(s.text, '0/0') as expected, coalesce(b.text, '0/0') as found
        from (select merchant_id || ' ' || currency as id,
                     available_minor || '/' || reserved_minor as text from balance) b
        full join (
          select split_part(account, '/', 2) || ' ' || currency as id,
                 coalesce(sum(amount_minor) filter (where account like '%/payable'), 0) || '/' ||
                 coalesce(sum(amount_minor) filter (where account like '%/reserved'), 0) as text
            from ${postings} where account like 'merchant/%' group by 1
        ) s on s.id = b.id
    ) both_sides where expected <> found`
}

const BOOKS: readonly Statement[] = [
  statement(
    'ledger_zero_sum',
    `select 'zero_sum' as check, owner_id || '/' || version as id,
            '0 ' || currency as expected, sum(amount_minor) || ' ' || currency as found
       from posting group by owner_id, version, currency having sum(amount_minor) <> 0`,
  ),
  statement('ledger_clearing', clearingIn('posting')),
  statement('ledger_balances', balancesAgainst('posting')),
  // Every balance that a posting found is one that another left behind, but for the first.
  statement(
    'ledger_running',
    `with step as (
       select account, currency, sum(amount_minor) as amount, max(balance_after_minor) as after,
              exists (select from dispute d where d.dispute_id = posting.owner_id) as "isDispute"
         from posting where account like 'merchant/%/payable'
        group by account, currency, owner_id, version
     )
     select 'running_balance' as check, account || ' ' || currency as id,
            'at least 0' as expected, after::text as found
       -- Only what a provider has taken for a dispute goes below, and what comes in then makes it less.
       from step where after < 0 and amount < 0 and not "isDispute"
     union all
     select 'running_balance', account || ' ' || currency, 'a balance left by a posting',
            value::text
       from (select account, currency, after - amount as value from step
             except all
             select account, currency, after from step) broken
      where value <> 0`,
  ),
  statement(
    'ledger_settled_lines',
    `select 'settlement' as check, l.batch_id || '/' || l.line as id,
            'settled with ' || l.amount_minor as expected,
            coalesce(p.status || ' ' || s.amount_minor, p.status, 'no payment') as found
       from settlement_line l left join payment p on p.payment_id = split_part(l.reference, '-', 1)
       left join lateral (
         select (t ->> 'amountMinor')::bigint as amount_minor
           from jsonb_array_elements(p.state -> 'transactions') t
          where t ->> 'type' = 'SETTLEMENT' and t ->> 'reference' = l.reference
       ) s on true
      where l.outcome = 'settled' and s.amount_minor is distinct from l.amount_minor`,
  ),
  // Each move of a dispute is cleared once, by a line that says what the dispute has booked.
  statement(
    'ledger_cleared_moves',
    `select 'settlement' as check, l.batch_id || '/' || l.line as id,
            'one move of ' || l.amount_minor as expected,
            case when m.amount_minor is null then 'no such move' else m.times || ' lines of ' || m.amount_minor end as found
       from settlement_line l
       left join lateral (
         select (move ->> 'amountMinor')::bigint as amount_minor,
                (select count(*) from settlement_line other
                  where other.reference = l.reference and other.dispute is not null
                    and other.outcome = 'matched') as times
           from dispute d cross join jsonb_array_elements(d.state -> 'moves') move
          where d.payment_id = l.payment_id and move ->> 'moveId' = l.reference
       ) m on true
      where l.outcome = 'matched' and l.dispute is not null and l.amount_minor > 0
        and (m.times is distinct from 1 or m.amount_minor is distinct from l.amount_minor)`,
  ),
  statement(
    'ledger_settled_payments',
    `select 'settlement' as check, p.payment_id as id, 'a line of a report' as expected,
            'SETTLED without one' as found
       from payment p
      where p.status = 'SETTLED' and not exists (
        select 1 from jsonb_array_elements(p.state -> 'transactions') t
          join settlement_line l on l.reference = t ->> 'reference'
         where t ->> 'type' = 'SETTLEMENT')`,
  ),
]
