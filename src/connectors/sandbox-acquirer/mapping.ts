import { z } from 'zod'
import { declineOf, responseCodes } from '../../domain/reasons/decline.ts'
import { systemError } from '../../domain/reasons/given-reason.ts'
import { isNotFound, refusalWords } from '../http.ts'
import type { Answer } from '../http.ts'
import { approvedFor } from '../acquirer.ts'
import type { AcquirerOutcome, DecidedOutcome, InquiryOutcome } from '../acquirer.ts'
import { outcomeFrom } from '../outcome-from.ts'
import { present } from '../../domain/present.ts'

/** What the acquirer's answer to an operation means. */
export function outcomeOf(
  answer: Answer<Decision>,
  operation: Operation,
  askedMinor: number,
): AcquirerOutcome {
  return outcomeFrom<Decision, string, DecidedOutcome, AcquirerOutcome>(
    answer,
    (body) => decidedOutcome(body, operation, askedMinor),
    (refusal) => ({ type: 'declined', ...systemError(refusalWords(refusal)) }),
  )
}

export function inquiryOf(
  answer: Answer<RecordedDecision>,
  askedMinor: number | undefined,
): InquiryOutcome {
  if (isNotFound(answer)) return { type: 'notFound' }
  if (answer.type !== 'answered') return { type: 'unknown' }
  const { responseCode, operation } = answer.body
  // The acquirer never learnt the issuer's answer, or says what nobody can read: it is undone.
  if (responseCode === '68' || outcomes[responseCode] === undefined) return { type: 'notFound' }
  const outcome = decidedOutcome(answer.body, operation, askedMinor)
  return outcome ? { type: 'found', outcome } : { type: 'unknown' }
}

/** Undefined when the outcome must be asked for: the response code says so, or says nothing to us. */
function decidedOutcome(
  decision: Decision,
  operation: Operation,
  askedMinor: number | undefined,
): DecidedOutcome | undefined {
  const { responseCode, authCode, acquirerRef, networkTransactionId } = decision
  const { approvedAmountMinor } = decision
  if (responseCode === '00' || (operation === 'reverse' && nothingToUndo.has(responseCode))) {
    const named = present({ authCode, acquirerRef, networkTransactionId })
    const approval = { type: 'approved', ...named } as const
    // Of a reversal the sum is what stood there, which may have been less than was ever asked for.
    return approvedFor(
      approval,
      approvedAmountMinor,
      operation === 'reverse' ? undefined : askedMinor,
    )
  }
  const meaning = outcomes[responseCode]
  if (meaning === undefined || meaning === 'unknown') return undefined
  if (meaning === 'partial')
    return operation === 'reverse'
      ? undefined
      : { type: 'partial', approvedAmountMinor: approvedAmountMinor ?? 0 }
  if (operation === 'authorize' && meaning === 'softDeclined') {
    return { type: 'softDeclined', detail: codeWords(responseCode) }
  }
  const { code: rejectCode } = declineOf(responseCode)
  return { type: 'declined', rejectCode, detail: codeWords(responseCode) }
}

/** What a response code means in answer to an authorisation. */
export const outcomes: Readonly<Record<string, string>> = {
  ...responseCodes,
  '00': 'approved',
  '10': 'partial',
  '65': 'softDeclined',
  '1A': 'softDeclined',
  '68': 'unknown',
  '94': 'unknown',
}

/** Several codes of the issuer are one reason of ours: operators read which it was. */
const codeWords = (responseCode: string): string => `response code ${responseCode}`

const nothingToUndo = new Set(['21', '25'])

const Operation = z.enum(['authorize', 'capture', 'adjust', 'reverse', 'refund'])
type Operation = z.infer<typeof Operation>

/** An answer that names another reference is some other operation's answer: no answer to us. */
export const decisionOn = (reference: string) =>
  z.object({
    reference: z.literal(reference),
    responseCode: z.string().regex(/^[0-9A-Z]{2}$/),
    authCode: z.exactOptional(z.string().max(40)),
    acquirerRef: z.exactOptional(z.string().max(100)),
    approvedAmountMinor: z.exactOptional(z.int().nonnegative()),
    networkTransactionId: z.exactOptional(z.string().max(100)),
  })
type Decision = z.infer<ReturnType<typeof decisionOn>>

export const recordedDecisionOn = (reference: string) =>
  decisionOn(reference).extend({ operation: Operation })
type RecordedDecision = z.infer<ReturnType<typeof recordedDecisionOn>>
