import type { Db } from './db.ts'
import { execute, statement } from './db.ts'

const HOLD_PAYMENT = statement(
  'hold_payment',
  `update payment set held = $2, state = state || jsonb_build_object('held', $2::text)
    where payment_id = $1`,
)
const HOLD_TOKENIZATION = statement(
  'hold_tokenization',
  `update tokenization set held = $2, state = state || jsonb_build_object('held', $2::text)
    where tokenizer_id = $1`,
)
const HOLD_DISPUTE = statement(
  'hold_dispute',
  `update dispute set held = $2, state = state || jsonb_build_object('held', $2::text)
    where dispute_id = $1`,
)

/** Marks what waits for an operator, without a version of the journal: nothing was decided. */
export const holdActor = {
  payment: (db: Db, paymentId: string, reason: string) =>
    execute(db, HOLD_PAYMENT, [paymentId, reason]),
  tokenization: (db: Db, tokenizerId: string, reason: string) =>
    execute(db, HOLD_TOKENIZATION, [tokenizerId, reason]),
  dispute: (db: Db, disputeId: string, reason: string) =>
    execute(db, HOLD_DISPUTE, [disputeId, reason]),
}
