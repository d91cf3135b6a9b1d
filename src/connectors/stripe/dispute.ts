import { z } from 'zod'
import type { DisputeFacts, Move, Word } from '../../domain/dispute/facts.ts'
import type { DisputeReason, SaidStatus, Stage } from '../../domain/dispute/words.ts'
import { feeMoveOf } from '../../domain/dispute/facts.ts'
import { present } from '../../domain/present.ts'

const maybe = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined)

/** How Stripe says that a dispute stands, and in which stage. */
const statuses = {
  warning_needs_response: ['INQUIRY', 'NEEDS_RESPONSE'],
  warning_under_review: ['INQUIRY', 'UNDER_REVIEW'],
  warning_closed: ['INQUIRY', 'WITHDRAWN'],
  needs_response: ['CHARGEBACK', 'NEEDS_RESPONSE'],
  under_review: ['CHARGEBACK', 'UNDER_REVIEW'],
  won: ['CHARGEBACK', 'WON'],
  lost: ['CHARGEBACK', 'LOST'],
  prevented: ['CHARGEBACK', 'WITHDRAWN'],
  appeal_needs_response: ['PREARBITRATION', 'NEEDS_RESPONSE'],
  appeal_under_review: ['PREARBITRATION', 'UNDER_REVIEW'],
} as const satisfies Record<string, readonly [Stage, SaidStatus]>
type StripeStatus = keyof typeof statuses

const reasons: Readonly<Record<string, DisputeReason | undefined>> = {
  fraudulent: 'FRAUD',
  product_not_received: 'NOT_RECEIVED',
  product_unacceptable: 'NOT_AS_DESCRIBED',
  duplicate: 'DUPLICATE',
  credit_not_processed: 'CREDIT_NOT_PROCESSED',
  subscription_canceled: 'SUBSCRIPTION_CANCELLED',
  unrecognized: 'UNRECOGNIZED',
  check_returned: 'PROCESSING',
  debit_not_authorized: 'AUTHORIZATION',
  incorrect_account_details: 'PROCESSING',
  insufficient_funds: 'PROCESSING',
  bank_cannot_process: 'PROCESSING',
}

export const StripeDispute = z.object({
  id: z.string().regex(/^d[pu]_\w{1,200}$/),
  amount: z.int().nonnegative(),
  currency: maybe(z.string().max(3)),
  status: z.enum(Object.keys(statuses) as [StripeStatus, ...StripeStatus[]]),
  reason: z.string().max(100),
  payment_intent: maybe(z.string().regex(/^pi_\w{1,200}$/)),
  network_reason_code: maybe(z.string().max(40)),
  evidence_details: maybe(z.object({ due_by: maybe(z.int()) })),
  balance_transactions: z
    .array(
      z.object({
        id: z.string().max(200),
        amount: z.int(),
        fee: z.int().default(0),
        currency: maybe(z.string().max(3)),
        created: z.int(),
      }),
    )
    .max(50)
    .default([]),
})
export type StripeDispute = z.infer<typeof StripeDispute>

export const sameDispute = (id: string) => StripeDispute.refine((found) => found.id === id)

/** What Stripe's own view says, as of a moment in milliseconds. */
export function factsOf(dispute: StripeDispute, at: number): DisputeFacts {
  const [stage, status] = statuses[dispute.status]
  const dueBy = dispute.evidence_details?.due_by
  const word: Word = {
    stage,
    status,
    amountMinor: dispute.amount,
    at,
    reason: reasons[dispute.reason] ?? 'OTHER',
    ...present({
      networkReason: dispute.network_reason_code,
      dueBy: dueBy === undefined ? undefined : dueBy * 1_000,
    }),
  }
  return {
    word,
    moves: dispute.balance_transactions.flatMap((movement) => movesOf(movement, dispute)),
  }
}

/**
 * A movement on the balance, and what Stripe charges with it. An account may be kept in another currency
 * than that of the charge: then what is contested has moved, and its fee is for the payout to tell.
 */
function movesOf(
  movement: StripeDispute['balance_transactions'][number],
  { currency, amount: contested }: StripeDispute,
): Move[] {
  const { id: moveId, created } = movement
  const isSame = (movement.currency ?? currency) === currency
  const amount = isSame ? movement.amount : Math.sign(movement.amount) * contested
  const fee = isSame ? movement.fee : 0
  const at = created * 1_000
  const kind = amount < 0 ? 'WITHDRAWN' : 'REINSTATED'
  return [
    ...(amount === 0 ? [] : [{ moveId, kind, amountMinor: Math.abs(amount), at } as const]),
    ...(fee > 0 ? [{ moveId: feeMoveOf(moveId), kind: 'FEE', amountMinor: fee, at } as const] : []),
  ]
}
