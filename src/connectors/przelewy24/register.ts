import { z } from 'zod'
import type { P24Http, Refusal } from './http.ts'
import { sessionsOf } from './names.ts'
import { signOf } from './sign.ts'
import { askSession } from './standing.ts'

/** What every charge begins with. */
export interface Registration {
  reference: string
  amountMinor: number
  currency: string
  /** The rest of the request, as their document names it. */
  more: object
}

export type Registered =
  | { type: 'registered'; sessionId: string; token: string }
  | { type: 'refused'; status: number; error: Refusal }
  | { type: 'notSent' }
  /** The answer is lost. Nobody can pay by what it may have begun. */
  | { type: 'noAnswer' }
  /** An earlier registration of this charge has come through, and was paid. */
  | { type: 'paidBefore' }

/**
 * Registers a charge under the first of its names that is free. In which words a taken name is refused is
 * not written down anywhere; so it is asked for, and the next one tried.
 */
export async function register(
  http: P24Http,
  registration: Registration,
  { listsUnpaid }: { listsUnpaid: boolean },
  signal?: AbortSignal,
): Promise<Registered> {
  let last: Registered = { type: 'noAnswer' }
  for (const sessionId of sessionsOf(registration.reference)) {
    last = await registerAs(http, sessionId, registration, signal)
    if (last.type !== 'refused' || !mayBeTaken.has(last.status)) return last
    const standing = await askSession(http, sessionId, signal)
    if (standing.type === 'unknown') return { type: 'noAnswer' }
    if (standing.type === 'notFound' && listsUnpaid) return last
    if (standing.type !== 'notFound' && standing.type !== 'open') return { type: 'paidBefore' }
  }
  return last
}

const mayBeTaken = new Set([400, 409])

async function registerAs(
  http: P24Http,
  sessionId: string,
  { reference, amountMinor: amount, currency, more }: Registration,
  signal?: AbortSignal,
): Promise<Registered> {
  const { merchantId, posId, crc } = http.options
  const sign = signOf({ sessionId, merchantId, amount, currency }, crc)
  const body = { merchantId, posId, sessionId, amount, currency, ...more, sign }
  const path = '/api/v1/transaction/register'
  const answer = await http.ask({ method: 'POST', path, body, reference }, Token, signal)
  if (answer.type === 'answered') return { type: 'registered', sessionId, token: answer.body.token }
  return answer.type === 'noAnswer' ? { type: 'noAnswer' } : answer
}

const Token = z.object({ token: z.string().regex(/^[\w-]{1,200}$/) })
