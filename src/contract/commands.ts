import { z } from 'zod'
import { Amount } from './amount.ts'
import { body } from './body.ts'
import { Id, oneOf, optional, text, wholeNumber, yesNo } from './fields.ts'
import { Party } from './party.ts'

/** In the document, too. */
const NEVER_NULL = { 'x-never-null': true }

const description = optional(text(255, 'Free text'))

export const CaptureRequest = body(
  z
    .object({
      amount: optional(
        Amount.describe(
          'All that is left of the hold when the member is left out; `null` is a 400',
        ).meta(NEVER_NULL),
      ),
      final: optional(
        yesNo('`false` keeps the rest of the hold for further captures, where they are allowed'),
      ),
      description,
    })
    .meta({ id: 'CaptureRequest' }),
  { explicit: ['amount'] },
)

export const AdjustmentRequest = body(
  z
    .object({ amount: Amount.describe('The new preauthorized total'), description })
    .meta({ id: 'AdjustmentRequest' }),
  { explicit: ['amount'] },
)

export const WithdrawRequest = body(z.object({ description }).meta({ id: 'WithdrawRequest' }))

export const CancelRequest = body(
  z
    .object({
      reason: optional(
        oneOf(['FRAUD', 'CLIENT', 'TIMEOUT', 'SYSTEM'], 'Why; stands before the description'),
      ),
      description,
    })
    .meta({ id: 'CancelRequest' }),
)

export const RefundRequest = body(
  z
    .object({
      amount: optional(
        Amount.describe(
          'All that is still refundable when the member is left out; `null` is a 400',
        ).meta(NEVER_NULL),
      ),
      subpaymentId: optional(
        Id.describe('The part of a marketplace payment; all of it when absent, and `""` is a 400'),
      ),
      description,
      extRefundId: optional(
        text(128, "The merchant's own id, unique per payment: the same again is the same refund"),
      ),
    })
    .meta({ id: 'RefundRequest' }),
  { explicit: ['amount'] },
)

export const SearchRequest = body(
  z
    .object({
      extOrderId: optional(
        text(128, "The merchant's own id of the order; of every order when absent"),
      ),
      merchant: optional(Party.partial()),
      agent: optional(Party.partial()),
    })
    .meta({ id: 'SearchRequest' }),
)
export const SearchAnswer = z
  .array(z.string())
  .describe('paymentIds: the successful one first, the rest newest first')

/** Commands that have no body; what is sent anyway is ignored. */
export const EmptyRequest = body(z.object({}).meta({ id: 'EmptyRequest' }))

/** POST /sandbox/{id}/advance, in the sandbox only. */
export const AdvanceRequest = body(
  z
    .object({ seconds: wholeNumber(1, 400 * 86_400, 'How far to move the clock of the payment') })
    .meta({ id: 'AdvanceRequest' }),
)
export const AdvanceAnswer = z
  .object({
    paymentId: optional(z.string()),
    tokenizerId: optional(z.string()),
    disputeId: optional(z.string().describe('Id of the dispute')),
    now: z.string(),
    fired: z.array(z.string()).describe('What fell due'),
  })
  .meta({ id: 'AdvanceAnswer' })
