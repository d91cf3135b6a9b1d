import { describe, expect, test } from 'vitest'
import { callRequestOf as paymentCall } from '../../../src/domain/payment/call-request.ts'
import { apply, draftNotifications } from '../../../src/domain/tokenization/apply.ts'
import { callRequestOf } from '../../../src/domain/tokenization/call-request.ts'
import type { CreateTokenization } from '../../../src/domain/tokenization/commands.ts'
import { customerKey } from '../../../src/domain/card-token.ts'
import { transitions } from '../../../src/domain/tokenization/transitions.ts'
import { statusOfTokenization } from '../../../src/domain/tokenization/phase.ts'
import { cardInstrument, Story } from '../payment/support.ts'
import { cof, network, TokenStory, vts } from './support.ts'

describe('a stored card', () => {
  test('is told at each status, and its workflow stays open for the token', () => {
    const story = TokenStory.stored().is('COMPLETED')
    expect(story.told).toEqual(['PENDING', 'COMPLETED'])
    expect(story.isFinished).toBe(false)
    expect(story.state.token).toMatchObject({ ...cof, status: 'ACTIVE' })
    expect(JSON.stringify(story.state)).not.toContain('api-one')
  })

  test('nobody is told where nobody listens', () => {
    const { merchant } = TokenStory.of().state
    expect(TokenStory.stored({ merchant: { ...merchant, notifies: false } }).told).toEqual([])
  })

  test('takes the number that somebody else was faster with', () => {
    const story = TokenStory.verified().answer({ type: 'stored', token: cof }, 'tokenTaken')
    story.is('PENDING')
    expect(story.call).toMatchObject({ kind: 'assignToken', attempt: 2 })
    story.answer({ type: 'stored', token: { ...cof, instrumentNo: 'first' } }).is('COMPLETED')
    expect(story.state.token?.instrumentNo).toBe('first')
  })

  test('whose ciphertext is gone is an error', () => {
    TokenStory.verified().answer({ type: 'invalid' }).is('ERROR', 'SYSTEM_ERROR')
  })

  test('belongs to the customer that the merchant names, else to the address', () => {
    expect(customerKey({ email: 'A@b.eu' })).toBe(customerKey({ email: 'a@b.eu' }))
    expect(customerKey({ email: 'a@b.eu', extCustomerId: '7' })).toBe('id/7')
    expect(customerKey({ extCustomerId: 'a@b.eu' })).not.toBe(customerKey({ email: 'a@b.eu' }))
    expect(customerKey({})).toBe('')
  })
})

