import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statusOfDispute } from '../../../src/domain/dispute/dispute.ts'
import type { DisputeFacts } from '../../../src/domain/dispute/facts.ts'
import { withdrawnMinor } from '../../../src/domain/dispute/facts.ts'
import { DAY, move, START, story, word } from './support.ts'

/** All that a provider has to say of two rounds, each in a message of its own. */
const messages: DisputeFacts[] = [
  { word: word({ stage: 'INQUIRY' }), moves: [] },
  { word: word({ at: START + DAY, dueBy: START + 10 * DAY }), moves: [] },
  { moves: [move('m1', 'WITHDRAWN')] },
  { moves: [move('m2', 'FEE', 1_500)] },
  { word: word({ status: 'UNDER_REVIEW', at: START + 2 * DAY }), moves: [] },
  { word: word({ status: 'WON', at: START + 3 * DAY }), moves: [move('m3', 'REINSTATED')] },
  { word: word({ stage: 'PREARBITRATION', at: START + 4 * DAY }), moves: [] },
  { moves: [move('m4', 'WITHDRAWN')] },
  {
    word: word({ stage: 'PREARBITRATION', status: 'LOST', at: START + 5 * DAY }),
    moves: [move('m1', 'WITHDRAWN'), move('m4', 'WITHDRAWN')],
  },
]

const summaryOf = (told: readonly DisputeFacts[]) => {
  const [first, ...rest] = told
  const one = story(first)
  for (const facts of rest) one.report(facts)
  const { dispute, books } = one
  return {
    books,
    status: statusOfDispute(dispute),
    word: dispute.word,
    moves: dispute.moves,
    withdrawn: withdrawnMinor(dispute.moves),
  }
}

test('whatever order messages come in, and however often, the ledger and the status are the same', () => {
  const expected = summaryOf(messages)
  expect(expected).toMatchObject({ status: 'LOST', withdrawn: 8_000 })
  expect(expected.books).toEqual({
    'merchant/10000001/payable': -9_500,
    'acquirer/receivable': 8_000,
    'acquirer/costs': 1_500,
  })
  const everyOneAtLeastOnce = fc
    .tuple(fc.shuffledSubarray(messages, { minLength: messages.length }), fc.array(fc.nat(8)))
    .map(([all, again]) => [...all, ...again.map((index) => messages[index]!)])
    .chain((list) => fc.shuffledSubarray(list, { minLength: list.length }))
  fc.assert(
    fc.property(everyOneAtLeastOnce, (told) => {
      expect(summaryOf(told)).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})
