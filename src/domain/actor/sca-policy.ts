import type { Currency } from '../currency.ts'
import type { Family } from '../instrument.ts'
import type { GivenReason } from '../reasons/given-reason.ts'
import { reasonGiven } from '../reasons/given-reason.ts'
import type { Outcome } from './call.ts'
import type { Recurring } from './call-request.ts'
import type { Challenge } from './authentication.ts'
import type { Authentication } from './proof.ts'
import type { Exemption } from './exemption.ts'
import type { MerchantFacts } from './merchant-facts.ts'

/*
 * Strong customer authentication: when the cardholder is asked, what the answer is worth, what may
 * be claimed instead of it, and when the issuer's demand can still be met. All of it stands here.
 */

export const CHALLENGE_MS = 600_000
/** Before that no payer has answered. */
const FIRST_RESULT_MS = 3_000

export type AuthenticationVerdict =
  | { type: 'proceed'; authentication: Authentication }
  | { type: 'challenge'; challenge: Challenge }
  | { type: 'profile'; serverTransId: string; url: string }
  | { type: 'reject'; reason: GivenReason }

/** There is nobody to ask, so nobody is asked: the charge goes on without a shift of liability. */
export const notEnrolled: Authentication = { transStatus: 'NOT_ENROLLED' }

interface Asked {
  /** The answer came after a challenge (RReq), not at once (ARes). */
  challenged: boolean
  merchant: Pick<MerchantFacts, 'withoutAuthentication'>
  now: number
}

/** What the answer of the 3-D Secure server means for the card: go on, ask the payer, or stop. */
export function authenticationVerdict(
  outcome: Outcome,
  { challenged, merchant, now }: Asked,
): AuthenticationVerdict {
  switch (outcome.type) {
    case 'authenticated': {
      const { type: _, ...proof } = outcome
      if (challenged && !isProof(proof)) return failed(proof.transStatus)
      return { type: 'proceed', authentication: { ...proof, ...(challenged && { challenged }) } }
    }
    case 'challenge': {
      const { type: _, pull, ...asked } = outcome
      const challenge = { ...asked, until: now + CHALLENGE_MS }
      return {
        type: 'challenge',
        challenge: pull ? { ...challenge, askAt: now + FIRST_RESULT_MS } : challenge,
      }
    }
    case 'profile':
      return outcome
    case 'notEnrolled':
      return { type: 'proceed', authentication: notEnrolled }
    case 'authenticationRefused':
      return unavailable(outcome.detail)
    case 'notAuthenticated':
      return failed(outcome.transStatus)
    default:
      // A payer who was challenged and could not be told apart has not passed, whatever the settings.
      if (challenged) return failed('U')
      // Also a server that never answered: the merchant chose whether to go on without the shift.
      return merchant.withoutAuthentication === 'reject'
        ? unavailable('detail' in outcome ? outcome.detail : undefined)
        : { type: 'proceed', authentication: { transStatus: 'U' } }
  }
}

const isProof = ({ transStatus }: Authentication): boolean =>
  transStatus === 'Y' || transStatus === 'A'

const failed = (transStatus: string): AuthenticationVerdict => ({
  type: 'reject',
  reason: { rejectCode: 'AUTHENTICATION_FAILED', detail: `transStatus ${transStatus}` },
})

const unavailable = (detail: string | undefined): AuthenticationVerdict => ({
  type: 'reject',
  reason: reasonGiven({ rejectCode: 'AUTHENTICATION_UNAVAILABLE', detail }),
})

interface Charged {
  family: Family
  walletAuth?: 'PAN_ONLY' | 'CRYPTOGRAM' | undefined
  recurring?: Recurring | undefined
  moto?: true | undefined
  /** The merchant wants the cardholder although a network token stands for the card. */
  authenticate?: boolean | undefined
}

/** The cardholder is asked unless the merchant initiates, a clerk takes the order, or a cryptogram proves it. */
export function isAuthenticationDue(charged: Charged): boolean {
  const { family, walletAuth, recurring, moto, authenticate } = charged
  if (recurring === 'SUBSEQUENT' || moto) return false
  if (family === 'networkToken') return authenticate === true
  return family === 'card' || walletAuth === 'PAN_ONLY'
}

interface Demanded extends Pick<Charged, 'recurring' | 'moto'> {
  /** The issuer has demanded it before. */
  softDeclined?: boolean | undefined
}

/** An issuer that demands the cardholder is obeyed once, where there is one to ask. */
export const mayStepUp = ({ softDeclined, moto, recurring }: Demanded): boolean =>
  !softDeclined && !moto && recurring !== 'SUBSEQUENT'

/** Whether the merchant must have initiated it, and up to which amount in euro the law allows it. */
const exemptionRules: Record<Exemption, { byMerchant: boolean; euroMinor: number }> = {
  LOW_VALUE: { byMerchant: false, euroMinor: 3_000 },
  TRANSACTION_RISK: { byMerchant: false, euroMinor: 50_000 },
  RECURRING: { byMerchant: true, euroMinor: Infinity },
  MERCHANT_INITIATED: { byMerchant: true, euroMinor: Infinity },
}

interface Exempted {
  recurring?: Recurring | undefined
  moto?: true | undefined
  amountMinor: number
  currency: Currency
  /** What the merchant may claim; absent: everything. */
  allowed?: readonly Exemption[] | undefined
}

/** Why an exemption cannot be claimed. Amounts in other currencies than euro are the issuer's to judge. */
export function exemptionProblem(exemption: Exemption, asked: Exempted): string | undefined {
  const { byMerchant, euroMinor } = exemptionRules[exemption]
  if (asked.allowed && !asked.allowed.includes(exemption)) return 'is not agreed with the merchant'
  if (asked.moto) return 'has no meaning for an order by phone'
  if (byMerchant !== (asked.recurring === 'SUBSEQUENT'))
    return byMerchant ? 'needs recurring SUBSEQUENT' : 'is for payments of the customer'
  return asked.currency === 'EUR' && asked.amountMinor > euroMinor
    ? `is for at most ${String(euroMinor / 100)} EUR`
    : undefined
}

/** The exemption that still stands: whoever was challenged, or must be, needs none. */
export const claimedExemption = (
  exemption: Exemption | undefined,
  {
    challenged,
    softDeclined,
  }: { challenged?: boolean | undefined; softDeclined?: boolean | undefined },
): Exemption | undefined => (challenged || softDeclined ? undefined : exemption)
