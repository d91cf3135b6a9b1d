import { NOT_SENT, resolve } from '../../actor/resolve.ts'
import type { GivenReason } from '../../reasons/given-reason.ts'
import { reasonGiven, systemError } from '../../reasons/given-reason.ts'
import type { Call, Context, Decided, OnVerdict, Outcome, Payment, Verdict } from './operation.ts'
import { accept } from './operation.ts'

/** An operation at the acquirer goes on until its verdict is certain. */
export function untilCertain(
  payment: Payment,
  call: Call,
  outcome: Outcome,
  context: Context,
  onVerdict: OnVerdict,
): Decided {
  const step = resolve(call, outcome)
  return 'verdict' in step
    ? onVerdict(payment, call.about ?? call, step.verdict, call.id, context)
    : accept([{ type: followUpEvent(payment, step.next), answers: call.id, call: step.next }])
}

function followUpEvent(
  { phase }: Payment,
  { kind }: Call,
): 'outcomeUnknown' | 'authorizationRepeated' | 'called' {
  if (phase === 'authorizing') return 'outcomeUnknown'
  return phase === 'resolving' && kind === 'authorize' ? 'authorizationRepeated' : 'called'
}

export const approvalOf = ({ type: _, ...approval }: Extract<Verdict, { type: 'approved' }>) =>
  approval

/** Why an operation after the authorisation was not done. */
export function reasonOf(verdict: Exclude<Verdict, { type: 'approved' }>): GivenReason {
  switch (verdict.type) {
    case 'declined':
      return reasonGiven(verdict)
    case 'undone':
      return { rejectCode: 'UNKNOWN_OUTCOME' }
    case 'softDeclined':
      return reasonGiven({ rejectCode: 'SCA_REQUIRED', detail: verdict.detail })
    case 'partial':
      return systemError(`the acquirer did it for ${verdict.approvedAmountMinor} minor units`)
    case 'redirected':
    case 'away':
      return systemError('the acquirer sent a payer away who is not there')
    case 'secretLost':
      return systemError('nobody took the call to send it')
    case 'notSent':
      return systemError(NOT_SENT)
  }
}
