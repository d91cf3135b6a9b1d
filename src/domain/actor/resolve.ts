import type { Call, Outcome, UnknownReason } from './call.ts'
import { callAgain, newCall } from './new-call.ts'

const MAX_ATTEMPTS = 3

/** For operators, when a provider could not be reached at all. */
export const NOT_SENT = 'the request could not be sent'

/** How an operation at the acquirer ended, once it is known for certain. */
export type Verdict =
  | Extract<
      Outcome,
      {
        type:
          | 'approved'
          | 'redirected'
          | 'partial'
          | 'declined'
          | 'softDeclined'
          | 'secretLost'
          | 'notSent'
      }
    >
  /** Nobody knows what happened, but it is undone and can never happen any more. */
  | { type: 'undone' }
  /** The payer is still away with the charge. */
  | { type: 'away' }

/**
 * The next step after an answer, or the verdict. An outcome is never guessed: unknown is asked about,
 * what was not found after a refused request or a lost process is sent again under the same reference
 * (three times at most), as is after silence what nobody but the repeated request can tell; what was not
 * found otherwise is reversed until that is acknowledged.
 * So is what cannot be sent again because its secret was lost with the process; the payer is asked then.
 */
export function resolve(call: Call, outcome: Outcome): { verdict: Verdict } | { next: Call } {
  if (call.kind === 'inquire') return afterInquiry(call, outcome)
  if (call.about)
    return outcome.type === 'unknown' ? { next: callAgain(call) } : closed(call.about, call.because)
  if (isHalfDone(call, outcome)) return { next: closing(call) }
  if (outcome.type !== 'unknown') return { verdict: verdictOf(outcome) }
  const { id, reference } = call
  return {
    next: {
      ...newCall('inquire', reference),
      id: `${id}/inquire`,
      about: call,
      because: outcome.because,
    },
  }
}

function afterInquiry(inquiry: Call, outcome: Outcome): { verdict: Verdict } | { next: Call } {
  const operation = inquiry.about
  if (!operation) throw new Error('an inquiry is about an operation')
  if (outcome.type === 'neverSent')
    return operation.secretOwner
      ? { verdict: { type: 'secretLost' } }
      : { next: callAgain(operation) }
  // Nothing new: it is asked at the next turn.
  if (inquiry.away && (outcome.type === 'pending' || outcome.type === 'unknown'))
    return { verdict: { type: 'away' } }
  if (outcome.type === 'unknown') return { next: askAgain(inquiry, operation) }
  if (isHalfDone(operation, outcome)) return { next: closing(operation) }
  if (outcome.type !== 'notFound') return { verdict: verdictOf(outcome) }
  const { because } = inquiry
  const mayRepeat = because === 'serverError' || because === 'interrupted' || outcome.byRepeat
  return mayRepeat && !isLostWithSecret(operation, because) && operation.attempt < MAX_ATTEMPTS
    ? { next: callAgain(operation) }
    : { next: closing(operation, because) }
}

/**
 * A capture or a change of a hold for another sum than was asked for must not stand: it is undone. A
 * charge is undone by its payment, and of a refund the money is with the payer.
 */
const isHalfDone = ({ kind }: Call, outcome: Outcome): boolean =>
  outcome.type === 'partial' && (kind === 'capture' || kind === 'adjust')

const closed = (operation: Call, because?: UnknownReason): { verdict: Verdict } => ({
  verdict: { type: isLostWithSecret(operation, because) ? 'secretLost' : 'undone' },
})

const isLostWithSecret = ({ secretOwner }: Call, because?: UnknownReason): boolean =>
  because === 'interrupted' && secretOwner !== undefined

/** Anything else than an end of the operation is no answer to it. */
function verdictOf(outcome: Outcome): Verdict {
  switch (outcome.type) {
    case 'approved':
    case 'redirected':
    case 'partial':
    case 'declined':
    case 'softDeclined':
    case 'secretLost':
    case 'notSent':
      return outcome
    default:
      throw new Error(`broken invariant: ${outcome.type} is no end of an operation`)
  }
}

/** An inquiry that nobody answered says nothing: the same question, under a name of its own. */
const askAgain = (inquiry: Call, operation: Call): Call => {
  const attempt = inquiry.attempt + 1
  return { ...inquiry, attempt, id: `${operation.id}/inquire-${attempt}` }
}

const closing = (operation: Call, because?: UnknownReason): Call => ({
  ...newCall('reverse', `${operation.reference}-close`, operation.amountMinor),
  id: `call/${operation.reference}/close`,
  originalReference: operation.reference,
  reason: 'TIMEOUT',
  about: operation,
  ...(because === 'interrupted' && { because }),
})
