import type { Command, End } from '../evidence.ts'
import { verdictOf } from '../evidence.ts'
import type { Case, Rule } from './rule.ts'
import { clause, isCard, isPayment, minor, ofEnds, readNote, stands } from './rule.ts'

const createsOf = ({ commands }: Case): Command[] =>
  commands.filter(({ name }) => name === 'create')
const orderOf = ({ extOrderId = '' }: Command): string => extOrderId

/** A create that was answered 200 made one payment; none made two, and nothing made itself. */
export const oneCreateOnePayment: Rule = {
  'no create makes two': clause(createsOf, orderOf, (command, found) => {
    const made = found.endsOfOrder(orderOf(command)).length
    return made > 1 && `one create made ${made} payments`
  }),
  'what was acknowledged was made': clause(
    (found) => createsOf(found).filter((one) => verdictOf(one) === 'acknowledged'),
    orderOf,
    (command, found) =>
      found.endsOfOrder(orderOf(command)).length === 0 &&
      'was acknowledged, and there is no payment',
  ),
  'no two creates share a payment': ofEnds(isPayment, (end, found) => {
    const creates = found.createsOf(end).length
    return creates > 1 && `is the answer to ${creates} creates`
  }),
  'no payment makes itself': ofEnds(
    isPayment,
    (end, found) => found.createsOf(end).length === 0 && 'is there, and nobody created it',
  ),
  'no card stores itself': ofEnds(isCard, (end, found) => {
    const isNamed = found.commandsOf(end.id).some(({ name }) => name === 'tokenize')
    if (isNamed) return undefined
    const unnamed = found.ends.filter((one) => isCard(one) && found.commandsOf(one.id).length === 0)
    const unknown = found.commands.filter((one) => one.name === 'tokenize' && !one.subject)
    return unnamed.length > unknown.length && 'is stored, and nobody asked for it'
  }),
}

/** What a create asked for is what stands in each book: the merchant's, the providers', the mail. */
export const chargedAsOrdered: Rule = {
  'the order is what was asked for': ofEnds(isPayment, (end, found) =>
    unlike(end, end, 'was ordered', found),
  ),
  'held or sold as was asked for': ofEnds(isPayment, (end, found) => {
    const wanted = askedFor(end, found)?.isHold
    return wanted !== undefined && wanted !== end.isHold && `is ${wanted ? 'sold' : 'held'} instead`
  }),
  'the charge is what was asked for': ofEnds(
    (end) => chargesOf(end).length > 0,
    (end, found) => firstOf(chargesOf(end), (one) => unlike(one, end, 'is charged', found)),
  ),
  'the provider charged what was asked for': ofEnds(
    (end, found) => isPayment(end) && authorizedIn(end, found).length > 0,
    (end, found) =>
      firstOf(authorizedIn(end, found), (row) => unlike(row, end, 'is charged there', found)),
  ),
  'all is in the currency that was asked for': ofEnds(isPayment, (end, found) => {
    const currency = askedFor(end, found)?.currency
    const others = [...end.transactions, ...movedIn(end, found)].map((one) => one.currency)
    const other = others.find((one) => currency !== undefined && one !== currency)
    return other !== undefined && `is in ${other} instead of ${String(currency)}`
  }),
  'what is told is what was asked for': ofEnds(
    (end, found) => isPayment(end) && toldOf(end, found).length > 0,
    (end, found) => firstOf(toldOf(end, found), (told) => unlike(told, end, 'is told', found)),
  ),
  'what is authorized is what was asked for or adjusted': ofEnds(stands, (end, found) => {
    const adjusted = end.transactions.filter(
      ({ type, status }) => type === 'ADJUSTMENT' && status === 'COMPLETED',
    )
    const wanted = adjusted.at(-1)?.amountMinor ?? askedFor(end, found)?.amountMinor
    const { authorizedMinor } = end.amounts
    return (
      wanted !== undefined &&
      wanted !== authorizedMinor &&
      `is authorized at ${authorizedMinor} instead of ${wanted}`
    )
  }),
}

interface Money {
  amountMinor: number
  currency: string
}

const askedFor = (end: End, found: Case): Command | undefined => found.createsOf(end)[0]

export const chargesOf = ({ transactions }: End) =>
  transactions.filter(({ type }) => ['AUTH', 'PREAUTH'].includes(type))

/** Those that were undone too: nobody may be asked for another sum even for a moment. */
const authorizedIn = (end: End, found: Case) =>
  found.booksOf(end.id).filter((row) => row.processed && row.operation === 'authorize')

const moving = ['authorize', 'capture', 'adjust', 'refund']
const movedIn = (end: End, found: Case) =>
  found.booksOf(end.id).filter((row) => row.processed && moving.includes(row.operation))

const toldOf = (end: End, found: Case): Money[] =>
  found
    .notesOf(end.id)
    .map(({ text }) => readNote(text))
    .filter(({ transId, refundId }) => transId === undefined && refundId === undefined)
    .map(({ amount, currency = '' }) => ({ amountMinor: minor(amount), currency }))

function unlike(seen: Money, end: End, what: string, found: Case): string | false {
  const asked = askedFor(end, found)
  if (asked?.amountMinor === undefined) return false
  const isSame = seen.amountMinor === asked.amountMinor && seen.currency === asked.currency
  const say = (amountMinor: number, currency = '') => `${currency} ${amountMinor}`
  return (
    !isSame &&
    `${what} ${say(seen.amountMinor, seen.currency)} instead of ${say(asked.amountMinor, asked.currency)}`
  )
}

function firstOf<T>(items: readonly T[], breaks: (item: T) => string | false): string | undefined {
  for (const item of items) {
    const text = breaks(item)
    if (text !== false) return text
  }
  return undefined
}
