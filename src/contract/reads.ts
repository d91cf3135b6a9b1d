import { z } from 'zod'
import { instruments } from '../domain/instrument.ts'
import type { InstrumentType } from '../domain/instrument.ts'
import { organizations } from '../domain/instrument.ts'
import { Major } from './amount.ts'
import { Amounts, Apps, DataRequest, rejection, Status } from './answers.ts'
import { TransactionStatus, TransactionType } from './answers.ts'
import { DisputeOfPayment } from './disputes/dispute-of-payment.ts'
import { optional, Time } from './fields.ts'
import { Channel, Method } from './payment.ts'

const instrumentTypes = Object.keys(instruments) as [InstrumentType, ...InstrumentType[]]

export const SubpaymentRecord = z
  .object({
    subpaymentId: z.string(),
    extSubpaymentId: optional(z.string()),
    merchantId: z.string(),
    amount: Major,
    currency: z.string(),
    commission: optional(Major),
    refunded: Major,
    status: Status,
    description: optional(z.string()),
  })
  .meta({ id: 'Subpayment' })

const NextEvent = z
  .object({
    event: z.enum([
      'EXPIRY',
      'CHALLENGE_TIMEOUT',
      'PAYER_TIMEOUT',
      'INQUIRY',
      'PREAUTH_RELEASE',
      'SETTLEMENT',
      'REFUND_WINDOW_END',
    ]),
    at: Time,
  })
  .meta({ id: 'NextEvent' })

/** GET /payment/{paymentId}: never sensitive data. */
export const PaymentInfo = z
  .object({
    paymentId: z.string(),
    status: Status,
    dataRequest: optional(DataRequest),
    channel: Channel,
    method: Method,
    merchant: z.object({
      merchantId: z.string(),
      name: z.string(),
      url: optional(z.string()),
      redirectURL: optional(z.string()),
    }),
    customer: z.object({ email: z.string().describe('Masked') }),
    order: z.object({
      amount: Major,
      currency: z.string(),
      description: optional(z.string()),
      extOrderId: optional(z.string()),
      commission: optional(Major),
    }),
    options: z.object({
      transKind: z.enum(['AUTH', 'PREAUTH', 'ACCT_FUNDING']),
      language: optional(z.enum(['pl', 'en'])),
      recurringType: optional(z.string().describe('Kind of the agreement, as it was given')),
      validTime: z.int().describe('Seconds'),
    }),
    instrument: optional(
      z.object({
        type: z.enum(instrumentTypes),
        cardMask: optional(z.string().describe('First six and last four digits')),
        organization: optional(z.enum(organizations)),
      }),
    ),
    amounts: Amounts,
    subpayments: optional(z.array(SubpaymentRecord)),
    alias: optional(
      z.object({ value: z.string(), status: z.string() }).describe('After registerAlias'),
    ),
    linkId: optional(z.string()),
    parentPaymentId: optional(z.string()),
    refPaymentId: optional(z.string()),
    tokenizerId: optional(z.string()),
    disputes: optional(
      z.array(DisputeOfPayment).describe('Disputes of it, the earliest first; absent when none'),
    ),
    fraudWarnings: optional(
      z
        .array(z.object({ at: Time }))
        .describe("When the payer's bank warned of fraud; absent when it did not"),
    ),
    ...rejection,
    createdAt: Time,
    updatedAt: Time,
    validUntil: Time,
    preauthValidUntil: optional(Time),
    next: z.array(NextEvent).describe('What will happen by itself, and when'),
  })
  .meta({ id: 'PaymentInfo' })

/** GET /payment/{paymentId}/status */
export const PaymentStatus = z
  .object({
    paymentId: z.string(),
    status: Status,
    statusPresentation: z.boolean().describe('Final for the payer'),
    dataRequest: optional(DataRequest),
    apps: optional(Apps),
    redirectURL: optional(z.string()),
    ...rejection,
  })
  .meta({ id: 'PaymentStatus' })

export const TransactionRecord = z
  .object({
    transId: z.string(),
    type: TransactionType,
    status: TransactionStatus,
    amount: Major,
    currency: z.string(),
    description: optional(z.string()),
    authCode: optional(z.string()),
    acquirerRef: optional(z.string()),
    via: optional(
      z.string().describe('Of a charge: the account at a provider, as connector/account'),
    ),
    cost: optional(
      Major.describe(
        'Through an account of yours: what the provider kept of it, once a settlement has said so',
      ),
    ),
    subpaymentId: optional(z.string()),
    refundId: optional(z.string()),
    ...rejection,
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Transaction' })

const refund = {
  refundId: z.string(),
  extRefundId: optional(z.string()),
  paymentId: z.string(),
  subpaymentId: optional(z.string()),
  transId: z.string(),
  amount: Major,
  currency: z.string(),
  status: z.enum(['NEW', 'PENDING', 'COMPLETED', 'REJECTED', 'ERROR']),
  description: optional(z.string()),
  ...rejection,
  createdAt: Time,
  updatedAt: Time,
}

export const RefundRecord = z.object(refund).meta({ id: 'Refund' })

/** POST …/refund: the record; of a whole marketplace payment the first, with all of them. */
export const RefundAnswer = z
  .object({ ...refund, refunds: optional(z.array(RefundRecord)) })
  .meta({ id: 'RefundAnswer' })

export const RefundBalance = z
  .object({
    merchantId: z.string(),
    balances: z.array(z.object({ currency: z.string(), available: Major, reserved: Major })),
  })
  .meta({ id: 'RefundBalance' })
