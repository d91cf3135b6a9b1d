import { expect, test } from 'vitest'
import { renderPart } from '../../src/kit/page.ts'
import { DisputesOfPayment } from '../../src/review/incident/disputes-of-payment.tsx'
import { move, story, word } from '../domain/dispute/support.ts'

test('the page of a payment tells of its disputes: how they stand, their money, each step', () => {
  const { dispute: state } = story({ word: word(), moves: [move('DSP1-1', 'WITHDRAWN')] })
  const at = new Date('2026-03-01T12:00:00Z')
  const line = { version: 1, at, command: 'report', actor: 'provider/acquirer' }
  const journal = [{ ...line, events: [{ type: 'opened' }] }] as never
  const cleared = [{ batchId: 'B1', line: 7, reference: 'DSP1-1', operation: 'dispute' }]
  const page = renderPart(DisputesOfPayment({ disputes: [{ state, journal, cleared }] })!)
  for (const told of ['d1: NEEDS_RESPONSE', 'DSP1 at acquirer', 'FRAUD', '2026-03-15 12:00:00'])
    expect(page).toContain(told)
  expect(page).toMatch(/DSP1-1<.*WITHDRAWN<.*PLN 80\.00<.*B1 line 7</)
  expect(page).toMatch(/report<.*provider\/acquirer<.*opened</)
  expect(DisputesOfPayment({ disputes: [] })).toBeNull()
})
