import { expect, test } from 'vitest'
import { preauth, Story } from '../support.ts'

const told = (story: Story) =>
  story.command({
    name: 'acquirerNews',
    reference: story.state.reference ?? '',
    outcome: { type: 'cancelled' },
  })

test('a hold that was cancelled at the acquirer itself is over: it is undone there for certain, once', () => {
  const story = Story.completed(preauth)
  told(story)
  expect(story.call).toMatchObject({ kind: 'reverse', reason: 'EXPIRY' })
  told(story)
  expect(story.state.calls).toHaveLength(1)
  story.answer({ type: 'approved' })
  expect(story.state).toMatchObject({ phase: 'cancelled', rejectCode: 'PREAUTH_EXPIRED' })
  told(story)
  expect(story.state).toMatchObject({ phase: 'cancelled', calls: [], capturedMinor: 0 })
})

test('our own cancel that is told of changes nothing', () => {
  const story = Story.completed(preauth).command({ name: 'cancel', by: 'merchant' })
  told(story)
  expect(story.state.calls).toHaveLength(1)
  story.answer({ type: 'approved' })
  told(story)
  expect(story.state).toMatchObject({ phase: 'cancelled', rejectCode: 'CANCELLED_BY_MERCHANT' })
})

test('while a capture is under way the answer to it decides, and a sale that was paid stays', () => {
  const story = Story.completed(preauth).command({ name: 'capture', amountMinor: 6_000 })
  told(story)
  expect(story.state.phase).toBe('capturing')
  story.answer({ type: 'approved' })
  told(story)
  expect(story.state).toMatchObject({ phase: 'paid', capturedMinor: 6_000 })
  const sold = Story.completed()
  told(sold)
  expect(sold.state.phase).toBe('paid')
})
