import { describe, expect, test } from 'vitest'
import { deadlines } from '../../../src/domain/payment/deadlines.ts'
import { wants } from '../../../src/domain/payment/wants.ts'
import { createCommand, Story } from './support.ts'

const blik = () =>
  Story.of({ method: 'BLIK', instrument: { type: 'BLIK_CODE', secretOwner: 'api-one' } })
const bank = () => Story.of({ method: 'PBL', instrument: { type: 'PBL', bank: 'SIMBANK' } })
const paid = { type: 'paid' } as const
const pending = { type: 'pending' } as const

describe('BLIK', () => {
  test('is paid when the provider says so, once', () => {
    const story = blik().answer(pending)
    const reference = story.state.reference ?? ''
    story.command({ name: 'blikStatus', reference, outcome: paid }).ends('COMPLETED')
    story.command({ name: 'blikStatus', reference, outcome: paid }).accepted()
    expect(story.history.filter(({ type }) => type === 'paid')).toHaveLength(1)
  })
  test('is asked about after 5 s, 15 s, then every 30 s', () => {
    const story = blik().answer(pending)
    const asked = story.state.payerAskedAt ?? 0
    const offsets = [1, 2, 3].map(() => {
      const at = deadlines(story.state).find(({ name }) => name === 'inquiry')?.at ?? 0
      story.until('inquiry').answer(pending)
      return at - asked
    })
    expect(offsets).toEqual([5_000, 15_000, 45_000])
  })
  test('never confirmed: one last question, then closed at the provider', () => {
    const story = blik().answer(pending).until('payerTimeout')
    expect(story.call?.kind).toBe('blikInquire')
    story.answer(pending)
    expect(story.call?.kind).toBe('blikCancel')
    story.answer({ type: 'cancelled' }).ends('REJECTED', 'BLIK_TIMEOUT')
  })
  test('confirmed at the last question is paid', () => {
    blik().answer(pending).until('payerTimeout').answer(paid).ends('COMPLETED')
  })
  test('confirmed when it is being closed: the money goes back and the status stays', () => {
    const story = blik().answer(pending).until('payerTimeout').answer(pending).answer(paid)
    story.ends('REJECTED', 'BLIK_TIMEOUT')
    expect(story.call?.kind).toBe('sendBack')
    story.answer({ type: 'approved' }).ends('REJECTED', 'BLIK_TIMEOUT')
    const reference = story.state.reference ?? ''
    story.command({ name: 'blikStatus', reference, outcome: paid }).accepted()
    expect(story.state.calls).toEqual([])
  })
  test('an ambiguous alias asks for the app and charges nobody before', () => {
    const story = Story.of({ method: 'BLIK', instrument: { type: 'BLIK_UID', alias: 'alias-two' } })
    const first = story.call?.reference
    story.answer({ type: 'ambiguous', apps: [{ app: '1', label: 'one' }] })
    expect([story.status, wants(story.state)]).toEqual(['PENDING', 'BLIK_APP'])
    story.command({
      name: 'complete',
      instrument: { type: 'BLIK_UID', alias: 'alias-two', app: '1' },
    })
    expect(story.call?.reference).not.toBe(first)
    story.answer(pending)
    story
      .command({ name: 'blikStatus', reference: story.state.reference ?? '', outcome: paid })
      .ends('COMPLETED')
  })
  test('an unknown alias asks for a code', () => {
    const story = Story.of({
      method: 'BLIK',
      instrument: { type: 'BLIK_UID', alias: 'alias-none' },
    })
    story.answer({ type: 'refused', rejectCode: 'BLIK_ALIAS_UNKNOWN' })
    expect([story.status, wants(story.state)]).toEqual(['PENDING', 'BLIK_CODE'])
    expect(story.state.transactions).toMatchObject([
      { status: 'REJECTED', rejectCode: 'BLIK_ALIAS_UNKNOWN' },
    ])
  })
  test('an unknown alias that the merchant charges alone is refused: nobody is there to give a code', () => {
    const story = Story.of({
      method: 'BLIK',
      instrument: { type: 'BLIK_PAYID', alias: 'alias-none' },
      options: { ...createCommand().options, recurring: 'SUBSEQUENT', refPaymentId: 'first' },
    })
    story.answer({ type: 'refused', rejectCode: 'BLIK_ALIAS_UNKNOWN' })
    story.ends('REJECTED', 'BLIK_ALIAS_UNKNOWN')
  })
  test('silence after a code is asked about; not found is closed, never sent again', () => {
    const story = blik().answer({ type: 'unknown', because: 'noAnswer' })
    expect(story.call?.kind).toBe('blikInquire')
    story.answer({ type: 'notFound' })
    expect(story.call?.kind).toBe('blikCancel')
    story.answer({ type: 'cancelled' }).ends('REJECTED', 'UNKNOWN_OUTCOME')
  })
})

