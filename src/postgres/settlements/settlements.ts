import type { Posting } from '../../domain/ledger.ts'
import type { Event } from '../../domain/payment/events.ts'
import type { CommandOutcome } from '../../domain/actor/decision.ts'
import type { Dispute } from '../../domain/dispute/dispute.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { goodOutcomes } from '../../domain/settlement/settlement.ts'
import type {
  ChargeLine,
  DisputeLine,
  LineOutcome,
  SettlementLine,
} from '../../domain/settlement/settlement.ts'
import { readBatchId } from '../../domain/settlement/settling-provider.ts'
import type { Recorded } from '../../domain/actor/entry.ts'
import { findByCharge } from '../payments.ts'
import { FIND_MISSING } from './find-missing.ts'
import { recordPayments } from '../record-payment.ts'
import type { RecordPaymentInput } from '../record-payment.ts'
import type { Db } from '../db.ts'
import { execute, many, maybeOne, one, statement } from '../db.ts'

export interface SettlementBatch {
  batchId: string
  /** Whose report it is. */
  provider: string
  state: 'open' | 'closed' | 'done'
  /** Money completed before it can no longer be cancelled. */
  cutoff: Date
  fileId: string | null
  /** How many lines the provider has announced. */
  total: number | null
  lines: number
  settled: number
  matched: number
  differences: number
  createdAt: Date
  finishedAt: Date | null
}

/** What a settled batch comes to. */
export interface SettlementReport {
  batchId: string
  fileId: string
  lines: number
  settled: number
  differences: number
}

export type OpenLineOf<L extends SettlementLine> = L & {
  duplicate: boolean
  /** Another batch has cleared the same move of a dispute. */
  clearedBefore: boolean
}
export type OpenLine = OpenLineOf<ChargeLine> | OpenLineOf<DisputeLine>

/** How a payment has answered the messages about its line. */
export interface SettleAnswer {
  ownerId: string
  messageId: string
  outcome: CommandOutcome
}

/** The batches, the lines of the providers' reports and what became of each. */
export interface Settlements {
  /** One at a time for each provider: returns the other batch that is under way, when there is one. */
  open(batchId: string): Promise<string | undefined>
  /** Doing it again changes nothing, neither the file nor the cut-off. */
  close(batchId: string, file: { fileId: string; total: number }): Promise<void>
  /** Keeps the lines of one page and tells which of them have not come to a good end yet. */
  keepLines(batchId: string, fileId: string, lines: readonly SettlementLine[]): Promise<OpenLine[]>
  payments(paymentIds: readonly string[]): Promise<Map<string, Payment>>
  /** The payment that was charged under this name of a merchant's own provider. */
  chargedAs(merchantId: string, acquirerRef: string): Promise<Payment | undefined>
  dispute(disputeId: string): Promise<Dispute | undefined>
  answers(batchId: string, paymentIds: readonly string[]): Promise<SettleAnswer[]>
  /** Commits what was decided about payments; the answers are in the same order. */
  record(inputs: readonly RecordPaymentInput[]): Promise<Recorded<Event>[]>
  settledLines(batchId: string, after: number, limit: number): Promise<ChargeLine[]>
  /** What lines move beside their payments is booked with them: what is kept back, and costs. */
  setOutcomes(batchId: string, outcomes: readonly LineWithOutcome[]): Promise<void>
  finish(batchId: string): Promise<SettlementReport>
  /** Those of the batches that are not done yet. */
  unfinished(batchIds: readonly string[]): Promise<string[]>
  find(batchId: string): Promise<SettlementBatch | undefined>
  list(limit: number): Promise<SettlementBatch[]>
}

export interface LineWithOutcome {
  line: number
  outcome: LineOutcome
  /** What it costs the merchant. */
  feeMinor: number
  postings: Posting[]
  /** Of a dispute: whose it is, and of which payment. */
  merchantId?: string
  paymentId?: string
}

export class OtherFileError extends Error {}

const GOOD = goodOutcomes.map((outcome) => `'${outcome}'`).join(', ')

