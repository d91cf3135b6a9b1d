import { z } from 'zod'

export const Word = z.string().max(200)
/** Stripe writes null where it has nothing to say. */
export const maybe = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined)

const Metadata = z.record(z.string(), z.string()).default({})

/** What Stripe refuses with, and what it remembers of a declined attempt. */
export const StripeError = z.object({
  type: Word,
  code: maybe(Word),
  decline_code: maybe(Word),
  message: maybe(z.string()),
})
export type StripeError = z.infer<typeof StripeError>

export const Charge = z.object({
  amount_refunded: z.int().nonnegative().default(0),
  payment_method_details: maybe(
    z.object({
      card: maybe(
        z.object({
          authorization_code: maybe(z.string().max(40)),
          network_transaction_id: maybe(z.string().max(100)),
          funding: maybe(Word),
          country: maybe(Word),
          issuer: maybe(Word),
          capture_before: maybe(z.int().positive()),
          three_d_secure: maybe(
            z.object({
              result: maybe(Word),
              version: maybe(Word),
              electronic_commerce_indicator: maybe(Word),
              transaction_id: maybe(Word),
              authentication_flow: maybe(Word),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** Where Stripe sends a payer whom it asks. */
export const NextAction = maybe(
  z.object({ redirect_to_url: maybe(z.object({ url: z.url({ protocol: /^https?$/ }) })) }),
)

export const PaymentIntent = z.object({
  id: z.string().regex(/^pi_\w{1,200}$/),
  status: Word,
  amount: z.int().nonnegative(),
  amount_received: z.int().nonnegative().default(0),
  currency: z.string().length(3),
  metadata: Metadata,
  // Not expanded, it is only the charge's id.
  latest_charge: maybe(z.union([Charge, z.string().transform(() => undefined)])),
  last_payment_error: maybe(StripeError),
  next_action: NextAction,
})
export type PaymentIntent = z.infer<typeof PaymentIntent>

/** An answer that names another operation is no answer to us. */
export const paymentIntentOf = (reference: string) =>
  PaymentIntent.refine(({ metadata }) => metadata['reference'] === reference)

export const samePaymentIntent = (id: string) => PaymentIntent.refine((found) => found.id === id)

export const Refund = z.object({
  id: z.string().regex(/^(re|pyr)_\w{1,200}$/),
  amount: z.int().nonnegative(),
  status: maybe(Word),
  failure_reason: maybe(Word),
  metadata: Metadata,
})
export type Refund = z.infer<typeof Refund>

export const refundOf = (reference: string) =>
  Refund.refine(({ metadata }) => metadata['reference'] === reference)

/** The payer's bank holds a charge for fraud. */
export const FraudWarning = z.object({
  id: z.string().regex(/^issfr_\w{1,200}$/),
  fraud_type: Word,
  payment_intent: maybe(z.string().regex(/^pi_\w{1,200}$/)),
  created: z.int(),
})
export type FraudWarning = z.infer<typeof FraudWarning>

export const PaymentMethod = z.object({ id: z.string().regex(/^pm_\w{1,200}$/) })

export const listOf = <T extends z.ZodType>(schema: T) =>
  z.object({ data: z.array(schema).max(100), has_more: z.boolean() })
