import type { Dispute } from '../../domain/dispute/dispute.ts'
import type { DisputeEvent } from '../../domain/dispute/events.ts'
import { DISPUTE_PLACE } from '../disputes/disputes.ts'
import type { Db } from '../db.ts'
import { many, maybeOne, statement } from '../db.ts'
import type { JournalRow } from './payment-file.ts'
import { readJournal } from './payment-file.ts'

/** Which disputes an operator asks for, of all merchants unless one is named. */
export interface DisputesWanted {
  merchantId?: string | undefined
  status?: string | undefined
  paymentId?: string | undefined
  providerRef?: string | undefined
  dueBefore?: Date | undefined
  limit: number
}

/** Those that wait for an answer first, the nearest deadline before others; then the newest. */
export async function listDisputesOfAll(db: Db, wanted: DisputesWanted): Promise<Dispute[]> {
  const { merchantId, status, paymentId, providerRef, dueBefore, limit } = wanted
  const values = [merchantId, status, paymentId, providerRef, dueBefore].map((one) => one ?? null)
  const rows = await many<{ state: Dispute }>(db, LIST, [...values, limit])
  return rows.map(({ state }) => state)
}

export interface DisputeFile {
  state: Dispute
  journal: JournalRow<DisputeEvent>[]
  /** The lines of reports that have cleared its moves. */
  cleared: { batchId: string; line: number; reference: string; operation: string }[]
}

/** Undefined when there is no such dispute. */
export async function readDisputeFile(db: Db, disputeId: string): Promise<DisputeFile | undefined> {
  const found = await maybeOne<{ state: Dispute }>(db, ROW, [disputeId])
  if (!found) return undefined
  const { state } = found
  const references = state.moves.map(({ moveId }) => moveId)
  return {
    state,
    journal: await readJournal<DisputeEvent>(db, disputeId),
    cleared: await many<DisputeFile['cleared'][number]>(db, CLEARED, [state.paymentId, references]),
  }
}

const LIST = statement(
  'operators_disputes',
  `select state from dispute
    where ($1::text is null or merchant_id = $1) and ($2::text is null or status = $2)
      and ($3::text is null or payment_id = $3) and ($4::text is null or provider_ref = $4)
      and ($5::timestamptz is null or due_by < $5)
    order by ${DISPUTE_PLACE} limit $6`,
)
const ROW = statement('dispute_file', 'select state from dispute where dispute_id = $1')
const CLEARED = statement(
  'dispute_cleared_lines',
  `select batch_id as "batchId", line, reference, operation from settlement_line
    where payment_id = $1 and reference = any($2) and outcome = 'matched' order by batch_id, line`,
)
