import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../src/domain/actor/call.ts'
import { callRequestOf } from '../../../src/domain/payment/call-request.ts'
import { createCommand, Story } from './support.ts'

const { merchant } = createCommand()
const accounts = { ...merchant, bank: 'autopay/main', blik: 'autopay/blik' }
const bank = () =>
  Story.of({ method: 'PBL', instrument: { type: 'PBL', bank: '106' }, merchant: accounts })
const blik = () =>
  Story.of({
    method: 'BLIK',
    instrument: { type: 'BLIK_CODE', secretOwner: 'api-one' },
    merchant: accounts,
  })
const pending = { type: 'pending' } as const
const failed: Outcome = { type: 'refused', rejectCode: 'DECLINED_BY_PAYER' }

const tell = (
  story: Story,
  transactionId: string,
  outcome: Outcome = { type: 'paid', transactionId },
  via = story.state.via ?? 'autopay/main',
) =>
  story
    .command({
      name: 'transactionStatus',
      reference: story.state.reference ?? '',
      transactionId,
      via,
      outcome,
    })
    .accepted()

describe('an account of the merchant', () => {
  test.each([
    ['bank transfers', bank, 'autopay/main', 'bankInquire', 'bankCancel'],
    ['BLIK', blik, 'autopay/blik', 'blikInquire', 'blikCancel'],
  ] as const)('%s: is written into call and payment, and stays', (_, make, via, ask, close) => {
    const story = make()
    expect([story.call?.via, story.state.via]).toEqual([via, via])
    const to = { via, email: 'payer@example.com' }
    expect(callRequestOf(story.state, story.call!)).toMatchObject(to)
    story.answer(pending).until('inquiry')
    expect([story.call?.kind, callRequestOf(story.state, story.call!).via]).toEqual([ask, via])
    story.answer(pending)
    story.command({ name: 'cancel', by: 'merchant' })
    expect([story.call?.kind, callRequestOf(story.state, story.call!).via]).toEqual([close, via])
  })

  test('is where money goes back to, by the name that the provider gave it', () => {
    const story = bank().answer(pending)
    tell(story, 'R1').ends('COMPLETED')
    story.command({ name: 'refund', amountMinor: 4_000 })
    const request = callRequestOf(story.state, story.call!)
    expect(request).toMatchObject({ via: 'autopay/main', originalAcquirerRef: 'R1' })
  })

  test('is forgotten with an alias that is not known: a card that follows goes its own way', () => {
    const story = Story.of({
      method: 'BLIK',
      instrument: { type: 'BLIK_UID', alias: 'a' },
      merchant: accounts,
    })
    story.answer({ type: 'refused', rejectCode: 'BLIK_ALIAS_UNKNOWN' })
    expect(story.state.via).toBeUndefined()
  })

  test('is none for payments without one, whose calls say nothing of it', () => {
    const story = Story.of({ method: 'PBL', instrument: { type: 'PBL', bank: '106' } })
    expect(story.state).not.toHaveProperty('via')
    expect(callRequestOf(story.state, story.call!)).not.toHaveProperty('email')
  })
})

