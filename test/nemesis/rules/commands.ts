import type { Command, End, EndTransaction } from '../evidence.ts'
import { isDone, mayHaveHappened, verdictOf } from '../evidence.ts'
import { chargesOf } from './creates.ts'
import type { Case, Rule } from './rule.ts'
import { clause, isCard, isPayment, ofEnds } from './rule.ts'

/** What a command leaves among the transactions of its payment. */
const typeOf = { capture: 'CAPTURE', adjustment: 'ADJUSTMENT', refund: 'REFUND' } as const
/** A cancel leaves one of these, when there was money to give back. */
const undoing: readonly string[] = ['CANCEL', 'REVERSAL']
type Later = keyof typeof typeOf
const isLater = (name: string): name is Later => name in typeOf
const laterTypes: readonly string[] = Object.values(typeOf)

/** What an acknowledged command must have left. */
interface Deed {
  command: Command
  end: End
  transId: string
  matching: EndTransaction[]
}

const acknowledged = ({ commands }: Case): Command[] =>
  commands.filter((one) => one.subject !== undefined && verdictOf(one) === 'acknowledged')

const deedsOf = (found: Case): Deed[] =>
  acknowledged(found).flatMap((command): Deed[] => {
    const end = found.endOf(command.subject ?? '')
    if (!end || !isLater(command.name)) return []
    const type = typeOf[command.name]
    const transId = transIdOf(command)
    const matching = end.transactions.filter((one) => one.type === type && one.transId === transId)
    return [{ command, end, transId, matching }]
  })

const transIdOf = ({ answers }: Command): string =>
  String(answers.find(({ status }) => status === 200)?.body.transId)

const ofDeeds = (breaks: (deed: Deed, found: Case) => string | false | undefined) =>
  clause(
    deedsOf,
    ({ end }) => end.id,
    (deed, found) => {
      const text = breaks(deed, found)
      return text && `${deed.command.name} ${deed.transId} ${text}`
    },
  )

/** Every acknowledged command is there once, with its amount, and has come to an end. */
export const acknowledgedHappenedOnce: Rule = {
  'what was commanded is there': clause(
    acknowledged,
    ({ subject = '' }) => subject,
    ({ name, subject = '' }, found) =>
      !found.endOf(subject) && `${name} was acknowledged, and there is no such payment`,
  ),
  'its transaction is there once': ofDeeds(
    ({ matching }) => matching.length !== 1 && `is there ${matching.length} times`,
  ),
  'its transaction ends': ofDeeds(
    ({ matching }) => matching[0]?.status === 'PENDING' && 'never ends',
  ),
  'its transaction is of what was asked for': ofDeeds(({ command, matching: [one] }) => {
    const { amountMinor } = command
    if (!one || amountMinor === undefined || one.amountMinor === amountMinor) return undefined
    return `is of ${one.amountMinor} instead of ${amountMinor}`
  }),
  'no two commands share a transaction': ofDeeds(({ command, end, transId }, found) => {
    const others = found.commandsOf(end.id).filter((other) => other !== command)
    const isShared = others.some(
      (other) => verdictOf(other) === 'acknowledged' && transIdOf(other) === transId,
    )
    return isShared && 'is the answer to two commands'
  }),
  'a cancel ends its payment': clause(
    (found) => acknowledged(found).filter(({ name }) => name === 'cancel'),
    ({ subject = '' }) => subject,
    ({ subject = '' }, found) => {
      const end = found.endOf(subject)
      return end && !isUndone(end) && `a cancel was acknowledged, and it is ${end.status}`
    },
  ),
  'a card that was forgotten is': clause(
    (found) => acknowledged(found).filter(({ name }) => name === 'discard'),
    ({ subject = '' }) => subject,
    ({ subject = '' }, found) => {
      const end = found.endOf(subject)
      return (
        end && end.status !== 'DISCARDED' && `a discard was acknowledged, and it is ${end.status}`
      )
    },
  ),
}

function isUndone({ status, transactions }: End): boolean {
  const refused = transactions.some(
    (one) => undoing.includes(one.type) && one.status === 'REJECTED',
  )
  return refused || ['CANCELLED', 'REJECTED', 'ERROR'].includes(status)
}

/**
 * What was refused, or answered 503 without a key, did not happen; nor did anything that nobody
 * commanded, and what was commanded once did not happen twice.
 */
