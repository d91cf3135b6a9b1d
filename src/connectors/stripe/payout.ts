import { z } from 'zod'
import { bodyOf, segment } from '../http.ts'
import type { ChargeLine, DisputeLine, SettlementLine } from '../../domain/settlement/settlement.ts'
import type { Params, StripeHttp } from './http.ts'
import { plainAnswer } from './http.ts'
import { listOf } from './objects.ts'

const Payout = z.object({
  id: z.string(),
  status: z.string(),
  automatic: z.boolean(),
  reconciliation_status: z.string().nullish(),
})
type Payout = z.infer<typeof Payout>

const Metadata = z.record(z.string(), z.string()).default({})

/** The payment behind a movement. */
interface Behind {
  id: string
  metadata: Record<string, string>
}

/**
 * One movement of a payout. Its source is a charge, which carries what was said when it was made, or a
 * refund; the payment behind it also says by which operation it was captured. That of a dispute is the
 * dispute itself.
 */
const Movement = z.object({
  id: z.string(),
  type: z.string(),
  amount: z.int(),
  fee: z.int(),
  currency: z.string().length(3),
  created: z.int().default(0),
  source: z
    .object({
      id: z.string().default(''),
      metadata: Metadata,
      payment_intent: z
        .union([
          z.object({ id: z.string().default(''), metadata: Metadata }),
          z.string().transform((id): Behind => ({ id, metadata: {} })),
        ])
        .nullish(),
    })
    .nullish()
    .catch(undefined),
})
type Movement = z.infer<typeof Movement>

/** Of a payout by hand Stripe does not say what it consists of; of others, once it has made up its mind. */
const isReadable = ({ status, automatic, reconciliation_status: state }: Payout): boolean =>
  status === 'paid' && automatic && (state ?? 'completed') === 'completed'

/** The payouts that have arrived since; Stripe makes them by itself. */
export async function payoutsSince(
  http: StripeHttp,
  since: number,
  signal?: AbortSignal,
): Promise<string[]> {
  const query = { status: 'paid', 'arrival_date[gte]': Math.floor(since / 1_000) }
  const payouts = await allOf(http, '/v1/payouts', query, Payout, signal)
  return payouts
    .filter(isReadable)
    .map(({ id }) => id)
    .reverse()
}

/** A payout is a batch that Stripe has closed by itself; one that is not paid yet has no end. */
export async function payoutLines(
  http: StripeHttp,
  payout: string,
  signal?: AbortSignal,
): Promise<SettlementLine[]> {
  const answer = await http.get(`/v1/payouts/${segment(payout)}`, {}, Payout, signal)
  const found = bodyOf('reading the payout', plainAnswer(answer))
  if (!isReadable(found))
    throw new Error(`the payout ${found.id} is ${found.status}, not to be read`)
  const movements = await movementsOf(http, payout, signal)
  return movements.map((movement, index) => lineOf(movement, index + 1))
}

function lineOf(movement: Movement, line: number): SettlementLine {
  const facts = {
    line,
    amountMinor: Math.abs(movement.amount),
    currency: movement.currency.toUpperCase(),
    feeMinor: movement.fee,
  }
  return { ...facts, ...(disputeOf(movement) ?? namesOf(movement)) }
}

/** The movement is told of under the same name in the messages about its dispute. */
function disputeOf({
  id: reference,
  amount,
  created,
  source,
}: Movement): Pick<DisputeLine, 'reference' | 'operation' | 'dispute'> | undefined {
  const acquirerRef = source?.payment_intent?.id
  if (!source || !isDispute.test(source.id) || !acquirerRef) return undefined
  return {
    reference,
    operation: amount < 0 ? 'dispute' : 'disputeReversal',
    dispute: { providerRef: source.id, charge: { acquirerRef }, at: created * 1_000 },
  }
}

const isDispute = /^d[pu]_\w{1,200}$/

/**
 * The operation of ours that a movement belongs to. What belongs to none, such as an adjustment, is named by
 * Stripe's own id: nobody knows that here, so that it becomes a difference and not a silence.
 */
function namesOf({
  id,
  type,
  amount,
  source,
}: Movement): Pick<ChargeLine, 'reference' | 'operation'> {
  const { reference = id } = source?.metadata ?? {}
  if (type === 'refund') return { reference, operation: 'refund' }
  const capture = source?.payment_intent?.metadata['capture']
  if (isCharge.has(type) && capture !== undefined)
    return { reference: capture, operation: 'capture' }
  if (isCharge.has(type)) return { reference, operation: 'authorize' }
  return { reference: id, operation: amount < 0 ? 'refund' : 'authorize' }
}

const isCharge = new Set(['charge', 'payment'])
const PAGE = 100

/** Oldest first, so that a line keeps its number; the payout itself is no part of what it pays. */
async function movementsOf(
  http: StripeHttp,
  payout: string,
  signal?: AbortSignal,
): Promise<Movement[]> {
  const query = { payout, 'expand[]': 'data.source.payment_intent' }
  const all = await allOf(http, '/v1/balance_transactions', query, Movement, signal)
  return all.filter(({ type }) => type !== 'payout').reverse()
}

async function allOf<T extends { id: string }>(
  http: StripeHttp,
  path: string,
  query: Params,
  schema: z.ZodType<T>,
  signal?: AbortSignal,
): Promise<T[]> {
  const found: T[] = []
  let after: { starting_after?: string } = {}
  for (;;) {
    const page = { ...query, limit: PAGE, ...after }
    const answer = await http.get(path, page, listOf(schema), signal)
    const { data, has_more } = bodyOf('reading the payout', plainAnswer(answer))
    found.push(...data)
    const last = data.at(-1)
    if (!has_more || !last) return found
    after = { starting_after: last.id }
  }
}
