import { reasons } from '../domain/reasons/reason.ts'
import type { ReasonCode } from '../domain/reasons/reason.ts'
import { createHash } from 'node:crypto'
import { moverOf, traitsOf } from '../domain/instrument.ts'
import type { Method } from '../domain/instrument.ts'
import type { App, Payment } from '../domain/payment/payment.ts'
import type { Redirect } from '../domain/actor/redirect.ts'
import type { Challenge } from '../domain/actor/authentication.ts'
import { statusOfPhase } from '../domain/payment/phase.ts'
import { challengeData } from '../domain/actor/view/challenge-data.ts'
import { rejection } from '../domain/actor/view/rejection.ts'
import type { DataRequest } from '../domain/actor/data-request.ts'
import { present } from '../domain/present.ts'
import { wants } from '../domain/payment/wants.ts'
import type { Tokenization } from '../domain/tokenization/tokenization.ts'
import { statusOfTokenization } from '../domain/tokenization/phase.ts'
import { wants as tokenizationWants } from '../domain/tokenization/wants.ts'
import type { Subject } from './subject.ts'
import { payerReasonOf } from './texts/texts.ts'
import type { PayerReason } from '../domain/reasons/payer-text.ts'

/** What the payer sees: a function of the committed state and nothing else. */
export type Screen =
  | { name: 'choose'; preferred?: Method }
  | { name: 'cvv'; card: string }
  | { name: 'code' }
  | { name: 'app'; apps: App[] }
  | { name: 'device' }
  | { name: 'profiling'; url: string; serverTransId: string; asked?: true }
  | { name: 'challenge'; acsUrl: string; creq: string }
  | { name: 'challengePage'; url: string }
  | { name: 'away'; url: string; forward: boolean }
  | { name: 'bank'; url: string }
  | { name: 'blik'; until?: number }
  | { name: 'working' }
  | { name: 'done'; held: boolean; at?: number; method?: Method; brand?: string; card?: string }
  | { name: 'failed'; reason?: PayerReason; moneyMayBeOut: boolean }
  | { name: 'expired' }
  | { name: 'cancelled'; reason?: PayerReason; moneyMayBeOut: boolean }

export const screenOf = (subject: Subject): Screen =>
  subject.kind === 'payment' ? paymentScreen(subject.state) : tokenizationScreen(subject.state)

/** Changes when the screen does: the page waits for that. */
export const screenKey = (screen: Screen): string =>
  createHash('sha256').update(JSON.stringify(screen)).digest('base64url').slice(0, 16)

export const isFinal = ({ name }: Screen): boolean =>
  name === 'done' || name === 'failed' || name === 'expired' || name === 'cancelled'

function paymentScreen(payment: Payment): Screen {
  const { phase, instrument, method, redirectUrl, ending } = payment
  const ended = endOf(statusOfPhase[phase], payment, isMoneyOut(payment))
  if (ended) {
    return ended.name === 'done' ? { ...ended, ...receiptOf(payment) } : ended
  }
  if (ending) return { name: 'working' }
  if (phase === 'awaitingPayer') {
    if (redirectUrl !== undefined) return { name: 'bank', url: redirectUrl }
    if (instrument && traitsOf(instrument.type).family === 'blik')
      return { name: 'blik', ...(payment.payerUntil && { until: payment.payerUntil }) }
  }
  if (phase === 'redirected' && payment.redirect) return awayScreen(payment, payment.redirect)
  if (phase === 'profiling' && payment.profiling) {
    const { url, serverTransId, asked } = payment.profiling
    return { name: 'profiling', url, serverTransId, ...present({ asked }) }
  }
  const asked = askedFor(wants(payment), payment.challenge, instrument?.cardMask, payment.apps)
  if (asked?.name === 'choose' && method !== 'UNKNOWN') return { ...asked, preferred: method }
  return asked ?? { name: 'working' }
}

