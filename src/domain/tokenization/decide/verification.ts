import type { GivenReason } from '../../reasons/given-reason.ts'
import { reasonGiven, systemError } from '../../reasons/given-reason.ts'
import { accept } from '../../actor/decision.ts'
import type { Call, Outcome } from '../../actor/call.ts'
import type { Verdict } from '../../actor/resolve.ts'
import { NOT_SENT, resolve } from '../../actor/resolve.ts'
import { mayStepUp } from '../../actor/sca-policy.ts'
import type { Tokenization } from '../tokenization.ts'
import type { TokenizationDecision } from './context.ts'
import type { Context } from '../../actor/context.ts'
import { startAuthentication, startStoring } from './process.ts'

/** The zero-amount authorisation goes on until its verdict is certain, like one with money. */
export function verificationAnswer(
  tokenization: Tokenization,
  call: Call,
  outcome: Outcome,
  context: Context,
): TokenizationDecision {
  const step = resolve(call, outcome)
  if ('verdict' in step) return verdictOf(tokenization, step.verdict, call.id, context)
  const { next } = step
  const type =
    tokenization.phase === 'verifying'
      ? 'outcomeUnknown'
      : next.kind === 'authorize'
        ? 'verificationRepeated'
        : 'called'
  return accept([{ type, answers: call.id, call: next }])
}

function verdictOf(
  tokenization: Tokenization,
  verdict: Verdict,
  answers: string,
  context: Context,
): TokenizationDecision {
  const { softDeclined, options } = tokenization
  const rejected = (reason: GivenReason): TokenizationDecision =>
    accept([{ type: 'rejected', answers, ...reason }])
  switch (verdict.type) {
    case 'approved':
      return accept([{ ...startStoring(tokenization, context), answers }])
    case 'softDeclined':
      return mayStepUp({ softDeclined, moto: options.moto })
        ? accept([{ ...startAuthentication(tokenization, context, true), answers }])
        : rejected(reasonGiven({ rejectCode: 'SCA_REQUIRED', detail: verdict.detail }))
    case 'declined':
      return rejected(reasonGiven(verdict))
    case 'redirected':
    case 'away':
      return rejected({ rejectCode: 'SCA_REQUIRED' })
    case 'partial':
      return rejected({ rejectCode: 'PARTIAL_NOT_SUPPORTED' })
    case 'undone':
      return rejected({ rejectCode: 'UNKNOWN_OUTCOME' })
    case 'secretLost':
      return accept([{ type: 'secretLost', answers }])
    case 'notSent':
      return accept([{ type: 'errored', answers, ...systemError(NOT_SENT) }])
  }
}
