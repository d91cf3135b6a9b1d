import { randomUUID } from 'node:crypto'
import type { DisputeFacts, Word } from '../../../src/domain/dispute/facts.ts'
import { disputeNamesOf } from '../../../src/domain/dispute/names.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import type { TestApp } from './test-app.ts'

const DAY_MS = 86_400_000

export const word = (changes: Partial<Word> = {}): Word => ({
  stage: 'CHARGEBACK',
  status: 'NEEDS_RESPONSE',
  reason: 'FRAUD',
  amountMinor: 9_999,
  at: Date.now(),
  dueBy: Date.now() + 14 * DAY_MS,
  ...changes,
})

/** A provider says that this payment is disputed. */
export async function reportDispute(
  { services, disputes }: Pick<TestApp, 'services' | 'disputes'>,
  payment: Payment,
  facts: DisputeFacts = { word: word(), moves: [] },
): Promise<string> {
  const disputeId = services.ids.random()
  const names = disputeNamesOf(payment, `DSP${randomUUID()}`)
  const meta = { commandId: services.ids.random(), actor: 'gateway', requestId: 'r' } as const
  await disputes.gateway.reportDispute({ name: 'report', disputeId, names, facts }, meta)
  return disputeId
}