describe('a network token', () => {
  test('comes from the network of the card, with its card art', () => {
    const story = TokenStory.verified(network)
    expect(story.call?.kind).toBe('provision')
    story.answer({ type: 'stored', token: vts }).is('COMPLETED')
    expect(story.state.token?.visuals).toEqual(vts.visuals)
  })

  test('is not to be had for other organizations', () => {
    const instrument = { ...cardInstrument, organization: 'AMEX' } as const
    TokenStory.of({ ...network, instrument }).is('REJECTED', 'UNSUPPORTED_BIN')
  })

  test('that the network refuses rejects', () => {
    TokenStory.verified(network)
      .answer({ type: 'declined', rejectCode: 'DECLINED' })
      .is('REJECTED', 'DECLINED')
  })

  test('of unknown fate is asked about, then provisioned again under the same reference', () => {
    const story = TokenStory.verified(network)
    const reference = story.call?.reference
    story.answer({ type: 'unknown', because: 'noAnswer' })
    expect(story.call).toMatchObject({ kind: 'inquireProvision', reference })
    story.answer({ type: 'notFound' })
    expect(story.call).toMatchObject({ kind: 'provision', reference, attempt: 2 })
    story.answer({ type: 'unknown', because: 'noAnswer' })
    story.answer({ type: 'stored', token: vts }).is('COMPLETED')
  })

  test('that is never found in three attempts is an error', () => {
    const story = TokenStory.verified(network)
    for (const _ of [1, 2, 3])
      story.answer({ type: 'unknown', because: 'noAnswer' }).answer({ type: 'notFound' })
    story.is('ERROR', 'SYSTEM_ERROR')
  })

  test('that was cancelled while it was made is discarded, and only then CANCELLED', () => {
    const story = TokenStory.verified(network).command({ name: 'cancel', by: 'merchant' })
    story.is('PENDING').command({ name: 'cancel', by: 'merchant' })
    story.refusedWith('cancel_in_progress')
    story.answer({ type: 'stored', token: vts }).is('PENDING')
    const { call, state } = story
    expect(call?.kind).toBe('discardToken')
    expect(call && callRequestOf(state, call).instrument).toEqual({
      type: 'VTS',
      instrumentRef: 'vts_ref',
    })
    story.answer({ type: 'discarded' }).is('CANCELLED', 'CANCELLED_BY_MERCHANT')
    expect(story.state.token).toBeUndefined()
  })

  test('that expired while it was refused or not found ends as EXPIRED', () => {
    const late = () => TokenStory.verified(network).until('expiry')
    late().answer({ type: 'declined', rejectCode: 'DECLINED' }).is('CANCELLED', 'EXPIRED')
    late()
      .answer({ type: 'unknown', because: 'noAnswer' })
      .answer({ type: 'notFound' })
      .is('CANCELLED', 'EXPIRED')
  })

  test('made of a stored card asks nobody again', () => {
    const story = TokenStory.of({ ...network, convertedFrom: 'number' })
    expect(story.call?.kind).toBe('provision')
  })
})

describe('cancel and expiry', () => {
  const phases: [string, () => TokenStory][] = [
    ['authenticating', () => TokenStory.of()],
    ['verifying', () => TokenStory.of().answer({ type: 'notEnrolled' })],
    ['storing', () => TokenStory.verified()],
  ]
  test.each(phases)('end it at once while %s', (phase, story) => {
    expect(story().state.phase).toBe(phase)
    const cancelled = story().command({ name: 'cancel', by: 'customer' })
    cancelled.is('CANCELLED', 'CANCELLED_BY_CUSTOMER')
    expect(cancelled.state.calls).toEqual([])
    story().until('expiry').is('CANCELLED', 'EXPIRED')
  })

  test('an answer that comes after the end changes nothing', () => {
    const story = TokenStory.verified()
    const callId = story.call?.id ?? ''
    story.command({ name: 'cancel', by: 'operator' })
    story.take({ type: 'result', id: 'late', callId, outcome: { type: 'stored', token: cof } })
    expect(story.last.events).toEqual([])
    story.is('CANCELLED', 'CANCELLED_BY_OPERATOR')
  })

  test('a finished tokenization cannot be cancelled', () => {
    TokenStory.stored()
      .command({ name: 'cancel', by: 'merchant' })
      .refusedWith('tokenizer_not_cancellable')
  })
})

describe('discard', () => {
  test('kills the token at once, then tells the others; twice is once', () => {
    const story = TokenStory.stored().command({ name: 'discard' }).is('DISCARDED')
    expect(story.state.token?.status).toBe('DISCARDED')
    expect(story.call?.kind).toBe('discardToken')
    story.command({ name: 'discard' })
    expect(story.last).toEqual({ events: [], outcome: { accepted: true } })
    story.answer({ type: 'discarded' }).is('DISCARDED')
    expect(story.isFinished).toBe(true)
    expect(story.told).toEqual(['PENDING', 'COMPLETED', 'DISCARDED'])
  })

  test('there is nothing to discard before', () => {
    TokenStory.verified().command({ name: 'discard' }).refusedWith('tokenizer_not_discardable')
  })

  test('the network suspends, wakes and ends a token; what ended never comes back', () => {
    const story = TokenStory.stored(network).command({ name: 'tokenState', status: 'SUSPENDED' })
    expect(story.state.token?.status).toBe('SUSPENDED')
    story.is('COMPLETED').command({ name: 'tokenState', status: 'SUSPENDED' })
    expect(story.last.events).toEqual([])
    story.command({ name: 'tokenState', status: 'ACTIVE' })
    expect(story.state.token?.status).toBe('ACTIVE')
    story.command({ name: 'tokenState', status: 'DISCARDED' }).is('DISCARDED')
    expect(story.isFinished).toBe(true)
    story.command({ name: 'tokenState', status: 'ACTIVE' }).is('DISCARDED')
  })
})

