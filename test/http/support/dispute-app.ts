import type { DisputeFacts } from '../../../src/domain/dispute/facts.ts'
import { card, startPaymentApp } from './payment-app.ts'
import { reportDispute, word } from './report-dispute.ts'

export type DisputeApp = Awaited<ReturnType<typeof startDisputeApp>>

/** An app with payments that are disputed; what the provider says follows from what a test gives. */
export async function startDisputeApp() {
  const app = await startPaymentApp()
  return {
    ...app,
    word,
    /** A payment that was disputed just now. */
    dispute: async (facts?: DisputeFacts) => {
      const paymentId = await app.paymentId({ instrument: card() })
      const disputeId = await reportDispute(app, app.world.payment(paymentId), facts)
      return { disputeId, paymentId }
    },
  }
}
