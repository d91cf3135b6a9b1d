import { z } from 'zod'
import type { Settles } from './acquirer.ts'
import { bodyOf, segment } from './http.ts'
import type { Http } from './http.ts'

/** The acquirer, BLIK and the banks report what they settle in the same words. */
export const createSettles = (http: Http): Settles => ({
  async closeSettlement(batchId, signal) {
    const answer = await http.post('/settlements', { batchId }, fileOf(batchId), signal)
    const { fileId, total } = bodyOf('closing the settlement batch', answer)
    return { fileId, total }
  },

  async settlementLines(batchId, after, limit, signal) {
    const page = `after=${String(after)}&limit=${String(limit)}`
    const path = `/settlements/${segment(batchId)}/lines?${page}`
    return bodyOf('reading settlement lines', await http.get(path, Page, signal))
  },
})

const fileOf = (batchId: string) =>
  z.object({
    batchId: z.literal(batchId),
    fileId: z.string().min(1).max(200),
    total: z.int().nonnegative(),
  })

const common = {
  line: z.int().positive(),
  reference: z.string().min(1),
  amountMinor: z.int(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  feeMinor: z.exactOptional(z.int().nonnegative()),
}

const ChargeLine = z.object({ ...common, operation: z.enum(['authorize', 'capture', 'refund']) })

/** Its reference is the name of the move, and the original one that of the charge. */
const DisputeLine = z
  .object({
    ...common,
    operation: z.enum(['dispute', 'disputeReversal']),
    originalReference: z.string().min(1).max(100),
    disputeId: z.string().regex(/^[\w-]{1,64}$/),
    movedAt: z.iso.datetime({ offset: true }),
  })
  .transform(({ originalReference: reference, disputeId, movedAt, ...line }) => ({
    ...line,
    dispute: { providerRef: disputeId, charge: { reference }, at: Date.parse(movedAt) },
  }))

const Page = z.object({
  fileId: z.string().min(1).max(200),
  total: z.int().nonnegative(),
  lines: z.array(z.union([ChargeLine, DisputeLine])),
})
