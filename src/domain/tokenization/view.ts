import type { ShownToken } from '../card-token.ts'
import type { Payment } from '../payment/payment.ts'
import { statusOfPhase } from '../payment/transitions.ts'
import { challengeData } from '../payment/view/acs-data.ts'
import { present, timeOf } from '../payment/view/present.ts'
import { pageUrl } from '../payment/view/redirect-url.ts'
import type { Audience } from '../payment/view/rejection.ts'
import { rejection } from '../payment/view/rejection.ts'
import { isStorable } from './from-payment.ts'
import type { Tokenization } from './tokenization.ts'
import type { TokenizationStatus } from './transitions.ts'
import { statusOfTokenization } from './transitions.ts'
import { wants } from './wants.ts'

/** The answer of create and of every command. */
export function tokenizationAnswer(
  tokenization: Tokenization,
  { publicUrl, audience = 'merchant' }: { publicUrl: string; audience?: Audience },
) {
  const { id, kind, linkId, rejectCode } = tokenization
  const status = statusOfTokenization[tokenization.phase]
  const isOpen = status === 'NEW' || status === 'PENDING'
  return present({
    tokenizerId: id,
    status,
    kind,
    dataRequest: wants(tokenization),
    acsData: acsData(tokenization),
    redirectURL: isOpen && linkId !== undefined ? pageUrl(publicUrl, linkId) : undefined,
    ...rejection(rejectCode, audience),
  })
}

/** GET /tokenizer/{tokenizerId}/status: without the token. */
export const tokenizationState = (tokenization: Tokenization, audience: Audience = 'merchant') =>
  present({
    tokenizerId: tokenization.id,
    status: statusOfTokenization[tokenization.phase],
    kind: tokenization.kind,
    dataRequest: wants(tokenization),
    acsData: acsData(tokenization),
    ...rejection(tokenization.rejectCode, audience),
  })

/** GET /tokenizer/{tokenizerId} */
export const tokenizationRecord = (
  tokenization: Tokenization,
  audience: Audience = 'merchant',
) => ({
  ...tokenizationState(tokenization, audience),
  ...(tokenization.token && { token: tokenRecord(tokenization.token) }),
})

export const tokenRecord = ({ createdAt, visuals, ...token }: ShownToken) => ({
  ...token,
  visuals: visuals ?? [],
  createdAt: timeOf(createdAt),
})

/** The card of a payment that is to be stored, as long as its own tokenization has not begun. */
export function awaitedTokenization(payment: Payment, tokenizerId: string) {
  const { rejectCode } = payment
  const fact = { tokenizerId, kind: 'COF' as const }
  const status = awaitedStatus(payment)
  if (status !== 'REJECTED' || rejectCode !== undefined)
    return present({ ...fact, status, ...rejection(rejectCode) })
  // Paid with something that is not a card: there is nothing to store.
  return { ...fact, status, ...rejection('METHOD_NOT_SUPPORTED') }
}

function awaitedStatus(payment: Payment): TokenizationStatus {
  const status = statusOfPhase[payment.phase]
  if (status !== 'COMPLETED' && status !== 'SETTLED') return status
  return isStorable(payment) ? 'PENDING' : 'REJECTED'
}

const acsData = ({ phase, challenge }: Tokenization) =>
  phase === 'challenging' && challenge ? challengeData(challenge) : undefined
