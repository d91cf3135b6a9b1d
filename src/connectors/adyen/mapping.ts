import type { Authentication } from '../../domain/actor/proof.ts'
import { fundings } from '../../domain/cards/bin-row.ts'
import type { LearntFacts } from '../../domain/cards/card-facts.ts'
import { present } from '../../domain/present.ts'
import { providerWords, systemError } from '../../domain/reasons/given-reason.ts'
import { approvedFor } from '../acquirer.ts'
import type { AcquirerOutcome, DecidedOutcome, Redirected } from '../acquirer.ts'
import { outcomeFrom } from '../outcome-from.ts'
import { minorOf } from './amount.ts'
import type { AdyenAnswer, AdyenError } from './http.ts'
import type { Payment } from './objects.ts'
import { meaningOf } from './refusals.ts'

/** What an answer means, where `read` knows how to read the object in it. */
export function outcomeOf<T, Read extends DecidedOutcome | Redirected = DecidedOutcome>(
  answer: AdyenAnswer<T>,
  read: (body: T) => Read | undefined,
): AcquirerOutcome | Read {
  return outcomeFrom(answer, read, ({ status, error }) => refusalOf(status, error))
}

/** What was asked for, and whether Adyen may send the payer away. */
interface Asked {
  amountMinor?: number | undefined
  mayAsk: boolean
}

/**
 * How a payment stands; undefined while Adyen has not decided. An error of its own is no decision
 * either: a success may still follow it, so it is asked about and closed like silence.
 */
export function chargeOf(
  payment: Payment,
  { amountMinor, mayAsk }: Asked,
): DecidedOutcome | Redirected | undefined {
  switch (payment.resultCode) {
    case 'Authorised':
    case 'PartiallyAuthorised':
      return approvedFor(approvalOf(payment), approvedMinor(payment), amountMinor)
    case 'Refused':
    case 'Cancelled':
      return declineOf(payment.refusalReason ?? payment.resultCode, payment.refusalReasonCode)
    case 'RedirectShopper':
    case 'IdentifyShopper':
    case 'ChallengeShopper':
      return mayAsk ? departureOf(payment) : { type: 'softDeclined', detail: payment.resultCode }
    default:
      return undefined
  }
}

const approvedMinor = ({ amount }: Payment): number | undefined => amount && minorOf(amount)

/** Only a plain address: what wants a form, or a script of Adyen's, was not asked for. */
function departureOf({ action, pspReference }: Payment): Redirected | undefined {
  const isPlain = action?.type === 'redirect' && (action.method ?? 'GET') === 'GET'
  return isPlain && action.url !== undefined
    ? { type: 'redirected', url: action.url, ...present({ acquirerRef: pspReference }) }
    : undefined
}

function approvalOf(payment: Payment): Extract<DecidedOutcome, { type: 'approved' }> {
  const { pspReference: acquirerRef, additionalData = {} } = payment
  return {
    type: 'approved',
    ...present({
      acquirerRef,
      authCode: additionalData['authCode'],
      networkTransactionId: additionalData['networkTxReference'],
      authentication: authenticationOf(additionalData),
    }),
  }
}

/** What came of Adyen's own 3-D Secure, where the account's settings let it say so. */
function authenticationOf(data: Record<string, string>): Authentication | undefined {
  if (data['threeDOffered'] !== 'true') return undefined
  return {
    transStatus: data['threeDAuthenticated'] === 'true' ? 'Y' : 'A',
    ...present({ eci: data['eci'], dsTransId: data['dsTransID'], version: data['threeDSVersion'] }),
  }
}

/** What Adyen tells of a card that it has charged, where the account's settings let it. */
export function cardOf({ additionalData = {} }: Payment): LearntFacts | undefined {
  const { fundingSource, cardIssuingCountry, cardIssuingBank: issuer } = additionalData
  const cardType = fundings.find((one) => one === fundingSource?.toUpperCase())
  const issuerCountry = /^[A-Z]{2}$/.test(cardIssuingCountry ?? '') ? cardIssuingCountry : undefined
  const facts = present({ cardType, issuerCountry, issuer })
  return Object.keys(facts).length > 0 ? facts : undefined
}

/** A no in Adyen's words, of an answer or a message. */
export function declineOf(words: string, code?: string): DecidedOutcome {
  const meaning = meaningOf({ words, ...present({ code }) })
  const detail = providerWords([code, words].filter(Boolean).join(' '))
  return meaning === 'softDeclined'
    ? { type: 'softDeclined', detail }
    : { type: 'declined', rejectCode: meaning, detail }
}

function refusalOf(status: number, error: AdyenError): DecidedOutcome {
  const { errorType, errorCode = '' } = error
  const detail = providerWords(`refused with ${String(status)} ${errorType} ${errorCode}`)
  if (status === 401 || status === 403)
    return { type: 'declined', rejectCode: 'MERCHANT_CONFIG', detail }
  const rejectCode = validations[errorCode]
  return rejectCode === undefined
    ? { type: 'declined', ...systemError(detail) }
    : { type: 'declined', rejectCode, detail }
}

const validations: Readonly<
  Partial<Record<string, 'INVALID_CARD' | 'CVV_MISMATCH' | 'INVALID_AMOUNT' | 'ORIGINAL_NOT_FOUND'>>
> = {
  '101': 'INVALID_CARD',
  '103': 'CVV_MISMATCH',
  '137': 'INVALID_AMOUNT',
  '167': 'ORIGINAL_NOT_FOUND',
}
