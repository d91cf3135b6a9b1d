import { randomUUID } from 'node:crypto'
import { disputeNamesOf } from '../../../src/domain/dispute/names.ts'
import type { DisputeFacts, Word } from '../../../src/domain/dispute/facts.ts'
import { card, startPaymentApp } from './payment-app.ts'

export type DisputeApp = Awaited<ReturnType<typeof startDisputeApp>>

const DAY_MS = 86_400_000

/** An app with payments that are disputed; what the provider says follows from what a test gives. */
export async function startDisputeApp() {
  const app = await startPaymentApp()
  const { services, disputes } = app
  const word = (changes: Partial<Word> = {}): Word => ({
    ...{ stage: 'CHARGEBACK', status: 'NEEDS_RESPONSE', reason: 'FRAUD', amountMinor: 9_999 },
    ...{ at: Date.now(), dueBy: Date.now() + 14 * DAY_MS },
    ...changes,
  })
  return {
    ...app,
    word,
    /** A payment that was disputed just now. */
    dispute: async (facts: DisputeFacts = { word: word(), moves: [] }) => {
      const paymentId = await app.paymentId({ instrument: card() })
      const names = disputeNamesOf(app.world.payment(paymentId), `DSP${randomUUID()}`)
      const disputeId = services.ids.random()
      const report = { name: 'report', disputeId, names, facts } as const
      const meta = { commandId: services.ids.random(), actor: 'gateway', requestId: 'r' } as const
      await disputes.gateway.reportDispute(report, meta)
      return { disputeId, paymentId }
    },
  }
}