export const onlyCommandedHappened: Rule = {
  'no create that was refused happened': clause(
    ({ commands }) => commands.filter((one) => one.name === 'create' && !mayHaveHappened(one)),
    ({ extOrderId = '' }) => extOrderId,
    ({ extOrderId = '', answers }, found) => {
      const isDone = (end: End) =>
        ['COMPLETED', 'SETTLED'].includes(end.status) ||
        found.booksOf(end.id).some(({ processed }) => processed)
      const answered = String(answers.at(-1)?.status)
      return (
        found.endsOfOrder(extOrderId).some(isDone) &&
        `its create was answered ${answered}, and it happened`
      )
    },
  ),
  'each transaction has a command of its own': ofEnds(
    (end) => end.transactions.some(({ type }) => laterTypes.includes(type)),
    (end, found) => {
      const [one] = unexplained(end, found.commandsOf(end.id))
      return (
        one &&
        `${one.type} of ${one.amountMinor} (${one.status}) was not commanded, or more often than it was commanded, or was answered with a promise that it did not happen`
      )
    },
  ),
  'one create charges once': ofEnds(
    (end) => chargesOf(end).some(({ status }) => status === 'COMPLETED'),
    (end) => {
      const charges = chargesOf(end).filter(({ status }) => status === 'COMPLETED').length
      return charges > 1 && `shows ${charges} charges of one create`
    },
  ),
  'each cancel has a command of its own': ofEnds(
    (end) => cancelsOf(end).length > 0,
    (end, found) =>
      cancelsOf(end).length > possible('cancel', end, found) &&
      `was cancelled, and nobody's cancel was accepted`,
  ),
  'what the merchant cancelled he commanded': ofEnds(
    (end) => isPayment(end) && end.rejectCode?.startsWith('CANCELLED_BY') === true,
    (end, found) =>
      possible('cancel', end, found) === 0 &&
      `is ${end.status} by ${String(end.rejectCode)}, and nobody's cancel was accepted`,
  ),
  'no card is forgotten by itself': ofEnds(
    (end) => isCard(end) && end.status === 'DISCARDED',
    (end, found) =>
      possible('discard', end, found) === 0 && 'is DISCARDED, and nobody asked for it',
  ),
}

/** A hold's own end is nobody's command, and its transaction says so. */
const cancelsOf = ({ transactions }: End): EndTransaction[] =>
  transactions.filter(
    ({ type, transId }) => undoing.includes(type) && !transId.endsWith('-release'),
  )

const possible = (name: Command['name'], { id }: End, found: Case): number =>
  found.commandsOf(id).filter((one) => one.name === name && mayHaveHappened(one)).length

/**
 * Each command explains one transaction: an acknowledged one that which it was answered with, an
 * unknown one any of its amount; those that name no amount come last, because they fit the most.
 */
function unexplained(end: End, commands: Command[]): EndTransaction[] {
  const left = end.transactions.filter(({ type }) => laterTypes.includes(type))
  const take = (fits: (one: EndTransaction) => boolean) => {
    const index = left.findIndex(fits)
    if (index >= 0) left.splice(index, 1)
  }
  const later = commands.filter((one) => isLater(one.name) && mayHaveHappened(one))
  const rank = (one: Command) =>
    verdictOf(one) === 'acknowledged' ? 0 : one.amountMinor === undefined ? 2 : 1
  for (const one of later.sort((a, b) => rank(a) - rank(b))) {
    const type = isLater(one.name) ? typeOf[one.name] : undefined
    const transId = verdictOf(one) === 'acknowledged' ? transIdOf(one) : undefined
    take(
      (seen) =>
        seen.type === type &&
        (transId ?? seen.transId) === seen.transId &&
        (one.amountMinor ?? seen.amountMinor) === seen.amountMinor,
    )
  }
  return left
}

const sayDistinct = (name: string, distinct: Set<string>) =>
  distinct.size > 1 && `${name} under one key was answered ${[...distinct].join(' and ')}`

const keyed = ({ commands }: Case): Command[] => commands.filter(({ key }) => key !== undefined)
const subjectOf = ({ subject, extOrderId = '' }: Command): string => subject ?? extOrderId
const good = ({ answers }: Command) => answers.filter(({ status }) => isDone(status))
const isRepeated = (one: Command): boolean => good(one).length > 0 && one.answers.length > 1

/** Under one key there is one answer, however often it is asked for. */
export const answersAreStable: Rule = {
  'what is commanded later is answered alike to the letter': clause(
    (found) => keyed(found).filter((one) => isLater(one.name) && isRepeated(one)),
    subjectOf,
    (one) => sayDistinct(one.name, new Set(good(one).map(({ body }) => JSON.stringify(body)))),
  ),
  // It tells where it has got to, so only its name is the same.
  'a create names one payment': clause(
    (found) => keyed(found).filter((one) => !isLater(one.name) && isRepeated(one)),
    subjectOf,
    (one) => {
      const names = good(one).map(({ body: { paymentId, tokenizerId, disputeId } }) =>
        JSON.stringify([paymentId, tokenizerId, disputeId]),
      )
      return sayDistinct(one.name, new Set(names))
    },
  ),
  'what was done is not refused afterwards': clause(
    (found) => keyed(found).filter(isRepeated),
    subjectOf,
    ({ name, answers }) => {
      const done = answers.findIndex(({ status }) => isDone(status))
      const refusal = answers.slice(done).find(({ status }) => isRefusal(status))
      return refusal && `${name} under one key was done and then answered ${refusal.status}`
    },
  ),
}

/** Being asked to slow down is none. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 429
