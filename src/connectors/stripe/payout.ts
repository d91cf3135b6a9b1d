import { z } from 'zod'
import { bodyOf, segment } from '../http.ts'
import type { SettlementFile, SettlementPage } from '../acquirer.ts'
import type { StripeHttp } from './http.ts'
import { plainAnswer } from './http.ts'
import { listOf } from './objects.ts'

const Payout = z.object({ id: z.string(), status: z.string() })

/** One movement of a payout; its source carries the metadata of the payment or the refund. */
const Movement = z.object({
  id: z.string(),
  type: z.string(),
  amount: z.int(),
  fee: z.int(),
  currency: z.string().length(3),
  source: z.object({ metadata: z.record(z.string(), z.string()).default({}) }),
})
type Movement = z.infer<typeof Movement>

/** A payout is a batch that Stripe has closed by itself; one that is not paid yet has no end. */
export async function payoutTotal(
  http: StripeHttp,
  payout: string,
  signal?: AbortSignal,
): Promise<SettlementFile> {
  const answer = await http.get(`/v1/payouts/${segment(payout)}`, {}, Payout, signal)
  const { id, status } = bodyOf('reading the payout', plainAnswer(answer))
  if (status !== 'paid') throw new Error(`the payout ${id} is ${status}, not paid`)
  return { fileId: id, total: (await movementsOf(http, payout, signal)).length }
}

export async function payoutLines(
  http: StripeHttp,
  payout: string,
  { after, limit }: { after: number; limit: number },
  signal?: AbortSignal,
): Promise<SettlementPage> {
  const movements = await movementsOf(http, payout, signal)
  const lines = movements.slice(after, after + limit).map((movement, index) => ({
    line: after + index + 1,
    reference: movement.source.metadata['reference'] ?? movement.id,
    operation: operationOf(movement),
    amountMinor: Math.abs(movement.amount),
    currency: movement.currency.toUpperCase(),
    feeMinor: movement.fee,
  }))
  return { fileId: payout, total: movements.length, lines }
}

function operationOf({ type, source }: Movement): 'authorize' | 'capture' | 'refund' {
  if (type === 'refund') return 'refund'
  return source.metadata['capture'] === undefined ? 'authorize' : 'capture'
}

/** Fees, adjustments and the payout itself settle no payment of ours. */
const settles = new Set(['charge', 'payment', 'refund'])
const PAGE = 100

async function movementsOf(
  http: StripeHttp,
  payout: string,
  signal?: AbortSignal,
): Promise<Movement[]> {
  const movements: Movement[] = []
  let after: { starting_after?: string } = {}
  for (;;) {
    const query = { payout, limit: PAGE, 'expand[]': 'data.source', ...after }
    const answer = await http.get('/v1/balance_transactions', query, listOf(Any), signal)
    const { data, has_more } = bodyOf('reading the payout', plainAnswer(answer))
    for (const one of data) if (settles.has(one.type)) movements.push(Movement.parse(one))
    const last = data.at(-1)
    if (!has_more || !last) return movements
    after = { starting_after: last.id }
  }
}

const Any = z.looseObject({ id: z.string(), type: z.string() })
