import type { Command, End, EndTransaction } from '../evidence.ts'
import { mayHaveHappened, verdictOf } from '../evidence.ts'
import type { Case, Finding, Rule } from './rule.ts'
import { paymentsOf } from './rule.ts'

/** What a command leaves among the transactions of its payment. */
const typeOf = { capture: 'CAPTURE', adjustment: 'ADJUSTMENT', refund: 'REFUND' } as const
/** A cancel leaves one of these, when there was money to give back. */
const undoing: readonly string[] = ['CANCEL', 'REVERSAL']
type Later = keyof typeof typeOf
const isLater = (name: string): name is Later => name in typeOf

/** A create that was answered 200 made one payment; none made two. */
export const oneCreateOnePayment: Rule = (found) =>
  found.commands.flatMap((command): Finding[] => {
    if (command.name !== 'create' || command.extOrderId === undefined) return []
    const made = found.endsOfOrder(command.extOrderId).length
    const subject = command.extOrderId
    if (made > 1) return [{ subject, text: `one create made ${made} payments` }]
    const isMissing = verdictOf(command) === 'acknowledged' && made === 0
    return isMissing ? [{ subject, text: 'was acknowledged, and there is no payment' }] : []
  })

/** Every acknowledged command is there once, with its amount, and has come to an end. */
export const acknowledgedHappenedOnce: Rule = (found) =>
  found.commands.flatMap((command): Finding[] => {
    const { name, subject } = command
    if (subject === undefined || verdictOf(command) !== 'acknowledged') return []
    const end = found.endOf(subject)
    if (!end) return [{ subject, text: `${name} was acknowledged, and there is no such payment` }]
    if (name === 'cancel') return cancelled(end)
    return isLater(name) ? happened(command, end, typeOf[name]) : []
  })

function happened(command: Command, end: End, type: string): Finding[] {
  const answer = command.answers.find(({ status }) => status === 200)
  const transId = String(answer?.body.transId)
  const matching = end.transactions.filter((one) => one.type === type && one.transId === transId)
  const say = (text: string) => [{ subject: end.id, text: `${command.name} ${transId} ${text}` }]
  const [one] = matching
  if (matching.length !== 1 || !one) return say(`is there ${matching.length} times`)
  if (one.status === 'PENDING') return say('never ends')
  if (command.amountMinor !== undefined && one.amountMinor !== command.amountMinor)
    return say(`is of ${one.amountMinor} instead of ${command.amountMinor}`)
  return []
}

function cancelled(end: End): Finding[] {
  const refused = end.transactions.some(
    ({ type, status }) => undoing.includes(type) && status === 'REJECTED',
  )
  const isOver = ['CANCELLED', 'REJECTED', 'ERROR'].includes(end.status)
  if (isOver || refused) return []
  return [{ subject: end.id, text: `a cancel was acknowledged, and it is ${end.status}` }]
}

/**
 * What was refused, or answered 503 without a key, did not happen; nor did anything that nobody
 * commanded.
 */
export const onlyCommandedHappened: Rule = (found) => [
  ...found.commands.flatMap((command) => createdAfterAll(command, found)),
  ...paymentsOf(found).flatMap((end) => uncommanded(end, found.commandsOf(end.id))),
]

function createdAfterAll(command: Command, found: Case): Finding[] {
  if (command.name !== 'create' || mayHaveHappened(command)) return []
  const answered = String(command.answers.at(-1)?.status)
  return found.endsOfOrder(command.extOrderId ?? '').flatMap((end): Finding[] => {
    const moved = found.booksOf(end.id).some(({ processed }) => processed)
    if (!moved && !['COMPLETED', 'SETTLED'].includes(end.status)) return []
    return [{ subject: end.id, text: `its create was answered ${answered}, and it happened` }]
  })
}

function uncommanded(end: End, commands: Command[]): Finding[] {
  const explained = (transaction: EndTransaction): boolean =>
    commands.some(
      (command) =>
        isLater(command.name) &&
        typeOf[command.name] === transaction.type &&
        (command.amountMinor ?? transaction.amountMinor) === transaction.amountMinor &&
        mayHaveHappened(command),
    )
  const later = end.transactions.filter(({ type }) => Object.values<string>(typeOf).includes(type))
  return [
    ...later
      .filter((one) => !explained(one))
      .map((one) => ({
        subject: end.id,
        text: `${one.type} of ${one.amountMinor} (${one.status}) was not commanded, or was answered with a promise that it did not happen`,
      })),
    ...uncommandedCancel(end, commands),
  ]
}

/** A hold's own end is nobody's command, and its transaction says so. */
function uncommandedCancel(end: End, commands: Command[]): Finding[] {
  const cancels = end.transactions.filter(
    ({ type, transId }) => undoing.includes(type) && !transId.endsWith('-release'),
  )
  const possible = commands.filter(({ name }) => name === 'cancel').filter(mayHaveHappened)
  const byMerchant = end.status === 'CANCELLED' && end.rejectCode?.startsWith('CANCELLED_BY')
  if (cancels.length <= possible.length && (!byMerchant || possible.length > 0)) return []
  return [{ subject: end.id, text: `was cancelled, and nobody's cancel was accepted` }]
}

/** Under one key there is one answer, however often it is asked for. */
export const answersAreStable: Rule = ({ commands }) =>
  commands.flatMap((command): Finding[] => {
    const given = command.answers.filter(({ status }) => status === 200)
    const distinct = new Set(given.map(({ body }) => identityOf(command, body)))
    if (distinct.size < 2) return []
    const subject = command.subject ?? command.extOrderId ?? ''
    const text = `${command.name} under one key was answered ${[...distinct].join(' and ')}`
    return [{ subject, text }]
  })

/** What is commanded later is answered alike to the letter; a create tells where it has got to. */
const identityOf = (command: Command, body: Record<string, unknown>): string =>
  isLater(command.name) ? JSON.stringify(body) : JSON.stringify([body.paymentId, body.tokenizerId])
