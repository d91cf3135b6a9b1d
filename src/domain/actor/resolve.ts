import type { Call, Outcome } from './call.ts'

const MAX_ATTEMPTS = 3

/** How an operation at the acquirer ended, once it is known for certain. */
export type Verdict =
  | Extract<
      Outcome,
      { type: 'approved' | 'partial' | 'declined' | 'softDeclined' | 'secretLost' | 'notSent' }
    >
  /** Nobody knows what happened, but it is undone and can never happen any more. */
  | { type: 'undone' }

/**
 * The next step after an answer, or the verdict. An outcome is never guessed: unknown is asked about,
 * what was not found after a refused request is sent again under the same reference (three times at
 * most), and what was not found after silence is reversed until that is acknowledged.
 */
export function resolve(call: Call, outcome: Outcome): { verdict: Verdict } | { next: Call } {
  if (call.kind === 'inquire') return afterInquiry(call, outcome)
  if (call.about) return { verdict: { type: 'undone' } }
  if (outcome.type !== 'unknown') return { verdict: outcome as Verdict }
  const { id, reference } = call
  return {
    next: {
      id: `${id}/inquire`,
      kind: 'inquire',
      reference,
      amountMinor: 0,
      attempt: 1,
      about: call,
      because: outcome.because,
    },
  }
}

function afterInquiry(inquiry: Call, outcome: Outcome): { verdict: Verdict } | { next: Call } {
  const operation = inquiry.about
  if (!operation) throw new Error('an inquiry is about an operation')
  if (outcome.type === 'neverSent')
    return operation.secretOwner ? { verdict: { type: 'secretLost' } } : { next: again(operation) }
  if (outcome.type !== 'notFound') return { verdict: outcome as Verdict }
  const mayRepeat = inquiry.because === 'serverError' && operation.attempt < MAX_ATTEMPTS
  return { next: mayRepeat ? again(operation) : closing(operation) }
}

const again = (operation: Call): Call => {
  const attempt = operation.attempt + 1
  return { ...operation, attempt, id: `call/${operation.reference}/${attempt}` }
}

const closing = (operation: Call): Call => ({
  id: `call/${operation.reference}/close`,
  kind: 'reverse',
  reference: `${operation.reference}-close`,
  originalReference: operation.reference,
  amountMinor: operation.amountMinor,
  attempt: 1,
  reason: 'TIMEOUT',
  about: operation,
})
