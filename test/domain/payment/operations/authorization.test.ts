import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../../src/domain/actor/call.ts'
import { wants } from '../../../../src/domain/payment/wants.ts'
import { createCommand, DAY, preauth, Story } from '../support.ts'

const approved = { type: 'approved', authCode: 'A1', acquirerRef: 'R1' } as const
const authorizing = (changes = {}) => Story.of(changes).answer({ type: 'notEnrolled' })
const last = (story: Story) => story.entries.at(-1)?.events

describe('an approval', () => {
  test('pays a sale: all of the order, and the window for refunds opens', () => {
    const story = authorizing()
    const call = story.call!
    story.answer({ ...approved, networkTransactionId: 'N1' })
    expect(last(story)).toStrictEqual([
      {
        type: 'paid',
        answers: call.id,
        transId: call.transId,
        amountMinor: 10_000,
        authCode: 'A1',
        acquirerRef: 'R1',
        networkTransactionId: 'N1',
        refundUntil: story.now + 90 * DAY,
      },
    ])
    expect(story.state.networkTransactionId).toBe('N1')
    expect(story.state.transactions).toMatchObject([
      { status: 'COMPLETED', authCode: 'A1', acquirerRef: 'R1', updatedAt: story.now },
    ])
  })

  test('of a preauthorisation holds the money, and the hold has an end', () => {
    const story = authorizing(preauth).answer(approved)
    expect(last(story)).toMatchObject([
      { type: 'authorized', amountMinor: 10_000, holdUntil: story.now + 30 * DAY },
    ])
    expect(story.state).toMatchObject({
      authorizedMinor: 10_000,
      capturedMinor: 0,
      completedAt: story.now,
    })
    expect(story.state.transactions).toMatchObject([{ type: 'PREAUTH', status: 'COMPLETED' }])
  })

  test('of a hold that the acquirer keeps for a shorter time ends with it, never later than ours', () => {
    const story = authorizing(preauth)
    const heldUntil = story.now + 7 * DAY
    expect(story.answer({ ...approved, heldUntil }).state.holdUntil).toBe(heldUntil)
    const longer = authorizing(preauth)
    longer.answer({ ...approved, heldUntil: longer.now + 90 * DAY })
    expect(longer.state.holdUntil).toBe(longer.now + 30 * DAY)
  })

  test.for([
    [
      'tokenize',
      { tokenizerId: 'tok', options: { transKind: 'AUTH', validTime: 60, tokenize: true } },
      1,
    ],
    ['nobody asked', { tokenizerId: 'tok' }, 0],
    [
      'there is no token to store it under',
      { options: { transKind: 'AUTH', validTime: 60, tokenize: true } },
      0,
    ],
    [
      'the card was lent by a network',
      {
        tokenizerId: 'tok',
        instrument: { type: 'VTS', vaultRef: 'v' },
        options: { transKind: 'AUTH', validTime: 60, tokenize: true },
      },
      0,
    ],
  ] as const)('stores the card when asked to: %s', ([, changes, count]) => {
    const story = Story.of(changes)
    if (story.call?.kind === 'authenticate') story.answer({ type: 'notEnrolled' })
    const reference = `${story.call!.reference}-store`
    story.answer(approved)
    const call = {
      id: `call/${reference}/1`,
      kind: 'storeCard',
      reference,
      amountMinor: 0,
      attempt: 1,
    }
    expect(story.state.calls).toEqual(count ? [call] : [])
    if (count) expect(story.answer({ type: 'approved' }).state.calls).toEqual([])
    story.ends('COMPLETED')
  })
})

describe('an authorisation that must not stand is reversed in full, then the payment ends', () => {
  const cancelled = () => authorizing().command({ name: 'cancel', by: 'merchant' })

  test.for<[string, () => Story, Outcome, 'orderPaid' | undefined, string, string, string]>([
    ['a cancel', cancelled, approved, undefined, 'TIMEOUT', 'CANCELLED', 'CANCELLED_BY_MERCHANT'],
    [
      'an expiry',
      () => authorizing().until('expiry'),
      approved,
      undefined,
      'EXPIRY',
      'CANCELLED',
      'EXPIRED',
    ],
    [
      'a paid order',
      authorizing,
      approved,
      'orderPaid',
      'ORDER_PAID',
      'REJECTED',
      'ORDER_ALREADY_PAID',
    ],
    [
      'a part',
      authorizing,
      { type: 'partial', approvedAmountMinor: 1 },
      undefined,
      'PARTIAL',
      'REJECTED',
      'PARTIAL_NOT_SUPPORTED',
    ],
    [
      'a part of a cancelled one',
      cancelled,
      { type: 'partial', approvedAmountMinor: 1 },
      undefined,
      'PARTIAL',
      'CANCELLED',
      'CANCELLED_BY_MERCHANT',
    ],
  ])('%s', ([, start, outcome, wall, reason, status, rejectCode]) => {
    const story = start()
    const { reference } = story.call!
    story.answer(outcome, wall)
    expect(story.state.calls).toEqual([
      {
        id: `call/${reference}-undo/1`,
        kind: 'reverse',
        reference: `${reference}-undo`,
        originalReference: reference,
        amountMinor: 10_000,
        attempt: 1,
        reason,
      },
    ])
    expect([story.status, story.state.phase]).toEqual(['PENDING', 'undoing'])
    story.answer(approved).ends(status, rejectCode)
    expect(story.state.calls).toEqual([])
    expect(story.state).not.toHaveProperty('ending')
  })
})

