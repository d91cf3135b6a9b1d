import type { ChargeLine } from '../../domain/settlement/settlement.ts'
import type { Db } from '../db.ts'
import { execute, many, statement } from '../db.ts'

/** The merchant's account that a provider speaks of, as `connector/account`. */
export interface ReportingAccount {
  merchantId: string
  via: string
}

/** Money of one operation that was settled, by the provider's own name of the transfer. */
export interface ReportedLine extends Omit<ChargeLine, 'line' | 'reference'> {
  name: string
  /** What it may be of, likeliest first: the first that no other transfer was of. */
  references: readonly [string, ...string[]]
}

/** What providers tell of settlements by themselves, in any order and more than once. */
export interface ReportedSettlements {
  /** The same transfer told again changes nothing. */
  keepLine(account: ReportingAccount, line: ReportedLine): Promise<void>
  /** A report that can be read now, which is a batch of its own. */
  keepReport(account: ReportingAccount, name: string): Promise<void>
  /** Makes a batch of the lines that are in none; all that were made since, oldest first. */
  close(account: ReportingAccount, since: number): Promise<string[]>
  lines(account: ReportingAccount, batch: string): Promise<ChargeLine[]>
}

export const createReportedSettlements = (db: Db): ReportedSettlements => ({
  async keepLine({ merchantId, via }, { name, references, ...line }) {
    await execute(db, KEEP_LINE, [merchantId, via, name, JSON.stringify(line), references])
  },
  async keepReport({ merchantId, via }, name) {
    await execute(db, KEEP_REPORT, [merchantId, via, name])
  },
  async close({ merchantId, via }, since) {
    await execute(db, CLOSE, [merchantId, via])
    const found = await many<{ batch: string }>(db, BATCHES, [merchantId, via, new Date(since)])
    return found.map(({ batch }) => batch)
  },
  async lines({ merchantId, via }, batch) {
    const found = await many<{ line: ChargeLine }>(db, LINES, [merchantId, via, batch])
    return found.map(({ line }, index) => ({ ...line, line: index + 1 }))
  },
})

const KEEP_LINE = statement(
  'told_settlement_keep_line',
  `insert into told_settlement (merchant_id, via, name, line)
   select $1, $2, $3, $4::jsonb || jsonb_build_object('reference', coalesce(
     (select one from unnest($5::text[]) with ordinality as given (one, place)
       where not exists (select 1 from told_settlement t
                          where t.merchant_id = $1 and t.via = $2 and t.line ->> 'reference' = one)
       order by place limit 1),
     ($5::text[])[cardinality($5::text[])]))
   on conflict do nothing`,
)

const KEEP_REPORT = statement(
  'told_settlement_keep_report',
  `insert into told_settlement (merchant_id, via, name, batch, closed_at)
   values ($1, $2, $3, $3, clock_timestamp()) on conflict do nothing`,
)

const CLOSE = statement(
  'told_settlement_close',
  `update told_settlement
      set batch = to_char(now() at time zone 'utc', '"told-"YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
          closed_at = now()
    where merchant_id = $1 and via = $2 and batch is null`,
)

const BATCHES = statement(
  'told_settlement_batches',
  `select batch from told_settlement
    where merchant_id = $1 and via = $2 and closed_at >= $3
    group by batch order by min(closed_at), batch`,
)

/** What is in a batch stays as it is, and so does its order. */
const LINES = statement(
  'told_settlement_lines',
  `select line from told_settlement
    where merchant_id = $1 and via = $2 and batch = $3 and line is not null
    order by told_at, name`,
)
