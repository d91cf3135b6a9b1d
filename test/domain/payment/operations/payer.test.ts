import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../../src/domain/actor/call.ts'
import { deadlines } from '../../../../src/domain/payment/deadlines.ts'
import { DAY, START, Story } from '../support.ts'

const blik = () =>
  Story.of({ method: 'BLIK', instrument: { type: 'BLIK_CODE', secretOwner: 'api-one' } })
const bank = () => Story.of({ method: 'PBL', instrument: { type: 'PBL', bank: 'SIMBANK' } })
const paid = { type: 'paid' } as const
const pending = { type: 'pending' } as const
const cancelled = { type: 'cancelled' } as const
const last = (story: Story) => story.entries.at(-1)?.events
const inquiryAt = (story: Story) =>
  deadlines(story.state).find(({ name }) => name === 'inquiry')?.at
const news = (story: Story, outcome: Outcome) =>
  story.command({ name: 'blikStatus', reference: story.state.reference ?? '', outcome })

describe('a payer is asked', () => {
  test('by BLIK for a minute, with the code that only one process holds', () => {
    const story = blik()
    const { reference } = story.state
    expect(story.state).toMatchObject({
      phase: 'awaitingPayer',
      payerAskedAt: START + 1,
      payerUntil: START + 1 + 60_000,
    })
    expect(story.call).toStrictEqual({
      id: `call/${reference}/1`,
      kind: 'blikPay',
      reference,
      amountMinor: 10_000,
      attempt: 1,
      transId: story.state.transactions[0]?.transId,
      secretOwner: 'api-one',
    })
  })

  test('by a bank for as long as the payment is valid', () => {
    const story = bank()
    expect(story.state).not.toHaveProperty('payerUntil')
    expect(story.call).toMatchObject({ kind: 'bankStart', amountMinor: 10_000 })
    expect(story.call).not.toHaveProperty('secretOwner')
    story.answer(pending)
    expect(story.state).not.toHaveProperty('redirectUrl')
  })
})

describe('a payer who has paid', () => {
  test('completes the payment: all of it, and the window for refunds opens', () => {
    const story = blik()
    const { id, transId } = story.call!
    story.answer(pending)
    news(story, paid)
    expect(last(story)).toStrictEqual([
      { type: 'paid', transId, amountMinor: 10_000, refundUntil: story.now + 90 * DAY },
    ])
    expect(story.state).toMatchObject({ capturedMinor: 10_000, completedAt: story.now })
    expect(story.state).not.toHaveProperty('payerUntil')
    expect(story.state).not.toHaveProperty('nextInquiryAt')
    const atOnce = blik().answer(paid)
    expect(last(atOnce)).toMatchObject([{ type: 'paid', answers: id }])
  })

  test('is believed only about this order', () => {
    const story = blik().answer(pending)
    story.command({ name: 'blikStatus', reference: 'other', outcome: paid })
    expect([story.state.phase, story.last.events]).toEqual(['awaitingPayer', []])
  })

  test('is not asked to pay again by news of a payment that stands', () => {
    const story = blik().answer(pending).until('inquiry')
    const { id } = story.call!
    news(story, paid).answer(pending)
    expect(last(story)).toEqual([{ type: 'called', answers: id }])
    expect(story.state).toMatchObject({ phase: 'paid', calls: [] })
    expect(news(story, paid).last.events).toEqual([])
  })

  test('after a new code pays the transaction that is open, not the one that was closed', () => {
    const story = Story.of({ method: 'BLIK', instrument: { type: 'BLIK_UID', alias: 'a' } })
    story.answer({ type: 'refused', rejectCode: 'BLIK_ALIAS_UNKNOWN' })
    story.command({ name: 'complete', instrument: { type: 'BLIK_CODE', secretOwner: 'api' } })
    story.answer(paid)
    expect(story.state.transactions).toMatchObject([
      { status: 'REJECTED', rejectCode: 'BLIK_ALIAS_UNKNOWN' },
      { status: 'COMPLETED' },
    ])
  })
})

describe('a payer who has not paid yet', () => {
  test('is waited for, and the provider asked in 5 s, 15 s, then every 30 s', () => {
    const story = bank().answer({ type: 'pending', redirectUrl: 'https://bank' })
    const offsets = [1, 2, 3, 4, 5].map(() => {
      const at = inquiryAt(story) ?? 0
      story.until('inquiry').answer(pending)
      return at - (START + 1)
    })
    expect(offsets).toEqual([5_000, 15_000, 45_000, 75_000, 105_000])
    expect(story.state.redirectUrl).toBe('https://bank')
  })

  test('each question has a name of its own', () => {
    const story = bank().answer(pending).until('inquiry')
    const { reference } = story.state
    expect(story.call).toEqual({
      id: `call/${reference}/inquire-1`,
      kind: 'bankInquire',
      reference,
      amountMinor: 10_000,
      attempt: 1,
    })
    expect(story.answer(pending).until('inquiry').call?.id).toBe(`call/${reference}/inquire-2`)
  })

  test('is asked about at once when the browser comes back, but not twice at a time', () => {
    const story = bank().answer(pending).command({ name: 'inquire' })
    expect(story.call?.kind).toBe('bankInquire')
    expect(story.state).not.toHaveProperty('nextInquiryAt')
    expect(story.command({ name: 'inquire' }).last.events).toEqual([])
    expect(story.answer(paid).command({ name: 'inquire' }).last.events).toEqual([])
  })
})

