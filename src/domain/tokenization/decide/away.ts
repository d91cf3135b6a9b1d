import type { Outcome } from '../../actor/call.ts'
import type { Context } from '../../actor/context.ts'
import { accept } from '../../actor/decision.ts'
import { awayWith } from '../../actor/redirect.ts'
import { present } from '../../present.ts'
import type { TokenizationCommandOf } from '../commands.ts'
import type { Tokenization } from '../tokenization.ts'
import type { Decide } from './context.ts'
import { verificationAnswer } from './verification.ts'

/** A cardholder is back from the acquirer's page. Nothing that the browser says is believed: it is asked. */
export const payerReturned: Decide<TokenizationCommandOf<'payerReturned'>> = (
  tokenization,
  { reference, proof },
) =>
  accept(
    awayWith(tokenization, reference) ? [{ type: 'payerReturned', ...present({ proof }) }] : [],
  )

/** The acquirer speaks by itself: an answer to our question, else a reason to ask. */
export const acquirerNews: Decide<TokenizationCommandOf<'acquirerNews'>> = (
  tokenization,
  { reference, outcome },
  context,
) => {
  const away = awayWith(tokenization, reference)
  if (!away) return accept([])
  return outcome.type === 'approved' || outcome.type === 'declined'
    ? answered(tokenization, outcome, context)
    : accept([{ type: 'payerReturned' }])
}

const answered = (tokenization: Tokenization, outcome: Outcome, context: Context) => {
  const { calls, redirect } = tokenization
  const call = calls.find(({ away }) => away) ?? redirect?.charge
  return call ? verificationAnswer(tokenization, call, outcome, context) : accept([])
}
