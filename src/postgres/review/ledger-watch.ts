import type { Finding } from '../../domain/finding.ts'
import { checkPayment } from '../../domain/ledger-check.ts'
import type { Evidence } from '../../domain/ledger-check.ts'
import type { Db } from '../db.ts'
import { execute, many, one, statement } from '../db.ts'
import { balancesAgainst, checkBooks, clearingIn, evidenceBy } from './ledger-check.ts'

/** How many payments that changed a round looks at, and how many of all others. */
const CHANGED_MOST = 3_000
const CHANGED_PAGE = 250
const SWEPT = 500
/** What is found beyond it is found again when the first are mended. */
const KEPT_FINDINGS = 1_000
const WHOLE_EVERY_MS = 24 * 3_600_000
const WHOLE_WHILE_WRONG_MS = 5 * 60_000

/** What the rounds have found that still stands, and when the last one was. */
export interface BooksSeen {
  findings: Finding[]
  /** Seconds since then. */
  age: number
}

/** Undefined before the first round. */
export async function readBooksSeen(db: Db): Promise<BooksSeen | undefined> {
  const { age, inBooks, inPayments, inWhole } = await one<Watch>(db, READ)
  return age === null ? undefined : { age, findings: [...inBooks, ...inPayments, ...inWhole] }
}

interface Watch {
  age: number | null
  /** Milliseconds since the whole was summed up. */
  wholeAgeMs: number | null
  changedTo: Date
  sweptTo: string
  /** The numbers of transactions have gone back: the database was moved by a dump. */
  isMoved: boolean
  inBooks: Finding[]
  inPayments: Finding[]
  inWhole: Finding[]
}

/**
 * One round: the balances against the sums of their postings, every payment that changed since the
 * last one, a few of all others in turn, and once a day everything. What a round costs depends on what
 * happened since the last one, not on how much there is. For one process at a time.
 */
export async function checkRound(db: Db): Promise<Finding[]> {
  const watch = await one<Watch>(db, READ)
  await execute(db, watch.isMoved ? RECOUNT : COUNT)
  const inBooks = [...(await many<Finding>(db, BALANCES)), ...(await many<Finding>(db, CLEARING))]
  const changed = await checkChanged(db, watch.changedTo)
  const swept = await many<Evidence>(db, SWEEP, [watch.sweptTo, SWEPT])
  const suspects = [...new Set(watch.inPayments.map(({ id }) => id))]
  const again = await many<Evidence>(db, SUSPECTS, [suspects])
  const inPayments = distinct([...changed.findings, ...[...swept, ...again].flatMap(checkPayment)])
  const isWholeDue = dueMsOf(watch) <= (watch.wholeAgeMs ?? Infinity)
  const inWhole = isWholeDue ? await checkBooks(db) : watch.inWhole
  const sweptTo = swept.length < SWEPT ? '' : (swept.at(-1)?.paymentId ?? '')
  await execute(db, WRITE, [
    ...[changed.to, sweptTo, isWholeDue],
    ...[inBooks, inPayments, inWhole].map((found) => JSON.stringify(found.slice(0, KEPT_FINDINGS))),
  ])
  return [...inBooks, ...inPayments, ...inWhole]
}

const dueMsOf = ({ inWhole }: Watch): number =>
  inWhole.length > 0 ? WHOLE_WHILE_WRONG_MS : WHOLE_EVERY_MS

/** Page by page in the order of their changes; what is left over is the next round's. */
async function checkChanged(db: Db, from: Date): Promise<{ to: Date; findings: Finding[] }> {
  const findings: Finding[] = []
  let to = from
  for (let seen = 0; seen < CHANGED_MOST; seen += CHANGED_PAGE) {
    const page = await many<Evidence & { updatedAt: Date }>(db, CHANGED, [to, CHANGED_PAGE])
    findings.push(...page.flatMap(checkPayment))
    const last = page.at(-1)?.updatedAt ?? to
    if (page.length < CHANGED_PAGE) return { to: last, findings }
    // The page begins with those of the last moment again; one moment alone must not hold it up.
    to = last > to ? last : new Date(to.getTime() + 1)
  }
  return { to, findings }
}

const distinct = (findings: Finding[]): Finding[] => [
  ...new Map(findings.map((one) => [`${one.check} ${one.id} ${one.found}`, one])).values(),
]

const READ = statement(
  'ledger_watch',
  `select extract(epoch from clock_timestamp() - round_at)::float8 as age,
          extract(epoch from clock_timestamp() - whole_at)::float8 * 1000 as "wholeAgeMs",
          changed_to as "changedTo", swept_to as "sweptTo",
          counted_to > pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "isMoved",
          in_books as "inBooks", in_payments as "inPayments", in_whole as "inWhole"
     from ledger_watch`,
)

const WRITE = statement(
  'ledger_watch_round',
  `update ledger_watch set changed_to = $1, swept_to = $2, round_at = clock_timestamp(),
     whole_at = case when $3 then clock_timestamp() else whole_at end,
     in_books = $4, in_payments = $5, in_whole = $6`,
)

/** What is below the oldest transaction under way is complete; each posting is counted once. */
export const COUNT = statement(
  'ledger_count',
  `with horizon as materialized (
     select counted_to as low, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as high
       from ledger_watch
   ), added as (
     insert into ledger_sum as kept (account, currency, amount_minor)
     select p.account, p.currency, sum(p.amount_minor) from posting p
      where p.taken_in >= (select low from horizon) and p.taken_in < (select high from horizon)
      group by 1, 2
     on conflict (account, currency)
       do update set amount_minor = kept.amount_minor + excluded.amount_minor
   )
   update ledger_watch set counted_to = (select high from horizon)`,
)

const RECOUNT = statement('ledger_recount', 'select recount_ledger()')

/** The sums that are kept, with what has been posted since: as of the moment that the balances show. */
const SUMS = `
  select account, currency, sum(amount_minor) as amount_minor from (
    select account, currency, amount_minor from ledger_sum
    union all
    select account, currency, amount_minor from posting
     where taken_in >= (select counted_to from ledger_watch)
  ) every group by 1, 2`

export const BALANCES = statement(
  'ledger_watch_balances',
  `with sums as materialized (${SUMS}) ${balancesAgainst('sums')}`,
)

const CLEARING = statement('ledger_watch_clearing', clearingIn(`(${SUMS}) sums`))

/** A commit may come a little after the moment that it names. */
export const CHANGED = statement(
  'ledger_watch_changed',
  evidenceBy(
    `p.updated_at >= $1 and p.updated_at < clock_timestamp() - interval '3 seconds'`,
    'p.updated_at, p.payment_id limit $2',
  ),
)

const SWEEP = statement(
  'ledger_watch_sweep',
  evidenceBy('p.payment_id > $1', 'p.payment_id limit $2'),
)

const SUSPECTS = statement(
  'ledger_watch_suspects',
  evidenceBy('p.payment_id = any($1)', 'p.payment_id'),
)