export const createSettlements = (db: Db): Settlements => ({
  open: async (batchId) =>
    (await one<{ other: string | null }>(db, OPEN, [batchId, readBatchId(batchId).provider]))
      .other ?? undefined,
  close: async (batchId, { fileId, total }) => {
    await execute(db, CLOSE, [batchId, fileId, total])
  },
  keepLines: async (batchId, fileId, lines) => {
    const { file_id: known } = await one<{ file_id: string }>(db, FILE_OF, [batchId])
    if (known !== fileId) throw new OtherFileError(`batch ${batchId} is file ${known}`)
    await execute(db, KEEP_LINES, [batchId, JSON.stringify(lines)])
    return many<OpenLine>(db, OPEN_LINES, [batchId, lines.map(({ line }) => line)])
  },
  payments: async (paymentIds) => {
    const rows = await many<{ state: Payment }>(db, PAYMENTS, [paymentIds])
    return new Map(rows.map(({ state }) => [state.id, state]))
  },
  chargedAs: (merchantId, acquirerRef) => findByCharge(db, merchantId, acquirerRef),
  dispute: async (disputeId) =>
    (await maybeOne<{ state: Dispute }>(db, DISPUTE, [disputeId]))?.state,
  answers: (batchId, paymentIds) =>
    many<SettleAnswer>(db, ANSWERS, [paymentIds, `msg/settle/${batchId}/`]),
  record: (inputs) => recordPayments(db, inputs),
  settledLines: (batchId, after, limit) =>
    many<ChargeLine>(db, SETTLED_LINES, [batchId, after, limit]),
  setOutcomes: async (batchId, outcomes) => {
    const booked = outcomes.filter(({ postings }) => postings.length > 0)
    const others = outcomes.filter(({ postings }) => postings.length === 0)
    if (others.length > 0)
      await execute(db, SET_OUTCOMES, [
        batchId,
        others.map(({ line }) => line),
        others.map(({ outcome }) => outcome),
        others.map(({ feeMinor }) => feeMinor),
      ])
    if (booked.length > 0) await execute(db, BOOK_LINES, [batchId, JSON.stringify(booked)])
  },
  finish: async (batchId) => {
    const missing = FIND_MISSING.get(readBatchId(batchId).provider)
    if (missing) await execute(db, missing, [batchId])
    await execute(db, FINISH, [batchId])
    const batch = await one<SettlementBatch>(db, FIND, [batchId])
    const { fileId, lines, settled, differences } = batch
    return { batchId, fileId: fileId ?? '', lines, settled, differences }
  },
  unfinished: async (batchIds) =>
    (await many<{ id: string }>(db, UNFINISHED, [batchIds])).map(({ id }) => id),
  find: (batchId) => maybeOne<SettlementBatch>(db, FIND, [batchId]),
  list: (limit) => many<SettlementBatch>(db, LIST, [limit]),
})

const OPEN = statement('settlement_open', 'select open_settlement($1, $2) as other')

// What was sold while the batch was being closed may be in it: from now on it is not cancelled.
const CLOSE = statement(
  'settlement_close',
  `update settlement_batch set state = 'closed', file_id = $2, total = $3, cutoff = now()
    where batch_id = $1 and state = 'open'`,
)

const FILE_OF = statement(
  'settlement_file_of',
  'select file_id from settlement_batch where batch_id = $1',
)

const KEEP_LINES = statement(
  'settlement_keep_lines',
  `insert into settlement_line
     (batch_id, line, reference, operation, amount_minor, currency, provider_fee_minor, dispute, merchant_id)
   select $1, l.line, l.reference, l.operation, l."amountMinor", l.currency,
          coalesce(l."feeMinor", 0), l.dispute, p.merchant_id
     from jsonb_to_recordset($2::jsonb)
       as l(line int, reference text, operation text, "amountMinor" bigint, currency text, "feeMinor" bigint,
            dispute jsonb)
     left join payment p on p.payment_id = split_part(l.reference, '-', 1)
   on conflict do nothing`,
)

