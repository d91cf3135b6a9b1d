import { networkTokenType } from '../../card-token.ts'
import { referenceOf } from '../../id.ts'
import { notEnrolled } from '../../actor/sca-policy.ts'
import { present } from '../../present.ts'
import type { Call } from '../../actor/call.ts'
import { newCall } from '../../actor/new-call.ts'
import type { Authentication } from '../../actor/proof.ts'
import type { TokenizationEvent } from '../events.ts'
import { evolve } from '../evolve.ts'
import type { Tokenization } from '../tokenization.ts'
import { isProven } from '../tokenization.ts'
import type { Context } from '../../actor/context.ts'

/** The first step once everything needed is there: a card is proven before it is stored. */
export function startProcessing(tokenization: Tokenization, context: Context): TokenizationEvent[] {
  const { kind, instrument, authentication, options, merchant, way } = tokenization
  if (kind === 'NETWORK' && !networkTokenType(instrument?.organization))
    return [{ type: 'rejected', rejectCode: 'UNSUPPORTED_BIN' }]
  if (isProven(tokenization)) return [startStoring(tokenization, context)]
  if (merchant.checksWhereCharged && !way) return [startRouting(tokenization, context)]
  if (authentication || options.moto || way?.authentication?.by === 'acquirer')
    return [startVerification(tokenization, context)]
  return instrument?.enrolled === false
    ? goOn(tokenization, notEnrolled, context, {})
    : [startAuthentication(tokenization, context, false)]
}

/** Whatever the authentication was worth, the issuer is asked about the card next. */
export function goOn(
  tokenization: Tokenization,
  authentication: Authentication,
  context: Context,
  answers: { answers?: string },
): TokenizationEvent[] {
  const authenticated: TokenizationEvent = { type: 'authenticated', ...answers, authentication }
  const after = evolve(tokenization, authenticated, context.now)
  return [authenticated, startVerification(after, context)]
}

/** The account that the merchant's cards are charged through checks them as well. */
function startRouting(
  { id, verifications }: Tokenization,
  { commandId }: Context,
): TokenizationEvent {
  const reference = referenceOf(id, 'route', commandId, verifications + 1)
  return { type: 'routingStarted', call: newCall('route', reference) }
}

/** An issuer that wants the cardholder is obeyed by whoever can ask: the acquirer, else the server. */
export const stepUp = (tokenization: Tokenization, context: Context): TokenizationEvent =>
  tokenization.way?.authentication?.by === 'acquirer'
    ? startVerification(tokenization, context, { challengeMandated: true })
    : startAuthentication(tokenization, context, true)

function startAuthentication(
  { id, verifications }: Tokenization,
  { commandId }: Context,
  challengeMandated: boolean,
): TokenizationEvent {
  const reference = referenceOf(id, '3ds', commandId, verifications + 1)
  const call = newCall('authenticate', reference)
  return {
    type: 'authenticationStarted',
    call: challengeMandated ? { ...call, challengeMandated } : call,
  }
}

/** A zero-amount authorisation: the issuer says whether the card is good, and no money moves. */
export function startVerification(
  { id, verifications, instrument, way }: Tokenization,
  { commandId }: Context,
  asked: Pick<Call, 'challengeMandated'> = {},
): TokenizationEvent {
  const reference = referenceOf(id, 'verify', commandId, verifications + 1)
  const secretOwner = instrument?.secretOwner
  const call = newCall('authorize', reference)
  return {
    type: 'verificationStarted',
    call: { ...call, ...present({ secretOwner, via: way?.via }), ...asked },
  }
}

/** Our own number for a stored card, or a token of the card's network. */
export function startStoring(
  { id, kind }: Tokenization,
  { commandId }: Context,
): TokenizationEvent {
  const reference = referenceOf(id, 'token', commandId)
  return kind === 'COF'
    ? { type: 'storingStarted', call: newCall('assignToken', reference) }
    : { type: 'provisioningStarted', call: newCall('provision', reference) }
}
