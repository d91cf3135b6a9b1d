import { expect, test } from 'vitest'
import type { Outcome } from '../../../../src/domain/actor/call.ts'
import { callRequestOf } from '../../../../src/domain/payment/call-request.ts'
import { createCommand, Story } from '../support.ts'

const { merchant } = createCommand()
const own = {
  ...merchant,
  acquirer: 'adyen/main',
  waysFirst: true as const,
  undoesLateCharges: true as const,
}
const routed: Outcome = {
  type: 'routed',
  choice: { others: 0, accounts: [], authentication: { by: 'acquirer' } },
}
const approved: Outcome = { type: 'approved', acquirerRef: 'PSP1' }

/** Cancelled while the payer was away, under a name that only we have given. */
const givenUp = (changes = {}) => {
  const story = Story.of({ merchant: own, ...changes })
    .answer(routed)
    .answer({ type: 'redirected', url: 'https://acquirer.example/asks' })
  const reference = story.state.redirect?.charge.reference ?? ''
  story.command({ name: 'cancel', by: 'merchant' }).answer({ type: 'approved' })
  expect(story.state.phase).toBe('cancelled')
  return { story, reference }
}
const told = (story: Story, reference: string, outcome: Outcome = approved) =>
  story.command({ name: 'acquirerNews', reference, outcome })

test('a charge that is told of after the end goes back under the name that was told, once', () => {
  const { story, reference } = givenUp()
  told(story, reference)
  expect(story.call).toMatchObject({ kind: 'reverse', originalReference: reference })
  expect(callRequestOf(story.state, story.call!)).toMatchObject({
    via: 'adyen/main',
    originalAcquirerRef: 'PSP1',
  })
  told(story, reference)
  expect(story.state.calls).toHaveLength(1)
  story.answer({ type: 'approved' })
  expect(story.state).toMatchObject({ phase: 'cancelled', calls: [], capturedMinor: 0 })
  told(story, reference)
  expect(story.state.calls).toEqual([])
})

test('a decline, and a name that nobody knows, are no news after the end', () => {
  const { story, reference } = givenUp()
  told(story, reference, { type: 'declined', rejectCode: 'DECLINED', detail: 'no' })
  told(story, 'somebody-auth-else')
  expect(story.state.calls).toEqual([])
})

test('a sale that was approved in time and cancelled later is not given back twice', () => {
  const story = Story.of({ merchant: own }).answer(routed).answer(approved)
  const reference = story.state.reference ?? ''
  story.command({ name: 'cancel', by: 'merchant' }).answer({ type: 'approved' })
  expect(story.state.phase).toBe('cancelled')
  told(story, reference)
  expect(story.state.calls).toEqual([])
})

test('an earlier payment does as it did', () => {
  const { undoesLateCharges: _, ...older } = own
  const { story, reference } = givenUp({ merchant: older })
  told(story, reference)
  expect(story.state.calls).toEqual([])
})