describe('what a provider says of a transaction', () => {
  test('a success pays, once, before or after the answer to the start', () => {
    const early = bank()
    tell(early, 'R1').ends('COMPLETED')
    early.answer(pending).ends('COMPLETED')
    const story = bank().answer(pending)
    tell(story, 'R1').ends('COMPLETED')
    tell(story, 'R1').ends('COMPLETED')
    expect(story.history.filter(({ type }) => type === 'paid')).toHaveLength(1)
    expect(story.state.calls).toEqual([])
    expect(story.state.transactions[0]?.acquirerRef).toBe('R1')
  })

  test('a second success of the order goes back, once, and the payment stays', () => {
    const story = bank().answer(pending)
    tell(story, 'R1')
    tell(story, 'R2').ends('COMPLETED')
    const call = story.call!
    expect(call).toMatchObject({ kind: 'sendBack', acquirerRef: 'R2', via: 'autopay/main' })
    expect(callRequestOf(story.state, call)).toMatchObject({ originalAcquirerRef: 'R2' })
    expect(call.reference).toBe(`${story.state.reference}-back-R2`)
    tell(story, 'R2')
    expect(story.state.calls).toHaveLength(1)
    story.answer({ type: 'approved' }).ends('COMPLETED')
    tell(story, 'R2')
    tell(story, 'R1')
    expect([story.state.calls, story.state.returned]).toEqual([[], ['R2']])
    tell(story, 'R3')
    expect(story.call?.reference).toContain('-back-R3')
  })

  test('two successes at once: one pays, whichever is first, and the other goes back', () => {
    const story = blik().answer(pending)
    tell(story, 'R2')
    tell(story, 'R1').ends('COMPLETED')
    expect(story.state.transactions[0]?.acquirerRef).toBe('R2')
    expect(story.call?.acquirerRef).toBe('R1')
  })

  test('a failure is not the last word: how the order stands is asked', () => {
    const story = bank().answer(pending)
    tell(story, 'R1', failed)
    expect(story.call?.kind).toBe('bankInquire')
    tell(story, 'R1', failed)
    expect(story.state.calls).toHaveLength(1)
    story.answer(pending)
    tell(story, 'R2').ends('COMPLETED')
  })

  test('a failure after the success changes nothing', () => {
    const story = bank().answer(pending)
    tell(story, 'R1')
    const before = story.state
    tell(story, 'R1', failed)
    tell(story, 'R2', failed)
    expect({ ...story.state, version: 0 }).toEqual({ ...before, version: 0 })
  })

  test('a success after the end goes back by its name; the next one too', () => {
    const story = bank().answer(pending)
    story.command({ name: 'cancel', by: 'merchant' }).answer({ type: 'cancelled' })
    story.ends('CANCELLED', 'CANCELLED_BY_MERCHANT')
    tell(story, 'R1').ends('CANCELLED', 'CANCELLED_BY_MERCHANT')
    expect(story.call).toMatchObject({ kind: 'sendBack', acquirerRef: 'R1' })
    story.answer({ type: 'approved' })
    tell(story, 'R1')
    expect(story.state.calls).toEqual([])
    tell(story, 'R2')
    expect(story.call).toMatchObject({ kind: 'sendBack', acquirerRef: 'R2', via: 'autopay/main' })
  })

  test('money of an earlier attempt goes back', () => {
    const story = Story.of({
      method: 'BLIK',
      instrument: { type: 'BLIK_UID', alias: 'a' },
      merchant: accounts,
    })
    const reference = story.state.reference ?? ''
    story.answer({ type: 'refused', rejectCode: 'BLIK_ALIAS_UNKNOWN' })
    const outcome: Outcome = { type: 'paid', transactionId: 'R1' }
    story.command({
      name: 'transactionStatus',
      reference,
      transactionId: 'R1',
      via: 'autopay/blik',
      outcome,
    })
    expect(story.call).toMatchObject({ kind: 'sendBack', acquirerRef: 'R1', via: 'autopay/blik' })
    const instrument = { type: 'BLIK_CODE', secretOwner: 'api-one' } as const
    story.answer({ type: 'approved' }).command({ name: 'complete', instrument })
    story.answer(pending)
    tell(story, 'R2').ends('COMPLETED')
  })

  test('an order that the payment does not know is nothing to it', () => {
    const story = bank().answer(pending)
    const outcome: Outcome = { type: 'paid', transactionId: 'R1' }
    story.command({
      name: 'transactionStatus',
      reference: 'other',
      transactionId: 'R1',
      via: 'autopay/main',
      outcome,
    })
    expect([story.status, story.state.calls]).toEqual(['PENDING', []])
  })

  test('a failure, or a promise, is asked about only while this attempt waits for its payer', () => {
    const promised = bank().answer(pending)
    tell(promised, 'R1', pending)
    expect(promised.state.calls).toEqual([])
    const over = bank().answer(pending).command({ name: 'cancel', by: 'merchant' })
    over.answer({ type: 'cancelled' })
    expect(over.state.nextInquiryAt).toBeDefined()
    tell(over, 'R1', failed)
    expect(over.state.calls).toEqual([])
    const { story, first } = secondAttempt()
    story.answer(pending)
    const news = { name: 'transactionStatus', transactionId: 'R1', outcome: failed } as const
    story.command({ ...news, reference: first, via: 'autopay/blik' })
    expect(story.state.calls).toEqual([])
  })

  test('a success of an earlier attempt goes back, before and after the later one is paid', () => {
    const { story, first } = secondAttempt()
    story.answer(pending)
    const old = (transactionId: string) =>
      story.command({
        name: 'transactionStatus',
        reference: first,
        transactionId,
        via: 'autopay/blik',
        outcome: { type: 'paid', transactionId },
      })
    old('R1')
    expect([story.status, story.call?.kind, story.call?.acquirerRef]).toEqual([
      ...['PENDING', 'sendBack', 'R1'],
    ])
    story.answer({ type: 'approved' })
    tell(story, 'R2').ends('COMPLETED')
    old('R3')
    expect(story.call).toMatchObject({ kind: 'sendBack', originalReference: first })
    story.answer({ type: 'approved' })
    tell(story, 'R2')
    expect(story.state.calls).toEqual([])
    tell(story, 'R4')
    expect(story.call).toMatchObject({
      acquirerRef: 'R4',
      originalReference: story.state.reference,
    })
  })

  test('a success through another account than the payment’s goes back through that one', () => {
    const story = bank().answer(pending)
    tell(story, 'R1', { type: 'paid', transactionId: 'R1' }, 'autopay/other')
    expect([story.status, story.call?.via, story.call?.acquirerRef]).toEqual([
      ...['PENDING', 'autopay/other', 'R1'],
    ])
  })

  test('a success while a cancelled payment is given up goes back, and the payment ends at once', () => {
    const story = bank().answer(pending).command({ name: 'cancel', by: 'merchant' })
    expect(story.state.phase).toBe('givingUp')
    tell(story, 'R1')
    expect(story.entries.at(-1)?.events).toMatchObject([
      { type: 'cancelled', rejectCode: 'CANCELLED_BY_MERCHANT' },
      { type: 'lateMoneyFound', call: { kind: 'sendBack', acquirerRef: 'R1' } },
    ])
  })

  test.for(['rejected', 'cancelled', 'errored'] as const)(
    'a first success after it was %s is late money: it goes back under the payment’s own name',
    (phase) => {
      const story = bank().answer(pending).command({ name: 'cancel', by: 'merchant' })
      story.answer({ type: 'cancelled' })
      story.payment = { ...story.state, phase }
      tell(story, 'R1')
      expect(story.state).toMatchObject({ phase, sentBack: true, returned: ['R1'] })
      expect(story.state).not.toHaveProperty('nextInquiryAt')
      expect(story.call?.reference).toBe(`${story.state.reference}-back`)
    },
  )

  test('a success that is told again after its money went back is not sent back twice', () => {
    const story = blik().answer(pending)
    tell(story, 'R1').command({ name: 'cancel', by: 'merchant' }).answer({ type: 'approved' })
    story.ends('CANCELLED', 'CANCELLED_BY_MERCHANT')
    tell(story, 'R1')
    expect([story.state.calls, story.state.sentBack]).toEqual([[], undefined])
    tell(story, 'R2')
    expect(story.call).toMatchObject({ kind: 'sendBack', acquirerRef: 'R2' })
  })
})

/** An alias that BLIK does not know, and then a code. */
function secondAttempt() {
  const story = Story.of({
    method: 'BLIK',
    instrument: { type: 'BLIK_UID', alias: 'a' },
    merchant: accounts,
  })
  const first = story.state.reference ?? ''
  story.answer({ type: 'refused', rejectCode: 'BLIK_ALIAS_UNKNOWN' })
  story.command({ name: 'complete', instrument: { type: 'BLIK_CODE', secretOwner: 'api-one' } })
  return { story, first }
}
