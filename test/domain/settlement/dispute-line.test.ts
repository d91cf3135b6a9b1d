import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DisputeFacts } from '../../../src/domain/dispute/facts.ts'
import { feeMoveOf } from '../../../src/domain/dispute/facts.ts'
import {
  clearingPostings,
  disputeLineProblem,
  movesOfLine,
  verdictOnMoves,
} from '../../../src/domain/settlement/dispute-line.ts'
import type { DisputeLine } from '../../../src/domain/settlement/settlement.ts'
import { move, names, START, story, word } from '../dispute/support.ts'
import { Story } from '../payment/support.ts'

const line = (changes: Partial<DisputeLine> = {}): DisputeLine => ({
  line: 1,
  reference: 'm1',
  operation: 'dispute',
  amountMinor: 8_000,
  currency: 'PLN',
  dispute: { providerRef: 'DSP1', charge: { reference: 'pay1-auth' }, at: START },
  ...changes,
})

/** A dispute that is lost in a second round, in messages and in lines of reports. */
const messages: DisputeFacts[] = [
  { word: word(), moves: [move('m1', 'WITHDRAWN'), move(feeMoveOf('m1'), 'FEE', 1_500)] },
  { word: word({ status: 'WON', at: START + 1 }), moves: [move('m2', 'REINSTATED')] },
  { word: word({ stage: 'PREARBITRATION', at: START + 2 }), moves: [move('m3', 'WITHDRAWN')] },
]
const lines: DisputeLine[] = [
  line({ feeMinor: 1_500 }),
  line({ line: 2, reference: 'm2', operation: 'disputeReversal' }),
  line({ line: 3, reference: 'm3' }),
]

type Step = DisputeFacts | DisputeLine
const isLine = (step: Step): step is DisputeLine => 'operation' in step

/** Each step is a message or a look at a line; in the end every line is looked at until it is done. */
function booksAfter(steps: readonly Step[]): Record<string, number> {
  let one: ReturnType<typeof story> | undefined
  const cleared = new Map<string, ReturnType<typeof clearingPostings>>()
  const tell = (facts: DisputeFacts) => (one ? void one.report(facts) : void (one = story(facts)))
  const look = (step: DisputeLine) => {
    const verdict = verdictOnMoves(step, one?.dispute.moves ?? [])
    if (verdict === undefined) return tell({ moves: movesOfLine(step) })
    expect(verdict).toBe('matched')
    cleared.set(step.reference, clearingPostings(step, names.provider))
  }
  for (const step of [...steps, ...lines, ...lines])
    if (isLine(step)) look(step)
    else tell(step)
  const sums = { ...one!.books }
  for (const { account, amountMinor } of [...cleared.values()].flat())
    sums[account] = (sums[account] ?? 0) + amountMinor
  return sums
}

describe('messages and lines of reports', () => {
  test('end in the same ledger whatever their order, and however often they come', () => {
    const expected = booksAfter([...messages, ...lines])
    expect(expected).toEqual({
      'merchant/10000001/payable': -9_500,
      'acquirer/receivable': 0,
      'acquirer/costs': 0,
      bank: 9_500,
    })
    const steps = fc
      .array(fc.constantFrom<Step>(...messages, ...lines), { maxLength: 14 })
      .chain((more) => {
        const all: Step[] = [...messages, ...lines, ...more]
        return fc.shuffledSubarray(all, { minLength: all.length })
      })
    fc.assert(
      fc.property(steps, (given) => {
        expect(booksAfter(given)).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  test('where every message was lost, lines alone move the same money', () => {
    expect(booksAfter([])).toEqual(booksAfter(messages))
  })
})

describe('a line of a dispute', () => {
  const payment = Story.completed().state

  test('is a difference when it is of nobody’s payment, another account, currency or sign', () => {
    expect(disputeLineProblem(line(), '2026-01-01', undefined)).toBe('unknown_reference')
    expect(disputeLineProblem(line(), 'stripe/main/shop/po_1', payment)).toBe('other_provider')
    expect(disputeLineProblem(line({ currency: 'EUR' }), '2026-01-01', payment)).toBe(
      'other_currency',
    )
    expect(disputeLineProblem(line({ feeMinor: -1 }), '2026-01-01', payment)).toBe('other_amount')
    expect(disputeLineProblem(line(), '2026-01-01', payment)).toBeUndefined()
  })

  test('of another amount, or another direction, than what was booked clears nothing', () => {
    expect(verdictOnMoves(line(), [move('m1', 'WITHDRAWN', 7_999)])).toBe('other_amount')
    expect(verdictOnMoves(line(), [move('m1', 'REINSTATED')])).toBe('other_amount')
    expect(verdictOnMoves(line(), [move('m1', 'WITHDRAWN')])).toBe('matched')
    expect(verdictOnMoves(line({ feeMinor: 5 }), [move('m1', 'WITHDRAWN')])).toBeUndefined()
  })
})
