import type { Payment } from '../../domain/payment/payment.ts'
import type { Tokenization } from '../../domain/tokenization/tokenization.ts'
import { isOwn } from '../auth/caller.ts'
import type { Endpoint } from '../endpoint.ts'
import { Refused } from '../refused.ts'
import type { Uses } from '../services.ts'
import type { Authenticated } from './authenticate.ts'

export interface LoadedSubject {
  payment: Payment | undefined
  tokenization: Tokenization | undefined
}

/** What the path names, if it is the caller's; a foreign id is told apart from none by nothing. */
export async function loadSubject(
  services: Uses<'payments' | 'tokenizations'>,
  endpoint: Endpoint,
  { caller, payment, tokenization }: Authenticated,
  params: Record<string, unknown>,
): Promise<LoadedSubject> {
  if (endpoint.subject === 'payment') {
    const id = idOf(params.paymentId)
    const found = payment ?? (id === undefined ? undefined : await services.payments.find(id))
    if (!found || !isOwn(found, caller)) throw new Refused('payment_not_found')
    return { payment: found, tokenization: undefined }
  }
  if (endpoint.subject === 'tokenizer') {
    const id = idOf(params.tokenizerId)
    const found =
      tokenization ?? (id === undefined ? undefined : await services.tokenizations.find(id))
    if (!found || !isOwn(found, caller)) throw new Refused('tokenizer_not_found')
    return { payment: undefined, tokenization: found }
  }
  return { payment: undefined, tokenization: undefined }
}

const idOf = (given: unknown): string | undefined =>
  typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : undefined
