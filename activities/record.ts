import { failpoint } from '../src/failpoint.ts'
import { execute, statement } from '../src/postgres/db.ts'
import {
  recordPayment,
  type Recorded,
  type RecordPaymentInput,
} from '../src/postgres/record-payment.ts'
import type { Deps } from './deps.ts'

const holdSql = statement(
  'hold-payment',
  `update payment set held = $2, state = state || jsonb_build_object('held', $2::text) where payment_id = $1`,
)

export type RecordActivities = ReturnType<typeof createRecordActivities>

/** Commits what a payment decided, and tells whoever waits for it. */
export const createRecordActivities = ({
  db,
  hint,
  log,
  metrics,
}: Pick<Deps, 'db' | 'hint' | 'log' | 'metrics'>) => ({
  recordPayment: async (input: RecordPaymentInput): Promise<Recorded> => {
    await failpoint('act.db.before_commit', { key: input.paymentId })
    const done = metrics?.recordDurationSeconds.startTimer()
    const recorded = await recordPayment(db, input)
    done?.({ result: recorded.status })
    hint(input.paymentId)
    await failpoint('act.db.after_commit_before_return', { key: input.paymentId })
    return recorded
  },

  /** The database refused what must not be: an operator has to look, and nothing goes on by itself. */
  holdPayment: async (paymentId: string, reason: string): Promise<void> => {
    log.error({ paymentId, reason }, 'payment held')
    await execute(db, holdSql, [paymentId, reason])
    hint(paymentId)
  },
})