describe('an answer about the payer', () => {
  test.for<[Outcome, string, string]>([
    [{ type: 'refused', rejectCode: 'BLIK_CODE_INVALID' }, 'REJECTED', 'BLIK_CODE_INVALID'],
    [cancelled, 'REJECTED', 'DECLINED_BY_PAYER'],
    [{ type: 'notSent' }, 'ERROR', 'SYSTEM_ERROR'],
  ])('%o ends it: %s, %s', ([outcome, status, rejectCode]) => {
    const story = blik().answer(outcome).ends(status, rejectCode)
    expect(story.state.calls).toEqual([])
    expect(story.state).not.toHaveProperty('payerUntil')
    expect(story.state.transactions).toMatchObject([{ status, rejectCode }])
  })

  test('silence is asked about, and what nobody knows is closed', () => {
    const story = blik().answer({ type: 'unknown', because: 'noAnswer' })
    expect(story.call).toMatchObject({ kind: 'blikInquire' })
    const { reference } = story.state
    story.answer({ type: 'notFound' })
    expect(story.state).toMatchObject({
      phase: 'givingUp',
      ending: { status: 'rejected', rejectCode: 'UNKNOWN_OUTCOME' },
    })
    expect(story.state.calls).toEqual([
      {
        id: `call/${reference}/cancel`,
        kind: 'blikCancel',
        reference,
        amountMinor: 10_000,
        attempt: 1,
      },
    ])
  })

  test('a lost code is asked for again', () => {
    const story = blik().answer({ type: 'secretLost' })
    expect(story.state).toMatchObject({ phase: 'awaitingDetails', calls: [] })
    expect(story.state.instrument).not.toHaveProperty('secretOwner')
    expect(story.state).not.toHaveProperty('payerUntil')
  })

  test('an alias of several apps offers them, and the choice takes the offer away', () => {
    const apps = [{ app: '1', label: 'one' }]
    const instrument = { type: 'BLIK_UID', alias: 'a' } as const
    const story = Story.of({ method: 'BLIK', instrument }).answer({ type: 'ambiguous', apps })
    expect(story.state).toMatchObject({ phase: 'awaitingDetails', apps, calls: [] })
    expect(story.state).not.toHaveProperty('payerUntil')
    story.command({ name: 'complete', instrument: { ...instrument, app: '1' } })
    expect(story.state).toMatchObject({ phase: 'awaitingPayer', inquiries: 0 })
    expect(story.state).not.toHaveProperty('apps')
    expect(story.state.transactions).toHaveLength(1)
  })
})

describe('an alias', () => {
  const alias = { value: 'a', status: 'REGISTERED' }

  test('is kept when it is told of, once', () => {
    const story = blik().answer({ type: 'pending', alias })
    expect(story.state.alias).toEqual(alias)
    news(story, { type: 'paid', alias })
    expect(last(story)?.map(({ type }) => type)).toEqual(['paid'])
    news(story, { type: 'paid', alias: { ...alias, status: 'UNREGISTERED' } })
    expect(story.state.alias?.status).toBe('UNREGISTERED')
  })
})

