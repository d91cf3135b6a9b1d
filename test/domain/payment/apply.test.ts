import { describe, expect, test } from 'vitest'
import { apply } from '../../../src/domain/payment/apply.ts'
import { START, Story } from './support.ts'

describe('one line of the journal', () => {
  test('leaves the payment at its version, with all of its events and a number per notice', () => {
    const story = Story.completed()
    expect(story.state).toMatchObject({ version: 3, notificationSequence: 2, phase: 'paid' })
    const { payment, notifications } = apply(story.state, {
      version: 4,
      at: START,
      events: [
        { type: 'settlementClosed', batch: 'b' },
        { type: 'settled', transaction: story.state.transactions[0]! },
      ],
    })
    expect(payment).toMatchObject({ version: 4, notificationSequence: 3, phase: 'settled' })
    expect(notifications.map(({ sequence }) => sequence)).toEqual([3])
  })

  test('without events still counts', () => {
    const { state } = Story.completed()
    const after = apply(state, { version: 9, at: START, events: [] })
    expect(after).toEqual({ payment: { ...state, version: 9 }, notifications: [] })
  })

  test('that creates nothing leaves nothing', () => {
    expect(apply(undefined, { version: 1, at: START, events: [] })).toEqual({
      payment: undefined,
      notifications: [],
    })
  })
})
