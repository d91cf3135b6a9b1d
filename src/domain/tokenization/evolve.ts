import type { GivenReason } from '../reasons/given-reason.ts'
import { reasonGiven } from '../reasons/given-reason.ts'
import { challengeAsked } from '../actor/authentication.ts'
import { askedAgain, backFrom } from '../actor/redirect.ts'
import { assert } from '../assert.ts'
import { wayOf } from '../routing/route.ts'
import type { Instrument } from '../instrument.ts'
import type { Call } from '../actor/call.ts'
import type { TokenizationEvent, TokenizationEventOf, TokenizationEventType } from './events.ts'
import type { Tokenization } from './tokenization.ts'
import { nextTokenizationPhase, transitions } from './transitions.ts'
import { present } from '../present.ts'

/** The tokenization after an event. Total, pure, and the only way a tokenization changes. */
export function evolve(
  tokenization: Tokenization | undefined,
  event: TokenizationEvent,
  at: number,
): Tokenization {
  if (event.type === 'created')
    return { ...event.tokenization, calls: withCall(event.tokenization.calls, event) }
  assert(tokenization, `${event.type} before created`)
  const phase = nextTokenizationPhase(tokenization.phase, event.type)
  assert(phase ?? !moving.has(event.type), `${event.type} in ${tokenization.phase}`)
  const change = changes[event.type] as (
    tokenization: Tokenization,
    event: TokenizationEvent,
    at: number,
  ) => Patch
  return compact({
    ...tokenization,
    calls: withCall(tokenization.calls, event),
    ...change(tokenization, event, at),
    phase: phase ?? tokenization.phase,
    updatedAt: at,
  })
}

type Patch = { [K in keyof Tokenization]?: Tokenization[K] | undefined }

const nothing = (): Patch => ({})

const changes: {
  [T in TokenizationEventType]: (
    tokenization: Tokenization,
    event: TokenizationEventOf<T>,
    at: number,
  ) => Patch
} = {
  created: nothing,
  detailsGiven: (_, { instrument, device }) => ({ ...present({ instrument, device }) }),
  routingStarted: nothing,
  routeChosen: ({ merchant }, { choice }) => ({ way: wayOf(choice, merchant.acquirer) }),
  authenticationStarted: (_, { call }) => ({
    redirect: undefined,
    challenge: undefined,
    ...(call?.challengeMandated && { softDeclined: true }),
  }),
  challengeNeeded: (_, { challenge }) => ({ challenge }),
  challengeInquired: ({ challenge }, _, at) => ({
    challenge: challenge && challengeAsked(challenge, at),
  }),
  authenticated: (_, { authentication }) => ({ challenge: undefined, authentication }),
  verificationStarted: ({ verifications }, { call }) => ({
    verifications: verifications + 1,
    redirect: undefined,
    acquirerRef: undefined,
    ...(call?.challengeMandated && { softDeclined: true }),
  }),
  verificationRepeated: nothing,
  payerRedirected: (_, { redirect, acquirerRef }) => ({ redirect, acquirerRef }),
  payerReturned: ({ redirect }, { proof }, at) => ({
    redirect: redirect && backFrom(redirect, proof, at),
  }),
  chargeInquired: ({ redirect }, _, at) => ({ redirect: redirect && askedAgain(redirect, at) }),
  outcomeUnknown: nothing,
  secretLost: ({ instrument }) => ({ instrument: instrument && withoutSecret(instrument) }),
  storingStarted: () => ({ redirect: undefined }),
  provisioningStarted: () => ({ redirect: undefined }),
  called: nothing,
  stored: ({ instrument }, { token }, at) => ({
    ending: undefined,
    instrument: instrument && withoutSecret(instrument),
    token: { ...token, status: 'ACTIVE', createdAt: at },
  }),
  endRequested: (_, { ending }) => ({ ending }),
  undoingStarted: (_, { token }) => ({ unwanted: token }),
  tokenStateChanged: ({ token }, { status, saidAt }) => ({
    token: token && { ...token, status },
    ...present({ tokenSaidAt: saidAt }),
  }),
  tokenRenewed: ({ token }, { expDate, cardMask, saidAt }) => ({
    // Retention takes the expiry out of what happened.
    token: token && { ...token, ...present({ expDate, cardMask }) },
    tokenRenewedAt: saidAt,
  }),
  discardingStarted: ({ token }) => ({ token: token && { ...token, status: 'DISCARDED' } }),
  discarded: nothing,
  rejected: ended,
  cancelled: ended,
  errored: ended,
  clockMoved: (_, { offsetMs, advance }) => ({ clockOffsetMs: offsetMs, advance }),
  held: (_, { reason }) => ({ held: reason }),
  resumed: () => ({ held: undefined }),
}

function ended({ instrument }: Tokenization, reason: GivenReason): Patch {
  const dropped = {
    challenge: undefined,
    redirect: undefined,
    ending: undefined,
    unwanted: undefined,
  }
  return { ...dropped, instrument: instrument && withoutSecret(instrument), ...reasonGiven(reason) }
}

const withoutSecret = ({ secretOwner: _, ...instrument }: Instrument): Instrument => instrument

/** Events that only ever happen in the phases that name them in the table of transitions. */
const moving: ReadonlySet<string> = new Set(
  Object.values<object>(transitions).flatMap((row) => Object.keys(row)),
)

/** Absent and undefined are one thing in JSON; here too. */
const compact = (patched: Patch): Tokenization =>
  Object.fromEntries(
    Object.entries(patched).filter(([, value]) => value !== undefined),
  ) as unknown as Tokenization

/** A new call takes the place of the one that it follows up. The end ends what only led to it. */
function withCall(calls: Call[], { type, answers, call }: TokenizationEvent): Call[] {
  const ends = type === 'rejected' || type === 'cancelled' || type === 'errored'
  const open = ends ? [] : calls.filter(({ id }) => id !== answers)
  return call ? [...open, call] : open
}