const OPEN_LINES = statement(
  'settlement_open_lines',
  `select l.line, l.reference, l.operation, l.amount_minor as "amountMinor", l.currency,
          l.provider_fee_minor as "feeMinor", l.dispute,
          l.dispute is not null and exists (
            select 1 from settlement_line other
             where other.reference = l.reference and other.batch_id <> l.batch_id
               and other.dispute is not null and other.outcome = 'matched') as "clearedBefore",
          exists (select 1 from settlement_line other
                   where other.reference = l.reference and other.batch_id = l.batch_id
                     and other.line < l.line) as duplicate
     from settlement_line l
    where l.batch_id = $1 and l.line = any($2)
      and (l.outcome is null or l.outcome not in (${GOOD}))
    order by l.line`,
)

const SETTLED_LINES = statement(
  'settlement_settled_lines',
  `select line, reference, operation, amount_minor as "amountMinor", currency
     from settlement_line where batch_id = $1 and line > $2 and outcome = 'settled'
    order by line limit $3`,
)

const PAYMENTS = statement(
  'settlement_payments',
  'select state from payment where payment_id = any($1)',
)

const DISPUTE = statement('settlement_dispute', 'select state from dispute where dispute_id = $1')

const ANSWERS = statement(
  'settlement_answers',
  `select owner_id as "ownerId", message_id as "messageId", outcome from journal
    where owner_id = any($1) and starts_with(message_id, $2)`,
)

const SET_OUTCOMES = statement(
  'settlement_set_outcomes',
  `update settlement_line l set outcome = o.outcome, fee_minor = o.fee
     from unnest($2::int[], $3::text[], $4::bigint[]) as o(line, outcome, fee)
    where l.batch_id = $1 and l.line = o.line and l.outcome is distinct from o.outcome`,
)

const BOOK_LINES = statement(
  'settlement_book_lines',
  `with booked as (
     update settlement_line l set outcome = r.outcome, fee_minor = r."feeMinor",
            merchant_id = coalesce(r."merchantId", l.merchant_id), payment_id = r."paymentId"
       from jsonb_to_recordset($2::jsonb)
         as r(line int, outcome text, "feeMinor" bigint, postings jsonb, "merchantId" text, "paymentId" text)
      where l.batch_id = $1 and l.line = r.line and l.outcome is distinct from r.outcome
     returning l.line, r.postings
   )
   select post(postings, 'settle/' || $1, line, now()) from booked`,
)

const UNFINISHED = statement(
  'settlement_unfinished',
  `select id from unnest($1::text[]) with ordinality as named(id, position)
    where not exists (select 1 from settlement_batch where batch_id = id and state = 'done')
    order by position`,
)

const FINISH = statement(
  'settlement_finish',
  `update settlement_batch b set state = 'done', finished_at = coalesce(finished_at, now()),
     is_short = total <> (select count(*) from settlement_line l where l.batch_id = b.batch_id)
    where batch_id = $1`,
)

/** Lines are counted of those batches only that are asked for. */
const batchesOf = (batches: string): string => `
  select b.batch_id as "batchId", b.provider, b.state, b.cutoff, b.file_id as "fileId", b.total,
         b.created_at as "createdAt", b.finished_at as "finishedAt",
         l.lines, l.settled, l.matched, l.differences + m.missing
           + case when b.state = 'done' and l.lines <> b.total then 1 else 0 end as differences
    from (select * from settlement_batch ${batches}) b
    cross join lateral (
      select count(*)::int as lines,
             count(*) filter (where outcome = 'settled')::int as settled,
             count(*) filter (where outcome in ('matched', 'returned'))::int as matched,
             count(*) filter (where outcome not in (${GOOD}))::int as differences
        from settlement_line where batch_id = b.batch_id
    ) l
    cross join lateral (
      select count(*)::int as missing from settlement_missing where batch_id = b.batch_id
    ) m`

const FIND = statement('settlement_find', batchesOf('where batch_id = $1'))
const LIST = statement(
  'settlement_list',
  `${batchesOf('order by created_at desc limit $1')} order by b.created_at desc`,
)
