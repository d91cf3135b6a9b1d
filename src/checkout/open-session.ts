import type { Response } from 'express'
import type { Merchant } from '../domain/merchant.ts'
import { present } from '../domain/present.ts'
import type { ClientClaims, Uses } from '../http/for-checkout.ts'
import { CLIENT_AFTERLIFE_MS } from '../http/for-checkout.ts'
import { isSecure, keepSession } from './page-cookie.ts'
import { framersOf } from './subject.ts'
import type { Subject } from './subject.ts'

/** Gives the payer's browser the cookie of one page. */
export async function openSession(
  services: Uses<'bearerTokens' | 'config'>,
  response: Response,
  subject: Subject,
  { credentialsVersion }: Pick<Merchant, 'credentialsVersion'>,
): Promise<void> {
  const { id, merchantId, agentId, linkId, validUntil } = subject.state
  const claims: ClientClaims = {
    merchantId,
    ...present({ agentId }),
    ...(subject.kind === 'payment'
      ? { resource: 'PAYMENT', paymentId: id }
      : { resource: 'TOKENIZER', tokenizerId: id }),
    ...present({ linkId }),
    credentialsVersion,
  }
  // A payment may end after its deadline has passed: its end can still be read for a while.
  const deadline = Math.max(validUntil, Date.now())
  const token = await services.bearerTokens.issueClient(claims, deadline)
  const until = deadline + CLIENT_AFTERLIFE_MS
  const framed = framersOf(subject).length > 0
  keepSession(response, { id, token, until, secure: isSecure(services), framed })
}
