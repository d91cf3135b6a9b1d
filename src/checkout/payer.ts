import type { Request } from 'express'
import type { ClientCaller, Uses } from '../http/for-checkout.ts'
import { authenticateClient, isOpenToPayer } from '../http/for-checkout.ts'
import type { PageWallet } from '../domain/instrument.ts'
import { isSecure, sessionOf } from './page-cookie.ts'
import type { Subject } from './subject.ts'

/** A payer in front of the page of one payment or tokenization. */
export interface Payer {
  caller: ClientCaller
  subject: Subject
  /** Proves that a post comes from our own page: bound to the link that the cookie names. */
  csrf: string
  /** Whether the payer may still act on it; afterwards it can only be read. */
  isOpen: boolean
}

/** Who holds the cookie of the page in the path; the rules are those of the CLIENT token. */
export async function payerOf(
  services: Uses<'bearerTokens' | 'config' | 'ids' | 'merchants' | 'payments' | 'tokenizations'>,
  request: Request,
  { afterEnd = false }: { afterEnd?: boolean } = {},
): Promise<Payer | undefined> {
  const token = sessionOf(request, isSecure(services))
  const verified = token === undefined ? undefined : await services.bearerTokens.verify(token)
  if (verified?.type !== 'client') return undefined
  const authenticated = await authenticateClient(services, verified)
  if (!authenticated || authenticated.caller.kind !== 'client') return undefined
  const { caller, payment, tokenization } = authenticated
  const subject = subjectOf(payment, tokenization)
  if (!subject || subject.state.id !== request.params.id) return undefined
  if (!isOpenToPayer(authenticated, { afterEnd })) return undefined
  return payerAt(services, caller, subject)
}

/** The same payer at another of their payments. */
export function payerAt(services: Uses<'ids'>, caller: ClientCaller, subject: Subject): Payer {
  const { id, linkId = '' } = subject.state
  const names = subject.kind === 'payment' ? { paymentId: id } : { tokenizerId: id }
  return {
    caller: { ...caller, ...names },
    subject,
    // The same in every tab: each exchange of the link replaces the cookie of all of them.
    csrf: services.ids.keyed('csrf', id, linkId),
    isOpen: isOpenToPayer(
      subject.kind === 'payment' ? { payment: subject.state } : { tokenization: subject.state },
      { afterEnd: false },
    ),
  }
}

/** Proves a post of one wallet's page, and nothing else: that wallet's script can read it. */
export const walletCsrf = (
  { ids }: Uses<'ids'>,
  { subject: { state } }: Pick<Payer, 'subject'>,
  wallet: PageWallet,
): string => ids.keyed('csrf-of-wallet', state.id, state.linkId ?? '', wallet)

export function subjectOf(
  payment: Extract<Subject, { kind: 'payment' }>['state'] | undefined,
  tokenization: Extract<Subject, { kind: 'tokenization' }>['state'] | undefined,
): Subject | undefined {
  if (payment) return { kind: 'payment', state: payment }
  return tokenization && { kind: 'tokenization', state: tokenization }
}
