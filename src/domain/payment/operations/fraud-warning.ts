import { notRefundedMinor } from '../payment.ts'
import { refundMoney } from './refund.ts'
import type { PaymentCommandOf } from '../commands.ts'
import type { Context, Decided, Operation, Payment } from './operation.ts'
import { accept, bad } from './operation.ts'

/** The payer's bank holds a payment for fraud, before anybody disputes it. */
export const fraudWarning = {
  commands: { warn: { decide: warn, words: 'A provider warns that the payment may be fraud' } },
  deadlines: {},
  calls: {},
  events: {
    fraudWarned: {
      moves: 'none',
      changes: ({ fraudWarnings = [] }, { warning }) => ({
        fraudWarnings: [...fraudWarnings, warning],
      }),
      posts: 'none',
      notifies: 'warning',
      words: bad('the payer’s bank warns of fraud'),
    },
  },
} satisfies Operation

type Warn = PaymentCommandOf<'warn'>

/**
 * A warning is one by its provider's name, however often it is told. What the merchant wants to be given
 * back goes back with it, in one commit; where it cannot, for a dispute or an empty balance, it is told of
 * all the same.
 */
function warn(
  payment: Payment,
  { warning, refundsUpToMinor = 0 }: Warn,
  context: Context,
): Decided {
  const { warningId } = warning
  if (payment.fraudWarnings?.some((one) => one.warningId === warningId)) return accept([])
  const warned = { type: 'fraudWarned', warning } as const
  if (notRefundedMinor(payment) > refundsUpToMinor) return accept([warned])
  const refund = { name: 'refund', description: `Fraud warning ${warningId}` } as const
  const { events, outcome } = refundMoney(payment, refund, context)
  return outcome.accepted ? accept([warned, ...events], outcome) : accept([warned])
}
