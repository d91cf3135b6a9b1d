import { describe, expect, test } from 'vitest'
import type { Posting } from '../../src/domain/ledger.ts'
import {
  costSettled,
  paidOut,
  payable,
  payout,
  refundSettled,
  reserved,
  topUp,
} from '../../src/domain/ledger.ts'
import type { Event, EventType } from '../../src/domain/payment/events.ts'
import { evolve } from '../../src/domain/payment/evolve.ts'
import { postings } from '../../src/domain/payment/postings.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { createCommand, preauth, START, Story } from './payment/support.ts'

const approved = { type: 'approved' } as const
const declined = { type: 'declined', rejectCode: 'DO_NOT_HONOUR' } as const
const parts = {
  merchantId: 'market',
  subpayments: [
    { subpaymentId: 'one', merchantId: 'shop', amountMinor: 6_000, commissionMinor: 600 },
    { subpaymentId: 'two', merchantId: 'other', amountMinor: 3_000, commissionMinor: 333 },
    { subpaymentId: 'own', merchantId: 'market', amountMinor: 1_000, commissionMinor: 0 },
  ],
}

describe('what is booked', () => {
  test('for a sale: the acquirer owes it, the merchant may have it', () => {
    expect(booked(Story.completed(), 'paid')).toEqual([
      { account: 'acquirer/receivable', amountMinor: -10_000, currency: 'PLN' },
      { account: 'merchant/shop/payable', amountMinor: 10_000, currency: 'PLN' },
    ])
  })

  test('for a capture: what was captured, not what was held', () => {
    const story = Story.completed(preauth).command({ name: 'capture', amountMinor: 6_000 })
    expect(booked(story, 'authorized')).toEqual([])
    expect(booked(story.answer(approved), 'captured')).toEqual([
      { account: 'acquirer/receivable', amountMinor: -6_000, currency: 'PLN' },
      { account: payable('shop'), amountMinor: 6_000, currency: 'PLN' },
    ])
  })

  test('for the cancel of a sale: reserved when it begins, gone when it is done', () => {
    const story = Story.completed().command({ name: 'cancel', by: 'merchant' }).answer(approved)
    expect(moves(story, 'reversalStarted')).toEqual([
      [payable('shop'), -10_000],
      [reserved('shop'), 10_000],
    ])
    expect(moves(story, 'cancelled')).toEqual([
      [reserved('shop'), -10_000],
      ['acquirer/receivable', 10_000],
    ])
    expect(sums(story)).toEqual({})
  })

  test('for a cancel that the acquirer refused: back to the merchant', () => {
    const story = Story.completed().command({ name: 'cancel', by: 'merchant' }).answer(declined)
    expect(moves(story, 'saleKept')).toEqual([
      [reserved('shop'), -10_000],
      [payable('shop'), 10_000],
    ])
  })

  test('for a hold that is given back, or was never one: nothing', () => {
    const hold = Story.completed(preauth).command({ name: 'cancel', by: 'merchant' })
    expect(sums(hold.answer(approved))).toEqual({})
    expect(postings(undefined, hold.history[0]!)).toEqual([])
    const cancelled = Story.of().command({ name: 'cancel', by: 'merchant' })
    expect(moves(cancelled, 'cancelled')).toEqual([])
  })

  test('for the end of what was not being reversed: nothing', () => {
    const sold = Story.completed().state
    const end: Event = { type: 'cancelled', rejectCode: 'EXPIRED' }
    expect(postings({ ...sold, phase: 'authorizing' }, end)).toEqual([])
    expect(postings({ ...sold, phase: 'reversing', capturedMinor: 0 }, end)).toEqual([])
    const held = { ...Story.completed(parts).state, phase: 'reversing', capturedMinor: 0 } as const
    expect(postings(held, end)).toEqual([])
  })

  test('for a refund: reserved when accepted, through transit to the acquirer when done', () => {
    const story = Story.completed().command({ name: 'refund', amountMinor: 4_000 }).answer(approved)
    expect(moves(story, 'refundAccepted')).toEqual([
      [payable('shop'), -4_000],
      [reserved('shop'), 4_000],
    ])
    expect(moves(story, 'refundCompleted')).toEqual([
      [reserved('shop'), -4_000],
      ['refund/in_transit', 4_000],
      ['refund/in_transit', -4_000],
      ['acquirer/receivable', 4_000],
    ])
    expect(sums(story)).toEqual({ 'acquirer/receivable': -6_000, [payable('shop')]: 6_000 })
  })

  test('for a refund that was refused: back to the merchant', () => {
    const story = Story.completed().command({ name: 'refund', amountMinor: 4_000 }).answer(declined)
    expect(moves(story, 'refundRefused')).toEqual([
      [reserved('shop'), -4_000],
      [payable('shop'), 4_000],
    ])
  })

  test('for a settlement: the acquirer has paid into the bank', () => {
    const story = Story.completed()
    const { reference = '' } = story.state
    story.command({ name: 'settle', batch: 'b', line: 1, reference, amountMinor: 10_000 })
    expect(moves(story, 'settled')).toEqual([
      ['bank', -10_000],
      ['acquirer/receivable', 10_000],
    ])
  })
})