/** Whoever is back is not sent away again by itself; while the acquirer is asked, there is nothing to do. */
function awayScreen(
  { calls, updatedAt }: Pick<Payment, 'calls' | 'updatedAt'>,
  { url, returned, askAt }: Redirect,
): Screen {
  const isAsked = calls.length > 0 || askAt <= updatedAt
  return returned && isAsked ? { name: 'working' } : { name: 'away', url, forward: !returned }
}

function receiptOf({ options, capturedMinor, completedAt, method, instrument }: Payment) {
  return {
    held: options.transKind === 'PREAUTH' && capturedMinor === 0,
    ...present({
      at: completedAt,
      method: method === 'UNKNOWN' ? undefined : method,
      brand: instrument?.organization,
    }),
  }
}

function tokenizationScreen(tokenization: Tokenization): Screen {
  const { phase, challenge, redirect, instrument, ending } = tokenization
  const ended = endOf(statusOfTokenization[phase], tokenization, false)
  if (ended) return ended
  if (ending) return { name: 'working' }
  if (phase === 'redirected' && redirect) return awayScreen(tokenization, redirect)
  return (
    askedFor(tokenizationWants(tokenization), challenge, instrument?.cardMask) ?? {
      name: 'working',
    }
  )
}

function askedFor(
  request: DataRequest | undefined,
  challenge: Challenge | undefined,
  card = '',
  apps: App[] = [],
): Screen | undefined {
  switch (request) {
    case 'INSTRUMENT':
      return { name: 'choose' }
    case 'CARD_CVV':
      return { name: 'cvv', card: shortMask(card) }
    case 'BLIK_CODE':
      return { name: 'code' }
    case 'BLIK_APP':
      return { name: 'app', apps }
    case 'DEVICE':
      return { name: 'device' }
    case 'CARD_3DS':
      return challenge && challengeScreen(challenge)
    default:
      return undefined
  }
}

/** A challenge that an app shows has no page: there is nothing to do but to wait for it. */
function challengeScreen(challenge: Challenge): Screen | undefined {
  const { acsURL: acsUrl, creqPayload: creq, redirectURL: url } = challengeData(challenge)
  if (url !== undefined) return { name: 'challengePage', url }
  return acsUrl === undefined || creq === undefined
    ? undefined
    : { name: 'challenge', acsUrl, creq }
}

interface Ended {
  rejectCode?: ReasonCode
  instrument?: { cardMask?: string } | undefined
}

function endOf(
  status: string,
  { rejectCode, instrument }: Ended,
  moneyMayBeOut: boolean,
): Screen | undefined {
  const code = rejection(rejectCode, 'payer').rejectCode
  const reason = payerReasonOf(code)
  const why = { ...present({ reason }), moneyMayBeOut }
  switch (status) {
    case 'NEW':
    case 'PENDING':
      return undefined
    case 'REJECTED':
    case 'ERROR':
      return { name: 'failed', ...why }
    case 'CANCELLED':
      return code === 'EXPIRED' ? { name: 'expired' } : { name: 'cancelled', ...why }
    default: {
      const card = instrument?.cardMask
      return { name: 'done', held: false, ...(card && { card: shortMask(card) }) }
    }
  }
}

/** A transfer that was made too late, and a sale that was undone, come back to the payer. */
function isMoneyOut({ instrument, completedAt, rejectCode }: Payment): boolean {
  if (completedAt !== undefined) return true
  if (instrument === undefined || moverOf(instrument.type) === 'acquirer') return false
  return rejectCode === undefined || mayHaveCrossed(rejectCode)
}

/**
 * A definite no (a wrong code, a refusal at the bank) has moved nothing. Where the clock, a person
 * or a missing answer ended it, the payer may have paid at that moment.
 */
function mayHaveCrossed(code: ReasonCode): boolean {
  const { kind } = reasons[code]
  return kind === 'technical' || kind === 'cancelled' || code === 'BLIK_TIMEOUT'
}

/** `•••• 1234`: enough to know one's card by. */
const shortMask = (mask: string): string => `•••• ${mask.slice(-4)}`
