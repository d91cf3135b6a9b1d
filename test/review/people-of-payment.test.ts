import { expect, test } from 'vitest'
import { renderPart } from '../../src/kit/page.ts'
import { PeopleOfPayment } from '../../src/review/incident/people-of-payment.tsx'

const at = new Date('2026-11-15T10:00:00Z')
const asked = {
  id: 'a',
  reason: 'case 4711',
  requestedBy: 'anna',
  requestedAt: at,
  expiresAt: at,
  command: { name: 'refund', amountMinor: 150 },
  approvedBy: null,
  refusedBy: null,
  usedAt: null,
}

const cellsOf = (markup: string): string[][] =>
  [...markup.matchAll(/<tr[^>]*>(<td.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell),
  )

test('the page of a payment tells in tables who did what, why, and who agreed', () => {
  const audit = [
    {
      at,
      operator: 'anna',
      action: 'payment.refund',
      origin: '10.0.0.1',
      outcome: 'requested',
      detail: { reason: 'case <4711>' },
    },
    { at, operator: 'jan', action: 'payment.look', origin: '::1', outcome: 'shown', detail: null },
  ]
  const approvals = [
    { ...asked, approvedBy: 'jan', usedAt: at },
    { ...asked, refusedBy: 'ola', command: { name: 'resume', drop: true } },
    asked,
  ]
  expect(cellsOf(renderPart(PeopleOfPayment({ audit, approvals, currency: 'PLN' })))).toEqual([
    [
      ...['2026-11-15 10:00:00', 'anna', 'payment.refund', 'requested', 'case &lt;4711>'],
      '10.0.0.1',
    ],
    ['2026-11-15 10:00:00', 'jan', 'payment.look', 'shown', '', '::1'],
    ['2026-11-15 10:00:00', 'anna', 'refund PLN 1.50', 'case 4711', 'carried out', 'jan'],
    [
      ...['2026-11-15 10:00:00', 'anna', 'drop the message it is held for', 'case 4711'],
      ...['refused', 'ola'],
    ],
    [
      ...['2026-11-15 10:00:00', 'anna', 'refund PLN 1.50', 'case 4711'],
      ...['waits until 2026-11-15 10:00:00', ''],
    ],
  ])
})

test('nobody is told of a payment that nobody has touched', () => {
  expect(renderPart(PeopleOfPayment({ audit: [], approvals: [], currency: 'PLN' }))).toContain(
    'no operator has touched it',
  )
})
