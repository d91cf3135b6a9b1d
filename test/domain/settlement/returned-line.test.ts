import { describe, expect, test } from 'vitest'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { judgeLine } from '../../../src/domain/settlement/settlement.ts'
import type { ChargeLine } from '../../../src/domain/settlement/settlement.ts'
import { createCommand, Story } from '../payment/support.ts'

const approved = { type: 'approved', authCode: 'A1' } as const
const paid = { type: 'paid' } as const

const lineOf = (payment: Payment, changes: Partial<ChargeLine> = {}): ChargeLine => ({
  line: 1,
  reference: payment.reference ?? '',
  operation: 'authorize',
  amountMinor: 10_000,
  currency: 'PLN',
  ...changes,
})
const wayBack = (payment: Payment): Partial<ChargeLine> => ({
  operation: 'refund',
  reference:
    payment.transactions.find(({ type }) => type === 'CANCEL' || type === 'REVERSAL')?.reference ??
    '',
})

describe('a report of BLIK', () => {
  const batch = 'blik/b'
  const blik = () =>
    Story.of({ method: 'BLIK', instrument: { type: 'BLIK_CODE', secretOwner: 'api' } })
  const cancelling = (givesBack?: true) =>
    blik()
      .answer(paid)
      .command({ name: 'cancel', by: 'merchant', ...(givesBack && { givesBack }) })
  const unchosen = (): Story => {
    const { instrument: _, ...command } = createCommand({ method: 'UNKNOWN' })
    return new Story().command(command)
  }
  const judge = ({ state }: Story, changes?: Partial<ChargeLine>) =>
    judgeLine(lineOf(state, changes), batch, state)
  /** The payer has paid, but the payment had ended in another way. */
  const paidTooLate = (story: Story) =>
    story.command({ name: 'blikStatus', reference: story.state.reference ?? '', outcome: paid })

  test.for([undefined, true] as const)(
    'names a sale that was cancelled and its way back: neither is a difference',
    (givesBack) => {
      const story = cancelling(givesBack).answer(approved)
      expect(story.state.phase).toBe('cancelled')
      expect(judge(story)).toBe('returned')
      expect(judge(story, wayBack(story.state))).toBe('returned')
    },
  )

  test('names the second of two ways back, when the first was refused', () => {
    const story = cancelling(true).answer({ type: 'declined', rejectCode: 'DECLINED' })
    story.command({ name: 'cancel', by: 'merchant', givesBack: true }).answer(approved)
    const reference = story.state.transactions.at(-1)?.reference ?? ''
    expect(judge(story, { operation: 'refund', reference })).toBe('returned')
  })

  test.for([
    ['other_amount', { amountMinor: 1 }],
    ['other_currency', { currency: 'EUR' }],
  ] as const)('of other money than came and went back is a difference: %s', ([what, changes]) => {
    const story = cancelling().answer(approved)
    expect(judge(story, changes)).toBe(what)
    expect(judge(story, { ...wayBack(story.state), ...changes })).toBe(what)
  })

  test('with a refund that is no way back of ours is a difference', () => {
    const story = cancelling().answer(approved)
    expect(judge(story, { operation: 'refund', reference: 'another' })).toBe('unknown_reference')
    expect(judge(story, { reference: 'another' })).toBe('unknown_reference')
  })

  test('waits for a cancel under way; one that was refused leaves the sale to be settled', () => {
    const story = cancelling()
    expect(judge(story)).toBe('wait')
    story.answer({ type: 'declined', rejectCode: 'DO_NOT_HONOUR' })
    expect(judge(story)).toBe('settle')
  })

  test.for<[string, () => Story]>([
    ['rejected', () => blik().answer({ type: 'cancelled' })],
    ['errored', () => blik().answer({ type: 'notSent' })],
    [
      'cancelled',
      () =>
        blik()
          .answer({ type: 'pending' })
          .command({ name: 'cancel', by: 'merchant' })
          .answer({ type: 'cancelled' }),
    ],
  ])('of a payment that was %s is no difference once its money was sent back', ([phase, tell]) => {
    const story = tell()
    const back = { operation: 'refund', reference: `${story.state.reference}-back` } as const
    expect(judge(story)).toBe('not_settleable')
    expect(judge(story, back)).toBe('unknown_reference')
    expect(paidTooLate(story).state.phase).toBe(phase)
    expect(judge(story)).toBe('returned')
    expect(judge(story, back)).toBe('returned')
    expect(judge(story, { operation: 'refund', reference: 'another' })).toBe('unknown_reference')
  })

  test('of a payment that ended before the payer chose how to pay is a difference', () => {
    const story = unchosen().command({ name: 'cancel', by: 'merchant' })
    expect(story.state.phase).toBe('cancelled')
    expect(judge(story, { reference: `${story.state.id}-auth` })).toBe('unknown_reference')
  })
})

describe("a payout of a merchant's own account", () => {
  const batch = 'stripe/main/shop/po_1'
  const at = { via: 'stripe/main', merchantId: 'shop' }
  const sale = Story.completed().state
  const rejected = {
    status: 'REJECTED',
    rejectCode: 'UNKNOWN_OUTCOME',
    via: 'stripe/main',
  } as const
  const attempt = { ...sale.transactions[0]!, ...rejected, reference: `${sale.id}-auth-first` }

  test('reports a sale that was cancelled and its way back: neither is a difference', () => {
    const story = Story.completed().command({ name: 'cancel', by: 'merchant' })
    story.answer(approved)
    const cancelled: Payment = { ...story.state, ...at }
    expect(cancelled.phase).toBe('cancelled')
    const back = wayBack(cancelled)
    expect(judgeLine(lineOf(cancelled), batch, cancelled)).toBe('returned')
    expect(judgeLine(lineOf(cancelled, back), batch, cancelled)).toBe('returned')
    expect(judgeLine(lineOf(cancelled, { ...back, amountMinor: 1 }), batch, cancelled)).toBe(
      'other_amount',
    )
  })

  test('reports an attempt that was undone before another account was asked', () => {
    const elsewhere = {
      ...sale,
      ...at,
      via: 'sandbox/main',
      transactions: [attempt, ...sale.transactions],
    }
    const first = { reference: attempt.reference }
    const back = { reference: `${sale.id}-reverse-first`, operation: 'refund' } as const
    for (const line of [first, back]) {
      expect(judgeLine(lineOf(elsewhere, line), batch, elsewhere)).toBe('returned')
      expect(judgeLine(lineOf(elsewhere, { ...line, amountMinor: 1 }), batch, elsewhere)).toBe(
        'other_amount',
      )
      expect(judgeLine(lineOf(elsewhere, { ...line, currency: 'EUR' }), batch, elsewhere)).toBe(
        'other_currency',
      )
      expect(judgeLine(lineOf(elsewhere, line), 'stripe/second/shop/po_1', elsewhere)).not.toBe(
        'returned',
      )
    }
    expect(judgeLine(lineOf(elsewhere), 'sandbox/main/shop/daily-1', elsewhere)).toBe('settle')
  })

  test('tells the charge that stands, and its refund, from an attempt that was undone there', () => {
    const story = Story.completed().command({ name: 'refund', amountMinor: 1_000 })
    const reference = story.call?.reference ?? ''
    story.answer(approved)
    const { transactions } = story.state
    const again: Payment = { ...story.state, ...at, transactions: [attempt, ...transactions] }
    const refund = { operation: 'refund', reference, amountMinor: 1_000 } as const
    expect(judgeLine(lineOf(again), batch, again)).toBe('settle')
    expect(judgeLine(lineOf(again, refund), batch, again)).toBe('matched')
  })
})
