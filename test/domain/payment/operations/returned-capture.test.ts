import { expect, test } from 'vitest'
import type { Outcome } from '../../../../src/domain/actor/call.ts'
import { evolve } from '../../../../src/domain/payment/evolve.ts'
import { ruleOf } from '../../../../src/domain/payment/operations/index.ts'
import type { Payment } from '../../../../src/domain/payment/payment.ts'
import { postings } from '../../../../src/domain/payment/postings.ts'
import { preauth, Story } from '../support.ts'

const failed: Outcome = { type: 'declined', rejectCode: 'DECLINED', detail: 'CAPTURE_FAILED' }

const capturing = (amountMinor = 6_000) =>
  Story.completed(preauth).command({ name: 'capture', amountMinor })
const captured = (amountMinor?: number) => {
  const story = capturing(amountMinor).answer({ type: 'approved', acquirerRef: 'c1' })
  while (story.state.calls.length > 0) story.answer({ type: 'approved' })
  return story
}
const referenceOf = ({ state }: Story) =>
  state.transactions.find(({ type }) => type === 'CAPTURE')?.reference ?? ''
const told = (story: Story, outcome: Outcome = failed) =>
  story.command({ name: 'acquirerNews', reference: referenceOf(story), outcome })

/** What the accounts of the books come to over a story. */
function booked({ history }: Story): number[] {
  const sums = new Map<string, number>()
  let payment: Payment | undefined
  for (const event of history) {
    for (const { account, amountMinor } of postings(payment, event))
      sums.set(account, (sums.get(account) ?? 0) + amountMinor)
    payment = evolve(payment, event, 0)
  }
  return [...sums.values()].filter((sum) => sum !== 0)
}

test('a capture that fails after it was completed is an error, and the hold is there again', () => {
  const story = captured()
  expect(booked(story)).toHaveLength(2)
  told(story)
  expect(story.state).toMatchObject({ phase: 'authorized', capturedMinor: 0 })
  expect(story.state.holdUntil).toBeGreaterThan(story.now)
  expect(story.state.transactions.at(-1)).toMatchObject({
    type: 'CAPTURE',
    status: 'ERROR',
    rejectCode: 'DECLINED',
  })
  expect(booked(story)).toEqual([])
  expect(ruleOf(story.history.at(-1)!).notifies).toBe('transaction')
  story.command({ name: 'capture', amountMinor: 5_000 }).answer({ type: 'approved' })
  expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 5_000 })
})

test('it fails once, however often that is said, and a success that is told changes nothing', () => {
  const story = told(captured(), { type: 'approved' })
  expect(story.state.phase).toBe('paid')
  told(told(story))
  expect(story.history.filter(({ type }) => type === 'captureReturned')).toHaveLength(1)
})

test('what is said before the request was answered counts for its answer', () => {
  const story = told(told(capturing())).answer({ type: 'approved' })
  expect(story.state).toMatchObject({ phase: 'authorized', capturedMinor: 0 })
  expect(story.state.transactions.at(-1)).toMatchObject({ status: 'REJECTED' })
  expect(booked(story)).toEqual([])
})

test('where the hold is over, what was held is released', () => {
  const story = captured(10_000)
  story.now += 400 * 86_400_000
  told(story).until('holdEnd')
  expect(story.call).toMatchObject({ kind: 'reverse', reason: 'EXPIRY' })
  expect(story.answer({ type: 'approved' }).state.phase).toBe('cancelled')
})

test('money that was given back since, or is not there any more, is for an operator', () => {
  const refunded = captured().command({ name: 'refund', amountMinor: 1_000 })
  told(refunded.answer({ type: 'approved' }))
  expect(refunded.state).toMatchObject({ phase: 'paid', capturedMinor: 6_000 })
  expect(refunded.history.at(-1)).toMatchObject({ type: 'captureDoubted' })
  const short = captured()
  const news = { name: 'acquirerNews', reference: referenceOf(short), outcome: failed } as const
  short.command(news, { wall: 'balanceShort' })
  expect(short.state).toMatchObject({ phase: 'paid', capturedMinor: 6_000 })
})