describe('an authorisation that came to nothing ends the payment', () => {
  test.for<[Outcome, string, string]>([
    [{ type: 'declined', rejectCode: 'DO_NOT_HONOUR' }, 'REJECTED', 'DO_NOT_HONOUR'],
    [{ type: 'notSent' }, 'ERROR', 'SYSTEM_ERROR'],
  ])('%o: %s, %s', ([outcome, status, rejectCode]) => {
    const story = authorizing().answer(outcome).ends(status, rejectCode)
    expect(story.state.transactions).toMatchObject([{ status, rejectCode, updatedAt: story.now }])
  })

  test.for<Outcome>([
    { type: 'declined', rejectCode: 'DO_NOT_HONOUR' },
    { type: 'softDeclined' },
    { type: 'secretLost' },
    { type: 'notSent' },
  ])('as it was to end, when an end was asked for: $type', (outcome) => {
    const story = authorizing().command({ name: 'cancel', by: 'customer' }).answer(outcome)
    story.ends('CANCELLED', 'CANCELLED_BY_CUSTOMER')
    expect(story.state.transactions).toMatchObject([{ type: 'AUTH', status: 'CANCELLED' }])
  })

  test('undone after silence, as it was to end', () => {
    authorizing()
      .answer({ type: 'unknown', because: 'noAnswer' })
      .command({ name: 'cancel', by: 'customer' })
      .answer({ type: 'notFound' })
      .answer({ type: 'approved' })
      .ends('CANCELLED', 'CANCELLED_BY_CUSTOMER')
  })
})

describe('an authorisation that is sent again', () => {
  test('is authorising again, under the same reference, and may be approved then', () => {
    const story = authorizing()
    const { reference } = story.call!
    story.answer({ type: 'unknown', because: 'serverError' }).answer({ type: 'notFound' })
    expect(story.state.phase).toBe('authorizing')
    expect(story.call).toMatchObject({ kind: 'authorize', reference, attempt: 2 })
    story.answer(approved).ends('COMPLETED')
  })
})

test('a reversal after silence is still part of finding out', () => {
  const story = authorizing().answer({ type: 'unknown', because: 'noAnswer' })
  story.answer({ type: 'notFound' })
  expect(story.state).toMatchObject({ phase: 'resolving', calls: [{ kind: 'reverse' }] })
})

test('the answer of a call that nobody made is no answer to the one under way', () => {
  const story = authorizing()
  story.take({ type: 'result', id: 'result/other', callId: 'other', outcome: approved })
  expect(story.last.events).toEqual([])
  expect(story.state.phase).toBe('authorizing')
})

test('the answer of a call that is no longer waited for changes nothing', () => {
  const story = authorizing()
  const callId = story.call!.id
  story.answer(approved)
  story.take({ type: 'result', id: `result/${callId}`, callId, outcome: approved })
  expect(story.last).toEqual({ events: [], outcome: { accepted: true } })
})

describe('a soft decline of a network token', () => {
  const token = {
    instrument: { type: 'VTS', instrumentRef: 'ref', tokenUsable: true },
    merchant: { ...createCommand().merchant, stepUpAsksDevice: true },
  } as const
  const softDeclined = { type: 'softDeclined' } as const

  test('steps up: the cardholder is challenged, and a second authorisation follows', () => {
    const story = Story.of(token).answer(softDeclined)
    expect(story.call).toMatchObject({ kind: 'authenticate', challengeMandated: true })
    story
      .answer({ type: 'notAuthenticated', transStatus: 'N' })
      .ends('REJECTED', 'AUTHENTICATION_FAILED')
  })

  test('asks for the device first where it is not known', () => {
    const { device: _, ...command } = createCommand(token)
    const story = new Story().command(command)
    story.answer(softDeclined)
    expect(story.state).toMatchObject({ phase: 'awaitingDetails', stepUp: true, calls: [] })
    expect(wants(story.state)).toBe('DEVICE')
    story.command({ name: 'complete', device: { browser: { language: 'pl' } } })
    expect(story.call).toMatchObject({ kind: 'authenticate', challengeMandated: true })
    expect(story.state.stepUp).toBeUndefined()
    story.answer({ type: 'authenticated', transStatus: 'Y', eci: '05', cavv: 'c' })
    story.answer(softDeclined).ends('REJECTED', 'SCA_REQUIRED')
  })

  test('ends a payment that the merchant initiated: there is nobody to ask', () => {
    const options = { transKind: 'AUTH', validTime: 60, recurring: 'SUBSEQUENT' } as const
    Story.of({ ...token, options })
      .answer(softDeclined)
      .ends('REJECTED', 'SCA_REQUIRED')
  })

  test('is met before the charge where the merchant asks for it', () => {
    const options = { transKind: 'AUTH', validTime: 60, authenticate: true } as const
    expect(Story.of({ ...token, options }).call).toMatchObject({ kind: 'authenticate' })
  })
})
