import { z } from 'zod'
import { Major } from './amount.ts'
import { Apps, rejection } from './answers.ts'
import { optional, Time } from './fields.ts'
import { disputeReasons, moveKinds, stages } from '../domain/dispute/words.ts'
import { tokenChanges } from '../domain/actor/notification.ts'

export const Received = z
  .object({ received: z.literal(true).describe('The message is durable; do not repeat it') })
  .meta({ id: 'Received' })

/** What the BLIK provider tells; the connector reads it. */
export const BlikMessage = z
  .object({
    orderId: z.string().describe('Our reference of the payment'),
    transactionId: optional(z.string().describe("The provider's own id")),
    status: z.enum(['PENDING', 'CONFIRMED', 'REJECTED', 'AMBIGUOUS', 'CANCELLED']),
    reason: optional(z.string().describe('With REJECTED: why')),
    apps: optional(Apps),
    alias: optional(
      z
        .object({ value: z.string(), status: z.enum(['REGISTERED', 'UNREGISTERED', 'EXPIRED']) })
        .describe('What became of the alias that was to be registered'),
    ),
  })
  .meta({ id: 'BlikMessage' })

/** What an acquirer tells, in its own words; its connector reads it. */
export const AcquirerMessage = z
  .object({
    id: z.string().describe('The same event may come again'),
    type: z.string().describe('What has happened, as the acquirer calls it'),
    data: z.unknown().describe('What it happened to'),
  })
  .meta({ id: 'AcquirerMessage' })

/** RReq of EMV 3-D Secure; the connector reads it. */
export const AuthenticationResult = z
  .object({
    messageType: z.literal('RReq'),
    messageVersion: z.string(),
    threeDSServerTransID: z.string(),
    acsTransID: z.string(),
    dsTransID: z.string(),
    transStatus: z.string().describe('Y, A, N, R or U'),
    transStatusReason: optional(z.string().describe('Why, in the codes of EMV')),
    eci: optional(z.string().describe('Electronic commerce indicator')),
    authenticationValue: optional(z.string().describe('Proof for the issuer (CAVV)')),
    challengeCancel: optional(z.string().describe('Who gave the challenge up')),
  })
  .meta({ id: 'AuthenticationResult' })

/** RRes of EMV 3-D Secure. */
export const AuthenticationResultAnswer = z
  .object({
    messageType: z.literal('RRes'),
    messageVersion: z.string(),
    threeDSServerTransID: z.string(),
    acsTransID: z.string(),
    dsTransID: z.string(),
    resultsStatus: z.string(),
  })
  .meta({ id: 'AuthenticationResultAnswer' })

/** What the payer's browser posts when it comes back from the issuer. */
export const ChallengeForm = z.object({
  cres: z.string().max(8192).describe('CRes of EMV 3-D Secure in base64url; it decides nothing'),
})

/** What we post to merchants; the order of the members is part of the signature. */
export const NotificationMessage = z
  .object({
    paymentId: optional(z.string()),
    tokenizerId: optional(z.string()),
    disputeId: optional(z.string().describe('Id of the dispute')),
    status: z
      .string()
      .describe(
        'Of the payment, on /refund of the refund, on /tokenizer of the tokenization, on /dispute of the dispute',
      ),
    extOrderId: optional(z.string()),
    amount: optional(Major.describe('Of the payment; with transId of the transaction')),
    currency: optional(z.string()),
    method: optional(z.string()),
    channel: optional(z.string()),
    transId: optional(z.string()),
    transType: optional(z.string().describe('CAPTURE, ADJUSTMENT, CANCEL, REVERSAL or REFUND')),
    transStatus: optional(z.string().describe('How that transaction stands')),
    refundId: optional(z.string()),
    extRefundId: optional(z.string()),
    subpaymentId: optional(z.string()),
    ...rejection,
    linkId: optional(z.string()),
    parentPaymentId: optional(z.string()),
    tokenChange: optional(
      z
        .enum(tokenChanges)
        .describe(
          'The card network has suspended the token, woken it, or renewed its card; read the token',
        ),
    ),
    disputeEvent: optional(
      z.enum(['OPENED', 'UPDATED', 'FUNDS', 'CLOSED']).describe('What has happened to the dispute'),
    ),
    stage: optional(z.enum(stages).describe('How far the dispute has gone')),
    reason: optional(z.enum(disputeReasons).describe('Why the payment is contested')),
    move: optional(
      z.enum(moveKinds).describe('With FUNDS: what the money did; amount is how much'),
    ),
    dueBy: optional(Time.describe('Until when the dispute can be answered')),
    warning: optional(
      z
        .enum(['FRAUD'])
        .describe("The payer's bank holds the payment for fraud, and nobody has disputed it yet"),
    ),
    eventId: z.string().describe('The same for each repetition: handle it once'),
    eventTime: Time,
    sequence: z.int().describe('Counts the notifications of one payment from 1'),
  })
  .meta({ id: 'Notification' })