describe('what the network does to a token', () => {
  const says = (status: 'ACTIVE' | 'SUSPENDED', saidAt: number) =>
    ({ name: 'tokenState', status, saidAt, told: true }) as const
  const renews = (expDate: string, lastFour: string, saidAt = 1) =>
    ({ name: 'renew', expDate, lastFour, saidAt }) as const
  const changesOf = ({ notifications }: TokenStory) =>
    notifications.flatMap(({ body }) => {
      const { status, tokenChange } = JSON.parse(body) as Record<string, string>
      return tokenChange === undefined ? [] : [`${status} ${tokenChange}`]
    })

  test('is told once for each change, however often it is said', () => {
    const story = TokenStory.stored(network)
    for (const command of [says('SUSPENDED', 1), says('SUSPENDED', 2), says('ACTIVE', 3)])
      story.command(command)
    story.command(renews('203112', '1000')).command(renews('203112', '1000', 2))
    expect(changesOf(story)).toEqual([
      'COMPLETED SUSPENDED',
      'COMPLETED RESUMED',
      'COMPLETED RENEWED',
    ])
    expect(story.state.notificationSequence).toBe(story.notifications.length)
  })

  test('counts in the order in which it happened, though the first news changed nothing', () => {
    const story = TokenStory.stored(network).command(says('ACTIVE', 20))
    story.command(says('SUSPENDED', 10))
    expect(story.state.token?.status).toBe('ACTIVE')
    story.command(renews('203012', '1000', 20)).command(renews('202901', '1000', 10))
    expect(story.state.token?.expDate).toBe('203012')
    // Times of the state and of the card are two things.
    story.command(says('SUSPENDED', 30)).command(renews('203112', '4321', 25))
    expect(story.state.token).toMatchObject({
      status: 'SUSPENDED',
      expDate: '203112',
      cardMask: '400000******4321',
    })
    expect(changesOf(story)).toEqual(['COMPLETED SUSPENDED', 'COMPLETED RENEWED'])
  })

  test('renews the stored card behind it, where that is still the same card', () => {
    const renewed = TokenStory.stored().command(renews('203112', '1000'))
    expect(renewed.state.token).toMatchObject({ expDate: '203112', cardMask: cof.cardMask })
    expect(changesOf(renewed)).toEqual(['COMPLETED RENEWED'])
    const other = TokenStory.stored().command(renews('203112', '4321'))
    const older = TokenStory.stored().command(renews('203011', '1000'))
    for (const story of [other, older]) {
      expect(story.state.token).toMatchObject(cof)
      expect(changesOf(story)).toEqual([])
    }
  })

  test('means nothing to a token that is not there, or not any more', () => {
    for (const story of [
      TokenStory.verified(network),
      TokenStory.stored().command({ name: 'discard' }),
    ])
      expect(story.command(renews('203112', '1000')).last.events).toEqual([])
  })

  test('was told to nobody before, and still is not when an old history runs again', () => {
    const story = TokenStory.stored(network)
    story.command({ name: 'tokenState', status: 'SUSPENDED', saidAt: 1 })
    expect(changesOf(story)).toEqual([])
    expect(story.state.notificationSequence).toBe(2)
  })

  test('is kept for the list of events where nobody listens', () => {
    const { merchant } = TokenStory.of().state
    const before = TokenStory.stored({
      ...network,
      merchant: { ...merchant, notifies: false },
    }).state
    const events = [{ type: 'tokenStateChanged', status: 'SUSPENDED', told: true } as const]
    const { tokenization, notifications } = apply(before, { version: 9, at: 1, events })
    expect(notifications).toEqual([])
    expect(draftNotifications(before, events, tokenization!)).toMatchObject([
      { kind: 'tokenizer', body: { status: 'COMPLETED', tokenChange: 'SUSPENDED' } },
    ])
  })
})

