import { z } from 'zod'
import { instruments, methods } from '../domain/instrument.ts'
import { channels } from '../domain/actor/channel.ts'
import { body } from './body.ts'
import { Consents } from './consents.ts'
import { Customer, CustomerChange } from './customer.ts'
import { Device } from './device.ts'
import { oneOf, optional } from './fields.ts'
import { Instrument, InstrumentAttributes } from './instrument.ts'
import { Options } from './options.ts'
import { Order } from './order.ts'
import { Agent, Party } from './party.ts'

export const Channel = oneOf(channels, 'PAYWALL and MOBILE show our payment page')
export const Method = oneOf([...methods, 'UNKNOWN'], 'UNKNOWN: the payer will choose')

/** POST /payment */
export const CreatePaymentRequest = body(
  z
    .object({
      channel: Channel,
      method: Method,
      instrument: optional(Instrument),
      merchant: Party.describe("The token's merchant"),
      agent: optional(Agent),
      customer: Customer,
      device: optional(Device),
      order: Order,
      options: optional(Options),
      consents: optional(Consents),
    })
    .superRefine(({ method, instrument, customer, order, options = {} }, context) => {
      const add = (path: string[], message: string) =>
        context.addIssue({ code: 'custom', path, message })
      if (instrument && method !== 'UNKNOWN' && methodOf(instrument) !== method)
        add(['method'], 'does not fit the type of the instrument')
      if (customer.signedIn && customer.extCustomerId === undefined)
        add(['customer', 'extCustomerId'], 'is needed with signedIn')
      const isMarketplace = options.transType === 'MARKETPLACE'
      if (isMarketplace && !order.subpayments)
        add(['order', 'subpayments'], 'is needed for MARKETPLACE')
      if (!isMarketplace && order.subpayments)
        add(['options', 'transType'], 'must be MARKETPLACE when the order has subpayments')
      if (isMarketplace && options.transKind === 'PREAUTH')
        add(['options', 'transKind'], 'must not be PREAUTH with MARKETPLACE')
    })
    .meta({ id: 'CreatePaymentRequest' }),
)
export type CreatePaymentRequest = z.infer<typeof CreatePaymentRequest>

/** PATCH /payment/{paymentId} */
export const CompletePaymentRequest = body(
  z
    .object({
      instrument: optional(InstrumentAttributes),
      device: optional(Device),
      customer: optional(CustomerChange),
    })
    .refine(
      ({ instrument, device, customer }) => instrument ?? device ?? customer,
      'must have an instrument, a device or a customer',
    )
    .meta({ id: 'CompletePaymentRequest', minProperties: 1 }),
)

const methodOf = ({ type }: InstrumentAttributes) =>
  type === undefined ? undefined : type === 'BLIK' ? 'BLIK' : instruments[type].method