describe('a marketplace sale', () => {
  const whole = { market: 1_933, shop: 5_400, other: 2_667 }

  test('gives each merchant its part less the commission, which is the market’s, in one sum', () => {
    const story = Story.completed(parts)
    expect(moves(story, 'paid')).toEqual([
      ['acquirer/receivable', -5_400],
      [payable('shop'), 5_400],
      ['acquirer/receivable', -1_933],
      [payable('market'), 1_933],
      ['acquirer/receivable', -2_667],
      [payable('other'), 2_667],
    ])
  })

  test('is cancelled and kept by the same shares', () => {
    const story = Story.completed(parts).command({ name: 'cancel', by: 'merchant' })
    const reserves = Object.entries(whole).map(([owner, minor]) => [reserved(owner), minor])
    expect(sums(story)).toEqual({
      'acquirer/receivable': -10_000,
      ...(Object.fromEntries(reserves) as object),
    })
    expect(sums(story.answer(declined))[payable('shop')]).toBe(5_400)
  })

  test('takes the refund of a part from its merchant, and its commission from the market', () => {
    const story = Story.completed(parts)
      .command({ name: 'refund', subpaymentId: 'two', amountMinor: 1_000 })
      .answer(approved)
    expect(moves(story, 'refundAccepted')).toEqual([
      [payable('other'), -889],
      [reserved('other'), 889],
      [payable('market'), -111],
      [reserved('market'), 111],
    ])
    expect(sums(story)[payable('other')]).toBe(2_667 - 889)
    expect(sums(story)[payable('market')]).toBe(1_933 - 111)
  })

  test('leaves nobody with anything once all of it is refunded', () => {
    const story = Story.completed(parts).command({
      name: 'refund',
      subpaymentId: 'two',
      amountMinor: 7,
    })
    story.command({ name: 'refund' })
    while (story.call) story.answer(approved)
    expect(sums(story)).toEqual({})
  })

  test('books no line for a share of nothing', () => {
    const part = {
      subpaymentId: 'one',
      merchantId: 'shop',
      amountMinor: 10_000,
      commissionMinor: 0,
    }
    expect(moves(Story.completed({ merchantId: 'market', subpayments: [part] }), 'paid')).toEqual([
      ['acquirer/receivable', -10_000],
      [payable('shop'), 10_000],
    ])
  })

  test('takes the refund of the market’s own part from the market alone', () => {
    const story = Story.completed(parts).command({ name: 'refund', subpaymentId: 'own' })
    expect(moves(story, 'refundAccepted')).toEqual([
      [payable('market'), -1_000],
      [reserved('market'), 1_000],
    ])
  })

  test('reckons the commission of an old refund that does not carry it', () => {
    const { state } = Story.completed(parts).command({
      name: 'refund',
      subpaymentId: 'two',
      amountMinor: 1_000,
    })
    const { commissionMinor: _, ...old } = state.refunds[0]!
    const event = { type: 'refundCompleted', refundId: old.refundId } as const
    expect(postings({ ...state, refunds: [old] }, event)).toEqual(postings(state, event))
  })
})

