import { expect, test } from 'vitest'
import { mayTryAgain } from '../../../src/domain/payment/may-try-again.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { reasons } from '../../../src/domain/reasons/reason.ts'
import { START, Story } from './support.ts'

const limits = { attempts: 5, now: START }
const failed = (changes: Partial<Payment> = {}): Payment => ({
  ...Story.of().state,
  phase: 'rejected',
  rejectCode: 'INSUFFICIENT_FUNDS',
  linkId: 'l',
  ...changes,
})

test('a failed payment of a page may be tried again', () => {
  expect(mayTryAgain(failed(), limits)).toBe(true)
  expect(mayTryAgain(failed({ phase: 'errored', rejectCode: 'SYSTEM_ERROR' }), limits)).toBe(true)
})

test.each<[string, Partial<Payment>]>([
  ['was paid', { phase: 'paid' }],
  ['is under way', { phase: 'authorizing' }],
  ['was cancelled', { phase: 'cancelled', rejectCode: 'CANCELLED_BY_CUSTOMER' }],
  ['is over', { validUntil: START }],
  ['was the last allowed', { attempt: 5 }],
  ['is held for an operator', { held: 'a gap' }],
  ['was refused for fraud', { rejectCode: 'SUSPECTED_FRAUD' }],
])('one that %s may not', (_, changes) => {
  expect(mayTryAgain(failed(changes), limits)).toBe(false)
})

test('one without a page has nobody to try again', () => {
  const { linkId: _, ...other } = failed()
  expect(mayTryAgain(other, limits)).toBe(false)
})

test('fraud, the law and what lies in the order end it at once; no other failure does', () => {
  const final = Object.values(reasons).filter((one) => !one.payerMayTryAgain)
  expect(final.filter(({ kind }) => kind !== 'cancelled').map(({ code }) => code)).toEqual([
    ...['CHANNEL_NOT_SUPPORTED', 'CURRENCY_NOT_SUPPORTED', 'ORDER_ALREADY_PAID'],
    ...['CARD_BLOCKED', 'SUSPECTED_FRAUD', 'SECURITY', 'LEGAL'],
  ])
})
