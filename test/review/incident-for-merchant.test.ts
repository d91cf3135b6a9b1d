import { expect, test } from 'vitest'
import type { Incident, IncidentParts } from '../../src/review/incident/incident.ts'
import { changedParts, manifestOf } from '../../src/review/incident/incident.ts'
import { incidentForMerchant } from '../../src/review/incident/incident-for-merchant.ts'

const QUEUE = 'api-1d05d4df-cc8c-4cf3-8dd6-ef4e3e132236'

/** With a name of ours in every part that can hold one. */
const parts = {
  payment: { id: 'abc', held: 'anna looks', instrument: { cardMask: '4**', secretOwner: QUEUE } },
  timeline: [
    { text: 'refund', detail: 'operator/anna, request r1', decidedBy: 'tollgate-worker one' },
    { text: 'paid', detail: `was on ${QUEUE}` },
  ],
  journal: [{ version: 1, actor: 'operator/anna', decidedBy: 'tollgate-worker one' }],
  postings: [{ amountMinor: 100 }],
  notifications: [{ sequence: 1 }],
  attempts: [{ attempt: 1 }],
  intents: [{ claimedBy: QUEUE }],
  disputes: [],
  settlementLines: [],
  approvals: [{ requestedBy: 'anna', approvedBy: 'jan' }],
  operators: [{ actor: 'anna' }],
  history: [{ values: [QUEUE] }],
  replay: { workflowId: 'pay/abc', ok: true, historyEvents: 3 },
  proof: [],
  provider: [{ reference: 'abc-auth-x' }],
  log: [{ process: 'worker-1', message: 'anna' }],
} as unknown as IncidentParts
const whole: Incident = {
  paymentId: 'abc',
  madeAt: '2026-11-15T00:00:00.000Z',
  parts,
  manifest: manifestOf(parts),
}

test('a merchant reads what happened, and no name, process or build of ours', () => {
  const told = incidentForMerchant(whole)
  const text = JSON.stringify(told)
  for (const inside of ['anna', 'jan"', QUEUE, 'worker', 'tollgate-'])
    expect(text).not.toContain(inside)
  expect(told.parts).toMatchObject({
    timeline: [{ text: 'refund', detail: 'operator, request r1' }, { text: 'paid' }],
    journal: [{ version: 1, actor: 'operator' }],
    provider: [{ reference: 'abc-auth-x' }],
    postings: [{ amountMinor: 100 }],
  })
})

test('its hashes are those of what it says', () => {
  const told = incidentForMerchant(whole)
  expect(changedParts(told)).toEqual([])
  told.parts.postings = []
  expect(changedParts(told)).toEqual(['postings'])
})
