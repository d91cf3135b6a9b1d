import type { BankDispute, Command, End, EndDispute, Move } from '../evidence.ts'
import { mayHaveHappened, subjectOf, verdictOf } from '../evidence.ts'
import type { Case, Clause, Rule } from './rule.ts'
import { clause, isAccepted, isDispute, ofEnds, readNote } from './rule.ts'

const paymentOf = ({ reference }: BankDispute): string => subjectOf(reference)

type Dispute = End & { dispute: EndDispute }
interface Pair {
  end: Dispute
  bank: BankDispute
}

const hasFacts = (end: End): end is Dispute => end.dispute !== undefined
const movesIn = (moves: readonly Move[]): string =>
  moves.map(({ kind, amountMinor }) => `${kind} ${amountMinor}`).join(', ')

/** A charge that was lost and made again may be disputed twice: then each by its money. */
const byMoney = (one: string, other: string): number => (one < other ? -1 : 1)

const pairsOf = (found: Case): Pair[] =>
  [...new Set(found.disputed.map(paymentOf))].flatMap((paymentId) => {
    const banks = found
      .disputedOf(paymentId)
      .toSorted((a, b) => byMoney(movesIn(a.moves), movesIn(b.moves)))
    return found
      .disputesOf(paymentId)
      .filter(hasFacts)
      .toSorted((a, b) => byMoney(movesIn(a.dispute.moves), movesIn(b.dispute.moves)))
      .flatMap((end, index) => (banks[index] ? [{ end, bank: banks[index] }] : []))
  })

/** A clause about what the bank has, and what the merchant reads of it. */
const ofPairs = (
  which: (pair: Pair, found: Case) => boolean,
  breaks: (pair: Pair, found: Case) => string | false | undefined,
): Clause =>
  clause(
    (found) => pairsOf(found).filter((pair) => which(pair, found)),
    ({ end }) => end.id,
    breaks,
  )
const all = () => true

/** What a merchant may read where the bank's word is this. */
const mayRead: Record<string, readonly string[]> = {
  NEEDS_RESPONSE: ['NEEDS_RESPONSE', 'EXPIRED'],
  WON: ['WON'],
  LOST: ['LOST', 'ACCEPTED'],
  WITHDRAWN: ['WITHDRAWN'],
}

const answersTo = (end: End, found: Case): Command[] =>
  found.commandsOf(end.id).filter(({ name }) => ['submit', 'accept'].includes(name))

/** Each dispute at the bank is one of the merchant's, with its money, its word and its answers. */
export const disputesAreTheBanks: Rule = {
  'each is there once': clause(
    ({ disputed }) => [...new Set(disputed.map(paymentOf))],
    (paymentId) => paymentId,
    (paymentId, found) => {
      const [bank, known] = [found.disputedOf(paymentId).length, found.disputesOf(paymentId).length]
      return bank !== known && `is disputed ${bank} times, and ${known} disputes are there`
    },
  ),
  'none makes itself': ofEnds(
    isDispute,
    (end, found) =>
      found.disputedOf(end.dispute?.paymentId ?? '').length === 0 &&
      'is there, and no bank knows it',
  ),
  'it is about what the bank disputes': ofPairs(all, ({ end, bank: { amountMinor, currency } }) => {
    const isSame = end.amountMinor === amountMinor && end.currency === currency
    return (
      !isSame && `is of ${end.currency} ${end.amountMinor} instead of ${currency} ${amountMinor}`
    )
  }),
  'its money moved once each time': ofPairs(all, ({ end, bank }) => {
    const [shown, done] = [movesIn(end.dispute.moves), movesIn(bank.moves)]
    return shown !== done && `shows moves ${shown || 'none'}, and the bank made ${done || 'none'}`
  }),
  'it stands as the bank says': ofPairs(
    all,
    ({ end: { status }, bank }) =>
      !mayRead[bank.status]?.includes(status) && `is ${status}, and ${bank.status} at the bank`,
  ),
  'no answer gives itself': ofPairs(
    ({ bank }) => bank.isAnswered,
    ({ end, bank: { status } }, found) => {
      const isAsked = answersTo(end, found).some(mayHaveHappened)
      return !isAsked && `is ${status} at the bank, and nobody answered it`
    },
  ),
  'an answer arrives, or is said not to have': ofPairs(
    ({ end }, found) => answersTo(end, found).some(isAcknowledged),
    ({ end, bank }) =>
      !bank.isAnswered &&
      end.dispute.problem === undefined &&
      'was answered, and the bank has no answer',
  ),
  'no refund is made of what it took': ofPairs(
    ({ bank }) => movesIn(bank.moves) === `WITHDRAWN ${bank.amountMinor}`,
    ({ end }, found) => {
      const toldAt = firstToldOf('WITHDRAWN', end, found)
      const refund = found
        .commandsOf(end.dispute.paymentId)
        .find((one) => one.name === 'refund' && isAcknowledged(one) && one.sentAt > toldAt)
      return refund && `took all there was, and ${String(refund.amountMinor)} were refunded later`
    },
  ),
  'each move is told': ofPairs(
    ({ end }) => end.dispute.moves.length > 0,
    ({ end }, found) => {
      const letters = found.notesOf(end.id).filter(isAccepted)
      const told = new Set(
        letters
          .map(({ text }) => readNote(text))
          .flatMap(({ move, eventId }) => (move === undefined ? [] : eventId)),
      )
      return told.size !== end.dispute.moves.length && `told of ${told.size} moves of its money`
    },
  ),
}

const isAcknowledged = (command: Command): boolean => verdictOf(command) === 'acknowledged'

function firstToldOf(kind: string, end: End, found: Case): number {
  const letters = found.notesOf(end.id).filter(({ text }) => readNote(text).move === kind)
  return Math.min(...letters.map(({ receivedAt }) => Date.parse(receivedAt)))
}
