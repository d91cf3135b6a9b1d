import { z } from 'zod'
import type { Settles } from '../acquirer.ts'
import type { ChargeLine } from '../../domain/settlement/settlement.ts'
import { bodyOf } from '../http.ts'
import { wholeBatches } from '../whole-batches.ts'
import type { P24Http } from './http.ts'
import { plainAnswer } from './http.ts'
import { referenceIn } from './names.ts'
import type { Terms } from './terms.ts'

/** What they have paid out: each withdrawal is a batch that they close by themselves. */
export const createReports = (http: P24Http, { reports }: Terms): Settles => ({
  closedBatches: async (since, signal) => (reports ? withdrawalsSince(http, since, signal) : []),
  ...wholeBatches((batch, signal) => linesOf(http, batch, signal)),
})

const Withdrawal = z.object({
  type: z.string(),
  details: z.object({ batchId: z.int().positive(), dateOut: z.string().nullish() }),
})

async function withdrawalsSince(
  http: P24Http,
  since: number,
  signal?: AbortSignal,
): Promise<string[]> {
  // A month is all that they look back; the day that is not over yet is read tomorrow.
  const query = `dateFrom=${dayOf(since + DAY_MS)}&dateTo=${dayOf(Date.now())}&type=batch`
  const found = await allPages(http, `/api/v1/report/history?${query}`, Withdrawal, signal)
  return found
    .filter(({ type, details }) => type === 'batch' && details.dateOut)
    .map(({ details }) => String(details.batchId))
    .sort((one, other) => Number(one) - Number(other))
}

const DAY_MS = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10).replaceAll('-', '')

/** `ordrId` is their spelling. */
const Movement = z.object({
  type: z.string(),
  amount: z.int(),
  currency: z.string().length(3),
  details: z.object({
    sessionId: z.string().max(100).nullish(),
    ordrId: z.int().nullish(),
    orderId: z.int().nullish(),
    fee: z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]).nullish(),
    refundId: z.int().nullish(),
    requestId: z.string().max(45).nullish(),
  }),
})
type Movement = z.infer<typeof Movement>

async function linesOf(http: P24Http, batch: string, signal?: AbortSignal): Promise<ChargeLine[]> {
  const path = `/api/v1/report/batch/details?batch=${encodeURIComponent(batch)}`
  const movements = await allPages(http, path, Movement, signal)
  return movements.map((movement, index) => ({
    line: index + 1,
    ...namesOf(movement),
    amountMinor: Math.abs(movement.amount),
    currency: movement.currency,
    feeMinor: movement.details.fee ?? 0,
  }))
}

type Names = Pick<ChargeLine, 'reference' | 'operation'>

/**
 * What somebody did by hand in their panel, or a card's bank took back, has no name of ours: it becomes a
 * difference that says what they call it and of which order, not a silence.
 */
function namesOf({ type, details }: Movement): Names {
  const order = `order${String(details.ordrId ?? details.orderId ?? '')}`
  switch (type) {
    case 'transaction':
      return { reference: referenceIn(details.sessionId || order), operation: 'authorize' }
    case 'refund': {
      const refund = `refund${String(details.refundId ?? '')}`
      return { reference: details.requestId || refund, operation: 'refund' }
    }
    default:
      return { reference: `${type.replace(/\W+/g, '').slice(0, 40)}-${order}`, operation: 'refund' }
  }
}

const MOST_PAGES = 1_000

/** Pages follow each other by a token, which stands beside the data. */
async function allPages<T>(
  http: P24Http,
  path: string,
  schema: z.ZodType<T>,
  signal?: AbortSignal,
): Promise<T[]> {
  const found: T[] = []
  let token: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const next = token === undefined ? '' : `&token=${encodeURIComponent(token)}`
    const answer = await http.page(`${path}${next}`, z.array(schema), signal)
    const { data, token: following } = bodyOf('reading the report', plainAnswer(answer))
    found.push(...data)
    if (!following || data.length === 0) return found
    token = following
  }
  throw new Error('reading the report had no end')
}
