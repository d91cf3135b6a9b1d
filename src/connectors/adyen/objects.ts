import { z } from 'zod'

const Word = z.string().max(200)
const maybe = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined)

const PspReference = z.string().regex(/^\w{1,64}$/)

const Amount = z.object({ value: z.int().nonnegative(), currency: z.string().length(3) })

/** What became of a payment, or what the browser has to do first. */
const Payment = z.object({
  resultCode: Word,
  pspReference: maybe(PspReference),
  merchantReference: maybe(Word),
  amount: maybe(Amount),
  refusalReason: maybe(z.string().max(500)),
  refusalReasonCode: maybe(Word),
  action: maybe(
    z.object({ type: Word, method: maybe(Word), url: maybe(z.url({ protocol: /^https?$/ })) }),
  ),
  additionalData: maybe(z.record(z.string(), z.string())),
})
export type Payment = z.infer<typeof Payment>

/** An answer that names another operation is no answer to us. */
export const paymentOf = (reference: string) =>
  Payment.refine(({ merchantReference = reference }) => merchantReference === reference)

/** Of a payer who is back: only what says whose it is proves anything. */
export const provenPaymentOf = (reference: string) =>
  Payment.refine(({ merchantReference }) => merchantReference === reference)

/** A capture, refund or reversal that was taken; what comes of it is told later. */
export const modificationOf = (reference: string) =>
  z.object({
    pspReference: PspReference,
    status: z.literal('received'),
    reference: maybe(Word).refine((named = reference) => named === reference),
  })
