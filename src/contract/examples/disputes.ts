import { at, disputeId, nothing, paymentId } from './samples.ts'
import type { ExamplesById } from './samples.ts'

const dispute = {
  disputeId,
  paymentId,
  extOrderId: 'order-1841',
  stage: 'CHARGEBACK',
  status: 'NEEDS_RESPONSE',
  reason: 'FRAUD',
  networkReason: '10.4',
  amount: 99.99,
  currency: 'PLN',
  dueBy: at,
  createdAt: at,
  updatedAt: at,
  moves: [{ at, kind: 'WITHDRAWN', amount: 99.99 }],
}
const written = { kind: 'receipt', text: 'Sold in the shop on 3 March, collected in person' }
const whole = { ...dispute, evidence: [written] }

export const disputeExamples: ExamplesById = {
  listDisputes: { answer: { disputes: [dispute] } },
  getDisputeRates: {
    answer: {
      from: at,
      to: at,
      all: { name: 'ALL', payments: 4_000, disputes: 6, share: 0.0015 },
      byMethod: [{ name: 'CARD', payments: 3_000, disputes: 6, share: 0.002 }],
      byOrganization: [
        {
          name: 'MASTERCARD',
          payments: 1_000,
          disputes: 6,
          share: 0.006,
          watchedFrom: { share: 0.015, disputes: 100 },
          watched: false,
        },
      ],
      byReason: [{ name: 'FRAUD', payments: 4_000, disputes: 6, share: 0.0015 }],
    },
  },
  getDispute: { answer: whole },
  putEvidence: { requests: { 'A text': { text: written.text } }, answer: written },
  submitDispute: { ...nothing, answer: whole },
  acceptDispute: { ...nothing, answer: { ...dispute, evidence: [] } },
  receiveDisputeMessage: {
    requests: {
      'A payer contests a charge': {
        disputeId: 'DSP5B0E2A61C94D7F38',
        reference: `${paymentId}-auth-mzqkxwld`,
        stage: 'CHARGEBACK',
        status: 'NEEDS_RESPONSE',
        reason: 'FRAUD',
        amountMinor: 9999,
        at,
        moves: [{ id: 'DSP5B0E2A61C94D7F38-1', kind: 'WITHDRAWN', amountMinor: 9999, at }],
      },
    },
    answer: { received: true },
  },
}
