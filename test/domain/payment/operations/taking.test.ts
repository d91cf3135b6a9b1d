import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../../src/domain/actor/call.ts'
import { callRequestOf } from '../../../../src/domain/payment/call-request.ts'
import { createCommand, Story } from '../support.ts'

const { merchant } = createCommand()
const accounts = { ...merchant, bank: 'przelewy24/main', blik: 'przelewy24/main' }
const bank = () =>
  Story.of({ method: 'PBL', instrument: { type: 'PBL', bank: '20' }, merchant: accounts })
const blik = () =>
  Story.of({
    method: 'BLIK',
    instrument: { type: 'BLIK_CODE', secretOwner: 'api-one' },
    merchant: accounts,
  })
const pending = { type: 'pending' } as const
const received: Outcome = { type: 'received', transactionId: '301' }
const paid: Outcome = { type: 'paid', transactionId: '301' }
const cancelled = { type: 'cancelled' } as const

const tell = (story: Story, outcome: Outcome = received, transactionId = '301') =>
  story
    .command({
      name: 'transactionStatus',
      via: 'przelewy24/main',
      transactionId,
      outcome,
      reference: story.state.reference ?? '',
    })
    .accepted()
const kinds = (story: Story) => story.state.calls.map(({ kind }) => kind)
const count = (story: Story, type: string) =>
  story.history.filter((event) => event.type === type).length

describe('money that a provider keeps for nobody', () => {
  test.each([
    ['a transfer', bank],
    ['BLIK', blik],
  ])('%s: is taken, and only then is the payment paid', (_, make) => {
    const story = make().answer(pending).until('inquiry').answer(received)
    expect(story.state.phase).toBe('awaitingPayer')
    expect(story.call).toMatchObject({ kind: 'takeMoney', acquirerRef: '301', amountMinor: 10_000 })
    expect(callRequestOf(story.state, story.call!).via).toBe('przelewy24/main')
    story.answer(paid).ends('COMPLETED')
    expect(story.state.transactions[0]?.acquirerRef).toBe('301')
  })

  test('is told of as often as they like, early and late, and taken once', () => {
    const story = bank()
    tell(story)
    story.answer(pending)
    tell(story)
    tell(story)
    expect(kinds(story)).toEqual(['takeMoney'])
    story.answer(paid).ends('COMPLETED')
    tell(story)
    expect(kinds(story)).toEqual([])
    expect([count(story, 'moneyReceived'), count(story, 'paid')]).toEqual([1, 1])
  })

  test('is not lost from sight by a refusal or a time-out while it is being taken', () => {
    const story = blik().answer(pending)
    tell(story)
    const reference = story.state.reference ?? ''
    const refused: Outcome = { type: 'refused', rejectCode: 'DECLINED_BY_PAYER' }
    story.command({ name: 'blikStatus', reference, outcome: refused }).accepted()
    expect(kinds(story)).toEqual(['takeMoney'])
    story.until('expiry')
    expect(kinds(story)).toEqual(['takeMoney', 'blikCancel'])
    story.answer(paid).ends('COMPLETED')
    story.answer({ type: 'paid', transactionId: '301' }).ends('COMPLETED')
    expect(kinds(story)).toEqual([])
  })

  test('that was taken when the merchant had cancelled goes back', () => {
    const story = bank().answer(pending)
    tell(story)
    story.command({ name: 'cancel', by: 'merchant' })
    story.answer(paid).ends('CANCELLED', 'CANCELLED_BY_MERCHANT')
    expect(story.call).toMatchObject({ kind: 'sendBack', acquirerRef: '301' })
  })

  test('that is found by the last question is taken; by the closing, it goes back', () => {
    const late = bank().answer(pending).until('expiry').answer(received)
    expect(kinds(late)).toEqual(['takeMoney'])
    late.answer(paid).ends('COMPLETED')
    const closing = bank().answer(pending).until('expiry').answer(pending).answer(received)
    closing.ends('CANCELLED', 'EXPIRED')
    expect(closing.call).toMatchObject({ kind: 'sendBack', acquirerRef: '301' })
  })

  test('that could not be taken after all leaves the closing to be done', () => {
    const story = bank().answer(pending).until('expiry').answer(received).answer(pending)
    expect(kinds(story)).toEqual(['bankCancel'])
    story.answer(cancelled).ends('CANCELLED', 'EXPIRED')
  })

  test('that comes after the end goes back, once', () => {
    const story = bank().answer(pending).command({ name: 'cancel', by: 'merchant' })
    story.answer(cancelled).ends('CANCELLED', 'CANCELLED_BY_MERCHANT')
    tell(story)
    tell(story)
    expect(kinds(story)).toEqual(['sendBack'])
    story.answer({ type: 'approved' })
    tell(story)
    expect(kinds(story)).toEqual([])
  })

  test('of an order that was paid elsewhere meanwhile goes back', () => {
    const story = bank().answer(pending)
    tell(story)
    story.answer(paid, 'orderPaid').ends('REJECTED', 'ORDER_ALREADY_PAID')
    expect(story.call).toMatchObject({ kind: 'sendBack', acquirerRef: '301' })
  })

  test('of another sum than was asked for ends the payment, and nothing goes back', () => {
    const story = bank().answer(pending)
    tell(story)
    const other: Outcome = { type: 'refused', rejectCode: 'SYSTEM_ERROR', detail: '1 PLN was paid' }
    story.answer(other).ends('REJECTED', 'SYSTEM_ERROR')
    expect(kinds(story)).toEqual([])
  })

  test('tells of the alias that was registered with it', () => {
    const story = Story.of({
      method: 'BLIK',
      instrument: { type: 'BLIK_CODE', secretOwner: 'api-one' },
      merchant: accounts,
      options: {
        ...createCommand().options,
        registerAlias: { type: 'PAYID', value: 'agreed', label: 'Shop' },
      },
    })
    story.answer(pending)
    tell(story)
    expect(callRequestOf(story.state, story.call!)).toMatchObject({
      registerAlias: { value: 'agreed' },
      email: 'payer@example.com',
    })
    story.answer({ ...paid, alias: { value: 'agreed', status: 'REGISTERED' } }).ends('COMPLETED')
    expect(story.state.alias).toEqual({ value: 'agreed', status: 'REGISTERED' })
  })
})
