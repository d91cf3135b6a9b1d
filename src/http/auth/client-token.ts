import { isOpenStatus } from '../../domain/actor/open-status.ts'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import type { Caller } from './caller.ts'
import type { Uses } from '../services.ts'
import { present } from '../../domain/present.ts'

/** The CLIENT token of a payment that has a page and can still be paid there. */
export async function clientToken(
  services: Uses<'bearerTokens' | 'payments'>,
  { merchant }: Caller,
  paymentId: string,
): Promise<{ access_token?: string }> {
  const payment = await services.payments.find(paymentId)
  if (!payment?.linkId || !isOpenStatus(statusOfPhase[payment.phase])) return {}
  const { merchantId, agentId, linkId, validUntil } = payment
  const claims = {
    merchantId,
    ...present({ agentId }),
    resource: 'PAYMENT' as const,
    paymentId,
    linkId,
    credentialsVersion: merchant.credentialsVersion,
  }
  return { access_token: await services.bearerTokens.issueClient(claims, validUntil) }
}
