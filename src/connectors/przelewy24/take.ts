import { z } from 'zod'
import type { BlikAlias } from '../blik.ts'
import { segment } from '../http.ts'
import type { TakeOutcome, TakeRequest } from '../taken-money.ts'
import type { P24Http } from './http.ts'
import type { Found } from './standing.ts'
import { askStanding } from './standing.ts'
import { signOf } from './sign.ts'
import type { Terms } from './terms.ts'
import { present } from '../../domain/present.ts'

/**
 * Verifies a transaction: without it the money stays the payer's. How it stands is asked first, so that a
 * word whose answer was lost is not needed twice; the sum is ours, never theirs.
 */
export async function takeMoney(
  http: P24Http,
  terms: Terms,
  request: TakeRequest,
  signal?: AbortSignal,
): Promise<TakeOutcome> {
  const standing = await askStanding(http, request.orderId, terms, signal)
  switch (standing.type) {
    case 'unknown':
      return { type: 'unknown' }
    case 'notFound':
    case 'open':
      return { type: 'pending' }
    case 'returned':
      return { type: 'refused', rejectCode: 'DECLINED', detail: 'the money has gone back' }
    case 'received': {
      if (!isWhatWasAsked(standing, request)) return otherMoney(standing)
      if (!(await verify(http, standing, signal))) return { type: 'unknown' }
      return taken(http, standing, request, signal)
    }
    case 'paid':
      return taken(http, standing, request, signal)
  }
}

export const isWhatWasAsked = (
  found: Found,
  { amountMinor, currency }: Pick<TakeRequest, 'amountMinor' | 'currency'>,
): boolean => found.amountMinor === amountMinor && found.currency === currency

const otherMoney = ({ amountMinor, currency }: Found): TakeOutcome => ({
  type: 'otherMoney',
  detail: `${String(amountMinor)} ${currency} were paid`,
})

/** True when they have said so; said again, it stays so. */
export async function verify(
  http: P24Http,
  { sessionId, transactionId, amountMinor: amount, currency }: Found,
  signal?: AbortSignal,
): Promise<boolean> {
  const { merchantId, posId, crc } = http.options
  const orderId = Number(transactionId)
  const sign = signOf({ sessionId, orderId, amount, currency }, crc)
  const body = { merchantId, posId, sessionId, amount, currency, orderId, sign }
  const path = '/api/v1/transaction/verify'
  const answer = await http.ask({ method: 'PUT', path, body, reference: sessionId }, Done, signal)
  return answer.type === 'answered'
}

const Done = z.object({ status: z.literal('success') })

async function taken(
  http: P24Http,
  { transactionId }: Found,
  { registers }: TakeRequest,
  signal?: AbortSignal,
): Promise<TakeOutcome> {
  const alias = registers && (await askAlias(http, registers, signal))
  return { type: 'paid', transactionId, ...present({ alias }) }
}

/** How an alias of ours stands; undefined while they do not say, which may take a minute. */
async function askAlias(
  http: P24Http,
  { value, email }: NonNullable<TakeRequest['registers']>,
  signal?: AbortSignal,
): Promise<BlikAlias | undefined> {
  const path = `/api/v1/paymentMethod/blik/getAliasesByEmail/${segment(email)}/custom`
  const answer = await http.ask({ method: 'GET', path, reference: 'alias' }, Aliases, signal)
  const found =
    answer.type === 'answered' ? answer.body.find((one) => one.value === value) : undefined
  return found && { value, status: found.status }
}

const Aliases = z
  .array(
    z.object({
      value: z.string().max(250),
      status: z.enum(['REGISTERED', 'UNREGISTERED', 'EXPIRED']),
    }),
  )
  .max(1_000)