describe('operators and the sandbox clock', () => {
  test('a held tokenization does nothing until it is resumed', () => {
    const story = TokenStory.of().command({ name: 'hold', reason: 'look' })
    story.command({ name: 'discard' }).refusedWith('payment_held')
    story.command({ name: 'resume', reason: 'seen' })
    expect(story.state.held).toBeUndefined()
  })

  test('a moved clock jumps to the deadline on its way and ends there', () => {
    const story = TokenStory.of().command({ name: 'advance', seconds: 3600 })
    const { validUntil } = story.state
    story.take({ type: 'due', id: 'due/expiry', name: 'expiry', at: validUntil })
    story.is('CANCELLED', 'EXPIRED')
    expect(story.now + story.state.clockOffsetMs).toBeGreaterThanOrEqual(validUntil)
    story.until('advanceEnd')
    expect(story.state.advance).toBeUndefined()
    expect(story.isFinished).toBe(true)
  })
})

describe('a payment that stores its card', () => {
  const tokenize = {
    options: { transKind: 'AUTH', validTime: 1800, tokenize: true },
    tokenizerId: 'tttttttttttttttttttttttttt',
  } as const
  const handedOver = (story: Story): CreateTokenization | undefined => {
    const { call } = story
    return call && paymentCall(story.state, call).tokenization
  }

  test('hands it over when it is paid, and needs nothing more', () => {
    const story = Story.completed(tokenize)
    expect(story.call?.kind).toBe('storeCard')
    const command = handedOver(story)
    if (!command) throw new Error('nothing was handed over')
    expect(command.instrument?.secretOwner).toBeUndefined()
    expect(command.consents).toBeUndefined()
    const token = new TokenStory().command(command)
    expect([token.call?.kind, token.state.verifiedBy]).toEqual(['assignToken', story.state.id])
    story.answer({ type: 'approved' }).ends('COMPLETED')
    expect(story.call).toBeUndefined()
  })

  test('hands over what the payer has agreed to, with the card', () => {
    const consents = { statement: '["yes"]', receivedAt: 7, ip: '203.0.113.9' }
    const command = handedOver(Story.completed({ ...tokenize, consents }))
    expect(command?.consents).toEqual(consents)
    expect(new TokenStory().command(command!).state.consents).toEqual(consents)
  })

  test('does so once a hold is there, too', () => {
    const options = { ...tokenize.options, transKind: 'PREAUTH' } as const
    expect(Story.completed({ ...tokenize, options }).call?.kind).toBe('storeCard')
  })

  test('stores nothing when it fails, when it was not asked to, or when it is no card', () => {
    const declined = Story.of(tokenize)
      .answer({ type: 'notEnrolled' })
      .answer({ type: 'declined', rejectCode: 'DO_NOT_HONOUR' })
    expect(declined.call).toBeUndefined()
    expect(Story.completed().call).toBeUndefined()
    const instrument = { type: 'VTS', instrumentRef: 'ref', cardMask: 'm' } as const
    const network = Story.of({ ...tokenize, instrument }).answer({ type: 'approved' })
    expect([network.status, network.call]).toEqual(['COMPLETED', undefined])
  })
})

test('every phase can be reached, and has a public status', () => {
  const reached = Object.values(transitions).flatMap((row) => Object.values<string>(row))
  const phases = Object.keys(transitions)
  expect([...new Set(['gathering', ...reached])].sort()).toEqual(phases.sort())
  expect(Object.keys(statusOfTokenization).sort()).toEqual(phases)
})
