import type { RowDifference } from '../../domain/payment/row-difference.ts'
import { rowDifferences } from '../../domain/payment/row-difference.ts'
import { foldJournal } from '../../domain/ledger-check.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Db } from '../db.ts'
import { execute, statement } from '../db.ts'
import { rowOf } from '../record-payment.ts'
import { readEvidence } from './ledger-check.ts'

/** What a payment's journal comes to, and where its row says otherwise. */
export interface Refolding {
  payment: Payment
  /** What stops it, which no journal knows. */
  held: string | undefined
  differences: RowDifference[]
}

/** Undefined when there is no such payment, or its journal does not fold. */
export async function readRefolding(db: Db, paymentId: string): Promise<Refolding | undefined> {
  for await (const [evidence] of readEvidence(db, paymentId)) {
    const folded = evidence && foldJournal(evidence.journal)
    if (!evidence || !folded || !('payment' in folded)) return undefined
    const { payment } = folded
    const { row } = evidence
    return { payment, held: row.state.held, differences: rowDifferences(row, payment) }
  }
  return undefined
}

const REFOLD = statement('refold_payment', 'select refold_payment($1, $2, $3::jsonb)')

/** Writes the row again; the database reckons its money from the whole journal itself, and refuses another. */
export async function refoldPayment(db: Db, { payment }: Refolding): Promise<void> {
  const row = JSON.stringify(rowOf(payment))
  await execute(db, REFOLD, [payment.id, payment.version, row])
}