describe('what a merchant pays', () => {
  const fees = [{ method: 'CARD', percent: 1.4, fixed: 0.3 } as const]

  test('is owed from the settlement of its payment on, and is our income', () => {
    const story = Story.completed({ merchant: { ...createCommand().merchant, fees } })
    const { reference = '' } = story.state
    story.command({ name: 'settle', batch: 'b', line: 1, reference, amountMinor: 10_000 })
    expect(moves(story, 'settled')).toEqual([
      ['bank', -10_000],
      ['acquirer/receivable', 10_000],
      ['merchant/shop/fees', -170],
      ['fees/income', 170],
    ])
  })

  test('is kept back when it is paid out: its balance falls by both, and it owes nothing', () => {
    expect(payout('shop', 9_830, 'PLN', 170)).toEqual([
      { account: payable('shop'), amountMinor: -10_000, currency: 'PLN' },
      { account: paidOut('shop'), amountMinor: 9_830, currency: 'PLN' },
      { account: 'merchant/shop/fees', amountMinor: 170, currency: 'PLN' },
    ])
  })
})

test('a provider that keeps nothing for itself costs nothing', () => {
  expect(costSettled('blik', 0, 'PLN')).toEqual([])
})

describe('money that an operator moves', () => {
  test('out of a balance is paid out', () => {
    expect(payout('shop', 500, 'EUR')).toEqual([
      { account: 'merchant/shop/payable', amountMinor: -500, currency: 'EUR' },
      { account: paidOut('shop'), amountMinor: 500, currency: 'EUR' },
    ])
    expect(paidOut('shop')).toBe('merchant/shop/paid_out')
    expect(reserved('shop')).toBe('merchant/shop/reserved')
  })

  test('into a balance came from the bank', () => {
    expect(topUp('shop', 500, 'EUR')).toEqual([
      { account: 'bank', amountMinor: -500, currency: 'EUR' },
      { account: 'merchant/shop/payable', amountMinor: 500, currency: 'EUR' },
    ])
  })

  test('that the acquirer keeps back for refunds leaves the bank untouched by that much', () => {
    expect(refundSettled('acquirer/receivable', 500, 'EUR')).toEqual([
      { account: 'acquirer/receivable', amountMinor: -500, currency: 'EUR' },
      { account: 'bank', amountMinor: 500, currency: 'EUR' },
    ])
  })
})

/** The postings of each event of a story, in order. */
function* bookings({ history }: Story): Generator<{ event: Event; list: Posting[] }> {
  let payment: Payment | undefined
  for (const event of history) {
    yield { event, list: postings(payment, event) }
    payment = evolve(payment, event, START)
  }
}

const booked = (story: Story, type: EventType): Posting[] =>
  [...bookings(story)].filter(({ event }) => event.type === type).flatMap(({ list }) => list)

const moves = (story: Story, type: EventType) =>
  booked(story, type).map(({ account, amountMinor }) => [account, amountMinor])

/** What each account comes to; those at zero are left out. */
function sums(story: Story): Record<string, number> {
  const accounts = new Map<string, number>()
  for (const { list } of bookings(story))
    for (const { account, amountMinor } of list)
      accounts.set(account, (accounts.get(account) ?? 0) + amountMinor)
  return Object.fromEntries([...accounts].filter(([, amountMinor]) => amountMinor !== 0))
}
