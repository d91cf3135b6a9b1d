import { expect, test } from 'vitest'
import type { Outcome } from '../../../../src/domain/actor/call.ts'
import { callRequestOf } from '../../../../src/domain/payment/call-request.ts'
import { createCommand, Story } from '../support.ts'

const { merchant } = createCommand()
const own = { ...merchant, acquirer: 'stripe/main', repeatsReversals: true as const }
const failed: Outcome = { type: 'declined', rejectCode: 'DECLINED', detail: 'refund failed' }
const approved: Outcome = { type: 'approved', acquirerRef: 'pi_1' }

/** A sale that was paid and cancelled; the acquirer has taken the reversal. */
function cancelled(changes = {}) {
  const story = Story.completed({ merchant: own, ...changes })
  const charge = story.state.reference ?? ''
  story.command({ name: 'cancel', by: 'merchant' })
  const reference = story.call?.reference ?? ''
  story.answer({ type: 'approved' })
  expect(story.state.phase).toBe('cancelled')
  return { story, reference, charge }
}
const told = (story: Story, reference: string, outcome: Outcome = failed) =>
  story.command({ name: 'acquirerNews', reference, outcome })

test('a reversal that fails after it was taken is made again under a name of its own, once', () => {
  const { story, reference, charge } = cancelled()
  const { capturedMinor } = story.state
  told(story, reference)
  expect(story.call).toMatchObject({
    kind: 'reverse',
    reference: `${reference}-again`,
    originalReference: charge,
    amountMinor: 10_000,
  })
  expect(callRequestOf(story.state, story.call!)).toMatchObject({ via: 'stripe/main' })
  told(story, reference)
  expect(story.state.calls).toHaveLength(1)
  story.answer({ type: 'approved' })
  expect(story.state).toMatchObject({ phase: 'cancelled', calls: [], capturedMinor })
  told(story, reference)
  expect(story.state.calls).toEqual([])
})

test('one that fails again and again is left to a person', () => {
  const { story, reference } = cancelled()
  let name = reference
  for (let round = 0; round < 3; round += 1) {
    told(story, name)
    name = story.call?.reference ?? ''
    expect(name).toBe(`${reference}${'-again'.repeat(round + 1)}`)
    story.answer({ type: 'approved' })
  }
  told(story, name)
  expect(story.state.held).toContain('cannot give back')
  expect(story.state.calls).toEqual([])
})

test('what undid a charge that had to be closed is made again as well', () => {
  const story = Story.of({ merchant: own }).answer({ type: 'notEnrolled' })
  const charge = story.call?.reference ?? ''
  story.answer({ type: 'unknown', because: 'noAnswer' }).answer({ type: 'notFound' })
  expect(story.call).toMatchObject({ kind: 'reverse', reference: `${charge}-close` })
  story.answer({ type: 'approved' })
  expect(story.state.phase).toBe('rejected')
  told(story, `${charge}-close`)
  expect(story.call).toMatchObject({ reference: `${charge}-close-again` })
})

test('words of success, of other operations and to older payments change nothing', () => {
  const { story, reference, charge } = cancelled()
  told(story, reference, approved)
  told(story, `${charge}-other`)
  told(story, charge)
  expect(story.state.calls).toEqual([])
  const { repeatsReversals: _, ...before } = own
  const older = cancelled({ merchant: before })
  expect(told(older.story, older.reference).state.calls).toEqual([])
})
