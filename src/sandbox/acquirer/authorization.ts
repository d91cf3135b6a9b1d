import { hang, ok, refuse } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { readCard } from '../cards.ts'
import type { Card } from '../cards.ts'
import type { Decision } from './books.ts'
import { acquirerReference, authorisationCode, networkTransactionId } from './identifiers.ts'
import type { AuthorizeRequest } from './requests.ts'

/** What the acquirer asks the rest of the card world before it decides. */
export interface Issuer {
  knowsNetworkTransaction(id: string): boolean
  /** Why this token and cryptogram cannot be used, as a response code; undefined when they can. */
  tokenRefusal(card: AuthorizeRequest['card'], byMerchant: boolean): string | undefined
  /** What the cardholder authenticated, or 'forged' when the proof is not for this payment. */
  authentication(request: AuthorizeRequest): 'none' | 'forged' | 'frictionless' | 'challenged'
}

const declines: Record<number, string> = { 120: '05', 121: '51', 122: '54', 123: 'N7', 124: '43' }

/** The response code of an authorisation, by the card's scenario and what came with it. */
export function decideAuthorization(
  request: AuthorizeRequest,
  issuer: Issuer,
  now: Date,
): Decision {
  const { reference, amountMinor } = request
  const card = readCard(request.card.number)
  const responseCode = card ? judge(request, card, issuer, now) : '14'
  if (responseCode !== '00') return { reference, responseCode }
  const partly = card?.scenario === 127 && amountMinor > 1
  return {
    reference,
    responseCode: partly ? '10' : '00',
    authCode: authorisationCode(),
    acquirerRef: acquirerReference(),
    approvedAmountMinor: partly ? Math.floor(amountMinor / 2) : amountMinor,
    networkTransactionId: networkTransactionId(),
  }
}

/** Scenarios in which the answer suffers on its way; what was processed is in `decision`. */
export function answerAuthorization(scenario: number, decision: Decision, slowMs: number): Answer {
  const answer = ok(decision)
  if (scenario === 140) return { ...answer, delivery: 'cut' }
  if (scenario === 143) return { ...answer, afterMs: slowMs }
  if (scenario === 144) return ok({ reference: decision.reference, responseCode: '94' })
  if (scenario === 145) return { ...answer, delivery: 'truncated' }
  return answer
}

/** Scenarios in which nothing is processed, this time or ever. */
export function unprocessedAuthorization(scenario: number, attempts: number): Answer | undefined {
  if (scenario === 141 || scenario === 147) return hang
  if (scenario === 142 && attempts < 2) return refuse(500, 'internal_error')
  return undefined
}

function judge(request: AuthorizeRequest, card: Card, issuer: Issuer, now: Date): string {
  const { initiator, recurring } = request
  const byMerchant = initiator === 'MERCHANT'
  if (request.card.expDate < yearAndMonth(now)) return '54'
  if (byMerchant && recurring === 'SUBSEQUENT') {
    if (!issuer.knowsNetworkTransaction(request.networkTransactionId ?? '')) return '05'
  }
  if (request.card.isNetworkToken) {
    const refusal = issuer.tokenRefusal(request.card, byMerchant)
    if (refusal) return refusal
  }
  const authentication = issuer.authentication(request)
  if (authentication === 'forged') return 'Q1'
  const wantsCardholder = !byMerchant && !request.moto && isStrict(card, request)
  if (wantsCardholder && authentication !== 'challenged')
    return card.scheme === 'VISA' ? '1A' : '65'
  return declines[card.scenario] ?? '00'
}

/** Issuers that approve nothing without a challenge, unless something stands for it. */
function isStrict({ scenario }: Card, { card, exemption }: AuthorizeRequest): boolean {
  if (scenario === 112) return exemption === undefined
  return (scenario === 128 && !card.cryptogram) || (scenario === 129 && !!card.cryptogram)
}

const yearAndMonth = (now: Date) => now.toISOString().slice(0, 7).replace('-', '')