describe('a payment that is given up', () => {
  const givingUp = () => blik().answer(pending).until('payerTimeout')

  test('asks once more, closes the order at the provider, and ends when that is done', () => {
    const story = givingUp()
    expect(story.state.phase).toBe('givingUp')
    expect(story.call?.kind).toBe('blikInquire')
    const { id } = story.answer(pending).call!
    story.answer(cancelled)
    expect(last(story)).toStrictEqual([
      { type: 'rejected', rejectCode: 'BLIK_TIMEOUT', lateUntil: story.now + 7 * DAY, answers: id },
    ])
    expect(story.state.transactions).toMatchObject([{ status: 'REJECTED' }])
    expect(inquiryAt(story)).toBeUndefined()
  })

  test('of a bank is asked about ever more rarely for a week after its end', () => {
    const story = bank().answer(pending).command({ name: 'cancel', by: 'merchant' })
    expect(story.call).toMatchObject({ kind: 'bankCancel' })
    const endedAt = story.answer(cancelled).now
    const offsets = []
    for (let count = 0; count < 7; count += 1) {
      offsets.push((inquiryAt(story) ?? 0) - endedAt)
      story.until('inquiry').answer(pending)
    }
    expect(offsets.slice(0, 5)).toEqual([30_000, 120_000, 600_000, 3_600_000, 21_600_000])
    expect(Math.round((offsets[6]! - offsets[5]!) / DAY)).toBe(1)
    story.until('lateEnd')
    expect(story.state).toMatchObject({ closed: true, phase: 'cancelled' })
    expect(deadlines(story.state)).toEqual([])
  })

  test('is closed at once when a question is already under way', () => {
    const story = blik().answer(pending).until('inquiry').until('payerTimeout')
    expect(story.state.calls.map(({ kind }) => kind)).toEqual(['blikInquire', 'blikCancel'])
    expect(story.state.ending).toEqual({ status: 'rejected', rejectCode: 'BLIK_TIMEOUT' })
  })

  test.for([
    ['merchant', 'CANCELLED_BY_MERCHANT'],
    ['customer', 'CANCELLED_BY_CUSTOMER'],
    ['operator', 'CANCELLED_BY_OPERATOR'],
  ] as const)('by the %s is not paid by an answer that comes then', ([by, rejectCode]) => {
    const story = blik().answer(pending).until('inquiry').command({ name: 'cancel', by })
    story.answer(paid).ends('CANCELLED', rejectCode)
    expect(story.state).toMatchObject({ sentBack: true, lateUntil: story.now + 7 * DAY })
    expect(story.call?.kind).toBe('sendBack')
  })

  test('by time is paid by the answer to a question', () => {
    givingUp().answer(paid).ends('COMPLETED')
    const expired = bank().answer(pending).until('expiry')
    expect(expired.call?.kind).toBe('bankInquire')
    expired.answer(paid).ends('COMPLETED')
    expect(expired.state).not.toHaveProperty('ending')
  })

  test('by time is not paid by news that nobody asked for: the money goes back', () => {
    const story = news(givingUp(), paid).ends('REJECTED', 'BLIK_TIMEOUT')
    expect(story.state.calls.map(({ kind }) => kind)).toEqual(['sendBack'])
  })

  test('goes on when its first request is answered meanwhile', () => {
    const story = blik().command({ name: 'cancel', by: 'merchant' })
    const { id } = story.call!
    story.answer(pending)
    expect(last(story)).toEqual([{ type: 'called', answers: id }])
    expect(story.state.calls.map(({ kind }) => kind)).toEqual(['blikCancel'])
  })

  test('is left alone by other news', () => {
    const story = news(givingUp(), pending)
    expect([story.state.phase, story.last.events]).toEqual(['givingUp', []])
  })
})

describe('money that comes after the end', () => {
  const ended = () =>
    bank().answer(pending).command({ name: 'cancel', by: 'merchant' }).answer(cancelled)

  test('is sent back, once, and the status stays', () => {
    const story = ended().until('inquiry').answer(paid)
    const originalReference = story.state.reference
    expect(story.state.calls).toEqual([
      {
        id: `call/${originalReference}-back/1`,
        kind: 'sendBack',
        reference: `${originalReference}-back`,
        originalReference,
        amountMinor: 10_000,
        attempt: 1,
      },
    ])
    expect(story.state).toMatchObject({ phase: 'cancelled', sentBack: true })
    expect(story.state).not.toHaveProperty('nextInquiryAt')
    const { id } = story.call!
    story.answer({ type: 'approved' })
    expect(last(story)).toEqual([{ type: 'moneySentBack', answers: id }])
    expect(news(story, paid).last.events).toEqual([])
  })

  test('that the provider will not send back is told, and not asked for again', () => {
    const story = ended().until('inquiry').answer(paid)
    const { id } = story.call!
    const no = { rejectCode: 'INSUFFICIENT_FUNDS', detail: 'no balance' } as const
    story.answer({ type: 'declined', ...no })
    expect(last(story)).toEqual([{ type: 'sendBackRefused', answers: id, ...no }])
    expect(story.state).toMatchObject({ phase: 'cancelled', calls: [] })
    expect(news(story, paid).last.events).toEqual([])
  })

  test('is sent back whatever the end was', () => {
    const rejected = blik().answer(cancelled).ends('REJECTED', 'DECLINED_BY_PAYER')
    expect(news(rejected, paid).call?.kind).toBe('sendBack')
    const errored = blik().answer({ type: 'notSent' }).ends('ERROR', 'SYSTEM_ERROR')
    expect(news(errored, paid).call?.kind).toBe('sendBack')
  })

  test('of an order that was paid meanwhile is sent back', () => {
    const story = blik().answer(paid, 'orderPaid').ends('REJECTED', 'ORDER_ALREADY_PAID')
    expect(story.call?.kind).toBe('sendBack')
    expect(story.state.lateUntil).toBe(story.now + 7 * DAY)
  })
})
