import type { Request, Response } from 'express'
import type { Uses } from '../http/for-checkout.ts'
import { isOpenToPayer } from '../http/for-checkout.ts'
import { openSession } from './open-session.ts'
import { subjectOf } from './payer.ts'
import { pagePath } from './subject.ts'
import type { Subject } from './subject.ts'

/** Swaps the link for a cookie; returns where the page is, or nothing when the link is dead. */
export async function exchangeLink(
  services: Uses<'bearerTokens' | 'config' | 'merchants' | 'payments' | 'tokenizations'>,
  request: Request,
  response: Response,
): Promise<string | undefined> {
  const subject = await findByLink(services, String(request.params.linkId))
  if (!subject) return undefined
  const opened = subject.kind === 'payment' ? { payment: subject.state } : tokenizationOf(subject)
  if (!isOpenToPayer(opened, { afterEnd: true })) return undefined
  const merchant = await services.merchants.find(subject.state.merchantId)
  if (merchant?.status !== 'active') return undefined
  await openSession(services, response, subject, merchant)
  return pagePath(subject.state.id)
}

async function findByLink(
  { payments, tokenizations }: Uses<'payments' | 'tokenizations'>,
  linkId: string,
): Promise<Subject | undefined> {
  if (!/^[\w-]{16,64}$/.test(linkId)) return undefined
  const payment = await payments.findByLink(linkId)
  return subjectOf(payment, payment ? undefined : await tokenizations.findByLink(linkId))
}

const tokenizationOf = ({ state }: Extract<Subject, { kind: 'tokenization' }>) => ({
  tokenization: state,
})