describe('a bank transfer', () => {
  test('redirects, and the inquiry decides', () => {
    const story = bank().answer({ type: 'pending', redirectUrl: 'https://bank' })
    expect(story.state.redirectUrl).toBe('https://bank')
    story.command({ name: 'inquire' })
    expect(story.call?.kind).toBe('bankInquire')
    story.answer(paid).ends('COMPLETED')
    story.command({ name: 'cancel', by: 'merchant' }).refusedWith('payment_not_cancellable')
  })
  const cancelled = () =>
    bank()
      .answer(pending)
      .command({ name: 'inquire' })
      .answer(paid)
      .command({ name: 'cancel', by: 'merchant', givesBack: true })
  test('that was paid is given back in full when it is cancelled', () => {
    const story = cancelled()
    expect(story.status).toBe('COMPLETED')
    expect(story.call).toMatchObject({ kind: 'refund', amountMinor: 10_000 })
    story.answer({ type: 'approved' }).ends('CANCELLED', 'CANCELLED_BY_MERCHANT')
    expect(story.state.transactions.at(-1)).toMatchObject({ type: 'REVERSAL', status: 'COMPLETED' })
  })
  test('is kept when the bank refuses to give it back, and may be cancelled again', () => {
    const story = cancelled().answer({ type: 'declined', rejectCode: 'DECLINED' }).ends('COMPLETED')
    expect(story.state.transactions.at(-1)).toMatchObject({ type: 'REVERSAL', status: 'REJECTED' })
    const refused = story.call
    story.command({ name: 'cancel', by: 'merchant', givesBack: true })
    expect(story.call?.reference).not.toBe(refused?.reference)
    story.answer({ type: 'approved' }).ends('CANCELLED', 'CANCELLED_BY_MERCHANT')
  })
  test('that was given back is not given back again, however often the bank says that it was paid', () => {
    const story = cancelled().answer({ type: 'approved' })
    story.command({ name: 'inquire' })
    expect(story.call).toBeUndefined()
    const { reference = '' } = story.state
    story.command({ name: 'blikStatus', reference, outcome: paid })
    expect(story.call).toBeUndefined()
    const again = { transactionId: 'T', via: 'autopay/main', outcome: paid } as const
    story.command({ name: 'transactionStatus', reference, ...again })
    expect(story.call).toBeUndefined()
  })
  test('of a payer who leaves is asked about once more, then expires', () => {
    const story = bank().answer(pending).until('expiry').answer(pending)
    expect(story.call?.kind).toBe('bankCancel')
    story.answer({ type: 'cancelled' }).ends('CANCELLED', 'EXPIRED')
  })
  test('paid after the end is sent back, found by asking now and then', () => {
    const story = bank()
      .answer(pending)
      .command({ name: 'cancel', by: 'merchant' })
      .answer({ type: 'cancelled' })
    story
      .ends('CANCELLED', 'CANCELLED_BY_MERCHANT')
      .until('inquiry')
      .answer({ type: 'cancelled' })
      .until('inquiry')
      .answer(paid)
    expect(story.call?.kind).toBe('sendBack')
    story.answer({ type: 'approved' }).ends('CANCELLED', 'CANCELLED_BY_MERCHANT')
  })
  test('paid after it expired is sent back, found by the browser that comes back', () => {
    const story = bank()
      .answer(pending)
      .until('expiry')
      .answer(pending)
      .answer({ type: 'cancelled' })
      .ends('CANCELLED', 'EXPIRED')
      .command({ name: 'inquire' })
      .answer(paid)
    expect(story.call?.kind).toBe('sendBack')
  })
  describe('after its last day', () => {
    const closed = () =>
      bank()
        .answer(pending)
        .until('expiry')
        .answer(pending)
        .answer({ type: 'cancelled' })
        .until('lateEnd')
    test('is asked about once more when the payer is back from the bank, and sent back', () => {
      const story = closed().command({ name: 'inquire' })
      expect(story.call?.kind).toBe('bankInquire')
      story.answer(paid)
      expect(story.call?.kind).toBe('sendBack')
      story.answer({ type: 'approved' }).command({ name: 'inquire' })
      expect(story.call).toBeUndefined()
    })
    test('and not paid is nobody’s business any more', () => {
      const story = closed().command({ name: 'inquire' }).answer({ type: 'cancelled' })
      expect([story.call, deadlines(story.state)]).toEqual([undefined, []])
    })
  })
  test('paid for an order that was paid meanwhile is sent back', () => {
    const story = bank()
      .answer(pending)
      .until('inquiry')
      .answer(paid, 'orderPaid')
      .ends('REJECTED', 'ORDER_ALREADY_PAID')
    expect(story.call?.kind).toBe('sendBack')
  })
})

describe('a moved clock', () => {
  test('jumps from deadline to deadline', () => {
    const story = blik().answer(pending).command({ name: 'advance', seconds: 300 })
    const wall = story.now
    const [first] = deadlines(story.state)
    story.take({ type: 'due', id: 'due/inquiry', name: 'inquiry', at: first?.at ?? 0 })
    expect(story.state.clockOffsetMs).toBeGreaterThan(4_000)
    expect(story.now - wall).toBeLessThan(5)
  })
})
