import type { GivenReason } from '../../reasons/given-reason.ts'
import { reasonGiven, systemError } from '../../reasons/given-reason.ts'
import { accept } from '../../actor/decision.ts'
import type { Call, Outcome } from '../../actor/call.ts'
import type { Verdict } from '../../actor/resolve.ts'
import { NOT_SENT, resolve } from '../../actor/resolve.ts'
import { redirectTo } from '../../actor/redirect.ts'
import { mayStepUp } from '../../actor/sca-policy.ts'
import { present } from '../../present.ts'
import type { Tokenization } from '../tokenization.ts'
import type { TokenizationDecision } from './context.ts'
import type { Context } from '../../actor/context.ts'
import { startStoring, stepUp } from './process.ts'

/** The zero-amount authorisation goes on until its verdict is certain, like one with money. */
export function verificationAnswer(
  tokenization: Tokenization,
  call: Call,
  outcome: Outcome,
  context: Context,
): TokenizationDecision {
  const step = resolve(call, outcome)
  if ('verdict' in step) return verdictOf(tokenization, step.verdict, call, call.id, context)
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
  call: Call,
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
        ? accept([{ ...stepUp(tokenization, context), answers }])
        : rejected(reasonGiven({ rejectCode: 'SCA_REQUIRED', detail: verdict.detail }))
    case 'declined':
      return rejected(reasonGiven(verdict))
    case 'away':
      return accept([{ type: 'called', answers }])
    case 'redirected':
      return sentAway(tokenization, call, verdict, answers, context)
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

/** To the acquirer's page, where it may ask; whoever is there already is still there. */
function sentAway(
  { phase, way }: Tokenization,
  call: Call,
  { url, acquirerRef }: Extract<Verdict, { type: 'redirected' }>,
  answers: string,
  { now }: Context,
): TokenizationDecision {
  if (phase === 'redirected') return accept([{ type: 'called', answers }])
  if (way?.authentication?.by !== 'acquirer')
    return accept([{ type: 'rejected', answers, rejectCode: 'SCA_REQUIRED' }])
  const redirect = redirectTo(url, call.about ?? call, now)
  return accept([{ type: 'payerRedirected', answers, redirect, ...present({ acquirerRef }) }])
}
