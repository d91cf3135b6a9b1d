import { isSale } from './books.ts'
import type { Account, Books, Decision, Operation } from './books.ts'
import { acquirerReference } from './identifiers.ts'
import type { LaterRequest } from './requests.ts'

export type Later = 'capture' | 'adjust' | 'refund' | 'reverse'

/** How a commanded operation goes, by the last two digits of its amount. */
export type Fate = 'done' | 'refused' | 'answerLost' | 'notDone'

export function fateOf(operation: Later, { amountMinor, reason }: LaterRequest): Fate {
  // Reversals that nobody commanded always succeed.
  if (operation === 'reverse' && reason !== 'CANCEL') return 'done'
  const fates: Record<number, Fate> = { 41: 'refused', 42: 'answerLost', 43: 'notDone' }
  return fates[amountMinor % 100] ?? 'done'
}

/** The response code of an operation on an earlier authorisation. */
export function decideLater(operation: Later, request: LaterRequest, books: Books): Decision {
  const { reference } = request
  const responseCode = judge(operation, request, books)
  const done = responseCode === '00' ? { acquirerRef: acquirerReference() } : {}
  return { reference, responseCode, ...done }
}

/** A reversal is acknowledged when it was done or there is nothing to undo. */
export const isAcknowledged = ({ responseCode }: Decision) =>
  ['00', '21', '25'].includes(responseCode)

function judge(operation: Later, request: LaterRequest, books: Books): string {
  if (fateOf(operation, request) === 'refused') return '05'
  if (operation === 'reverse') return judgeReversal(request, books)
  const account = books.accountOf(request.originalReference)
  if (!account) return '25'
  if (books.reversed.has(request.originalReference)) return '12'
  return judgements[operation](request, account)
}

const judgements = {
  capture: ({ amountMinor }: LaterRequest, account: Account) => {
    if (account.kind !== 'PREAUTH' || account.finalCapture !== undefined) return '12'
    return account.capturedMinor + amountMinor > account.authorizedMinor ? 'N8' : '00'
  },
  adjust: (_request: LaterRequest, account: Account) =>
    account.kind !== 'PREAUTH' || account.capturedMinor > 0 ? '12' : '00',
  refund: ({ amountMinor }: LaterRequest, account: Account) =>
    account.refundedMinor + amountMinor > account.capturedMinor ? '13' : '00',
}

function judgeReversal({ originalReference, reason }: LaterRequest, books: Books): string {
  const original = books.operations.get(originalReference)
  if (!original) return '25'
  if (!original.processed || books.reversed.has(originalReference)) return '21'
  return reason === 'CANCEL' && isPastCancelling(original, books) ? '12' : '00'
}

/** Money that was captured or settled goes back by refund. */
function isPastCancelling({ reference, kind }: Operation, books: Books): boolean {
  if (isSale(kind)) return !books.unsettled.has(reference)
  return (books.accountOf(reference)?.capturedMinor ?? 0) > 0
}
