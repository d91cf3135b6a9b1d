import { expect, test } from 'vitest'
import type { Outcome } from '../../../../src/domain/actor/call.ts'
import { evolve } from '../../../../src/domain/payment/evolve.ts'
import { ruleOf } from '../../../../src/domain/payment/operations/index.ts'
import type { Payment } from '../../../../src/domain/payment/payment.ts'
import { postings } from '../../../../src/domain/payment/postings.ts'
import { Story } from '../support.ts'

const failed: Outcome = { type: 'declined', rejectCode: 'NO_ACCOUNT', detail: 'refund failed' }
const market = {
  subpayments: [
    { subpaymentId: 'one', merchantId: 'shop', amountMinor: 6_000, commissionMinor: 600 },
    { subpaymentId: 'two', merchantId: 'other', amountMinor: 4_000, commissionMinor: 333 },
  ],
}

const refunding = (changes = {}, wish = {}) =>
  Story.completed(changes).command({ name: 'refund', amountMinor: 4_000, ...wish })
const referenceOf = ({ state }: Story) =>
  state.transactions.find(({ type }) => type === 'REFUND')?.reference ?? ''
const told = (story: Story, outcome: Outcome = failed) =>
  story.command({ name: 'acquirerNews', reference: referenceOf(story), outcome })

/** What an account of the books has been moved by, over all events of a story. */
function booked({ history }: Story): Record<string, number> {
  const sums: Record<string, number> = {}
  let payment: Payment | undefined
  for (const event of history) {
    for (const { account, amountMinor } of postings(payment, event))
      sums[account] = (sums[account] ?? 0) + amountMinor
    payment = evolve(payment, event, 0)
  }
  return sums
}

test('a refund that fails after it was completed is an error, and the money the merchant’s again', () => {
  const before = booked(Story.completed())
  const story = refunding().answer({ type: 'approved' })
  expect(story.state).toMatchObject({ refundedMinor: 4_000, refunds: [{ status: 'COMPLETED' }] })
  told(story)
  expect(story.state).toMatchObject({
    phase: 'paid',
    refundedMinor: 0,
    reservedMinor: 0,
    refunds: [{ status: 'ERROR', rejectCode: 'NO_ACCOUNT' }],
  })
  expect(story.state.transactions.at(-1)).toMatchObject({ type: 'REFUND', status: 'ERROR' })
  expect(booked(story)).toMatchObject(before)
  expect(ruleOf(story.history.at(-1)!).notifies).toBe('refund')
  // It can be given back once more, all of it.
  story.command({ name: 'refund', amountMinor: 10_000 }).answer({ type: 'approved' })
  expect(story.state.refundedMinor).toBe(10_000)
})

test('it fails once, however often that is said', () => {
  const story = refunding().answer({ type: 'approved' })
  told(told(story))
  expect(story.history.filter(({ type }) => type === 'refundReturned')).toHaveLength(1)
  expect(story.state.refundedMinor).toBe(0)
})

test('what is said before the request was answered counts for its answer', () => {
  const story = told(told(refunding()))
  expect(story.state).toMatchObject({ reservedMinor: 4_000, refunds: [{ status: 'PENDING' }] })
  story.answer({ type: 'approved' })
  expect(story.state).toMatchObject({
    reservedMinor: 0,
    refundedMinor: 0,
    refunds: [{ status: 'REJECTED', rejectCode: 'NO_ACCOUNT' }],
  })
  told(story)
  expect(story.state.refunds).toMatchObject([{ status: 'REJECTED' }])
})

test('a success that is said by itself changes nothing', () => {
  const story = told(refunding().answer({ type: 'approved' }), { type: 'approved' })
  expect(story.state).toMatchObject({ refundedMinor: 4_000, refunds: [{ status: 'COMPLETED' }] })
})

test('of a part of a marketplace payment the commission comes back as well', () => {
  const before = booked(Story.completed(market))
  const story = refunding(market, { subpaymentId: 'two', amountMinor: 1_000 }).answer({
    type: 'approved',
  })
  told(story)
  expect(story.state.subpayments).toMatchObject([
    { refundedMinor: 0 },
    { refundedMinor: 0, reservedMinor: 0, commissionRefundedMinor: 0 },
  ])
  expect(booked(story)).toMatchObject(before)
})
