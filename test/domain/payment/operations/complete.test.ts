import { describe, expect, test } from 'vitest'
import { cardInstrument, createCommand, Story } from '../support.ts'

const { instrument: _, ...withoutInstrument } = createCommand()

describe('details of a payment', () => {
  const start = (changes = {}) => new Story().command({ ...withoutInstrument, ...changes })

  test('are kept: the instrument with its method, the device, the customer on top of the old', () => {
    const story = start({ device: {}, method: 'UNKNOWN' }).command({
      name: 'complete',
      instrument: { type: 'CARD' },
      device: { ip: '::1' },
      customer: { email: 'new@example.com', name: 'Pay Er' },
    })
    expect(story.state).toMatchObject({
      phase: 'gathering',
      method: 'CARD',
      instrument: { type: 'CARD' },
      device: { ip: '::1' },
      customer: { email: 'new@example.com', name: 'Pay Er' },
    })
    story.command({ name: 'complete' })
    expect(story.state).toMatchObject({ device: { ip: '::1' }, method: 'CARD' })
  })

  test('start it when nothing is missing', () => {
    const story = start().command({ name: 'complete', instrument: cardInstrument })
    expect(story.state.phase).toBe('authenticating')
    expect(story.entries.at(-1)?.events).toMatchObject([
      { type: 'detailsGiven', instrument: cardInstrument },
      { type: 'authenticationStarted', call: { kind: 'authenticate', amountMinor: 10_000 } },
    ])
    expect(story.entries.at(-1)?.events[0]).not.toHaveProperty('name')
  })

  test('that the merchant may not take reject it', () => {
    const story = start().command({
      name: 'complete',
      instrument: cardInstrument,
      earlyReject: 'UNSUPPORTED_BIN',
    })
    story.ends('REJECTED', 'UNSUPPORTED_BIN')
    expect(story.state.instrument).toEqual(cardInstrument)
  })

  test('of a method that does not fit the currency or the kind reject it', () => {
    const blik = { name: 'complete', instrument: { type: 'BLIK_UID', alias: 'a' } } as const
    const order = { amountMinor: 1, currency: 'EUR' }
    start({ order }).command(blik).ends('REJECTED', 'METHOD_NOT_SUPPORTED')
    const options = { transKind: 'PREAUTH', validTime: 60 }
    start({ options }).command(blik).ends('REJECTED', 'METHOD_NOT_SUPPORTED')
    expect(start().command(blik).state.phase).toBe('awaitingPayer')
  })

  test('are refused once processing has started', () => {
    const complete = { name: 'complete', instrument: cardInstrument } as const
    Story.of().command(complete).refusedWith('payment_not_completable')
    Story.completed().command(complete).refusedWith('payment_not_completable')
  })
})
