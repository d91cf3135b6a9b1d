import { z } from 'zod'
import { dataRequests } from '../domain/actor/data-request.ts'
import { transactionTypes } from '../domain/payment/payment.ts'
import { AcsData } from './acs-data.ts'
import { Major } from './amount.ts'
import { optional } from './fields.ts'
import { Channel, Method } from './payment.ts'

export const Status = z
  .enum(['NEW', 'PENDING', 'COMPLETED', 'REJECTED', 'CANCELLED', 'ERROR', 'SETTLED'])
  .describe('No status ever goes backwards')
  .meta({ id: 'Status' })

export const DataRequest = z
  .enum(dataRequests)
  .describe('What the payment still waits for')
  .meta({ id: 'DataRequest' })

export const Apps = z
  .array(z.object({ app: z.string(), label: z.string() }))
  .describe('The choices, with dataRequest BLIK_APP')

export const rejection = {
  rejectCode: optional(z.string().describe('Why it did not succeed')),
  rejectInfo: optional(z.string().describe('The same in words')),
}

export const TransactionType = z.enum(transactionTypes)
export const TransactionStatus = z.enum(['PENDING', 'COMPLETED', 'REJECTED', 'CANCELLED', 'ERROR'])

export const Amounts = z
  .object({
    authorized: Major.describe('Held or sold'),
    captured: Major,
    refunded: Major,
    refundable: Major.describe('What a refund may still take'),
  })
  .meta({ id: 'Amounts' })

/** The answer of create, and of every command but the refund; absent members are left out. */
export const CommandAnswer = z
  .object({
    paymentId: z.string(),
    status: Status,
    dataRequest: optional(DataRequest),
    acsData: optional(AcsData),
    redirectURL: optional(z.string().describe('Send the payer there')),
    ...rejection,
    tokenizerId: optional(z.string()),
    channel: Channel,
    method: Method,
    apaySession: optional(
      z.string().describe("Apple's merchant session in base64, for completeMerchantValidation"),
    ),
    apps: optional(Apps),
    transId: optional(z.string().describe('Of the operation that was commanded')),
    transStatus: optional(TransactionStatus),
    amounts: optional(Amounts),
    access_token: optional(z.string().describe('CLIENT token for the payment page')),
  })
  .meta({ id: 'CommandAnswer' })
