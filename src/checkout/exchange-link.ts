import type { Request, Response } from 'express'
import type { ClientClaims, Services } from '../http/for-checkout.ts'
import { CLIENT_AFTERLIFE_MS, isOpenToPayer } from '../http/for-checkout.ts'
import { isSecure, keepSession } from './page-cookie.ts'
import { subjectOf } from './payer.ts'
import { framersOf, pagePath } from './subject.ts'
import type { Subject } from './subject.ts'
import { present } from '../domain/present.ts'

/** Swaps the link for a cookie; returns where the page is, or nothing when the link is dead. */
export async function exchangeLink(
  services: Services,
  request: Request,
  response: Response,
): Promise<string | undefined> {
  const linkId = String(request.params.linkId)
  const subject = await findByLink(services, linkId)
  if (!subject) return undefined
  const { id, merchantId, agentId, validUntil } = subject.state
  const opened = subject.kind === 'payment' ? { payment: subject.state } : tokenizationOf(subject)
  if (!isOpenToPayer(opened, { afterEnd: true })) return undefined
  const merchant = await services.merchants.find(merchantId)
  if (merchant?.status !== 'active') return undefined
  const claims: ClientClaims = {
    merchantId,
    ...present({ agentId }),
    ...(subject.kind === 'payment'
      ? { resource: 'PAYMENT', paymentId: id }
      : { resource: 'TOKENIZER', tokenizerId: id }),
    linkId,
    credentialsVersion: merchant.credentialsVersion,
  }
  // A payment may end after its deadline has passed: its end can still be read for a while.
  const deadline = Math.max(validUntil, Date.now())
  const token = await services.bearerTokens.issueClient(claims, deadline)
  const until = deadline + CLIENT_AFTERLIFE_MS
  const framed = framersOf(subject).length > 0
  keepSession(response, { id, token, until, secure: isSecure(services), framed })
  return pagePath(id)
}

async function findByLink(
  { payments, tokenizations }: Services,
  linkId: string,
): Promise<Subject | undefined> {
  if (!/^[\w-]{16,64}$/.test(linkId)) return undefined
  const payment = await payments.findByLink(linkId)
  return subjectOf(payment, payment ? undefined : await tokenizations.findByLink(linkId))
}

const tokenizationOf = ({ state }: Extract<Subject, { kind: 'tokenization' }>) => ({
  tokenization: state,
})
