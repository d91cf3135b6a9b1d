import type { ReasonCode } from '../reasons/reason.ts'
import type { Command } from '../actor/message.ts'
import type { Instrument, Method } from '../instrument.ts'
import type { Outcome } from '../actor/call.ts'
import type { Customer, FraudWarning, Options, Order, Subpayment } from './payment.ts'
import type { Channel } from '../actor/channel.ts'
import type { Consent } from '../actor/consent.ts'
import type { Device } from '../actor/device.ts'
import type { MerchantFacts } from '../actor/merchant-facts.ts'

/** Everything that can be asked of a payment, by whom it may be. */
export type PaymentCommand =
  | CreatePayment
  | {
      name: 'complete'
      instrument?: Instrument
      device?: Device
      customer?: Partial<Customer>
      earlyReject?: ReasonCode
    }
  | {
      name: 'cancel'
      by: 'merchant' | 'customer' | 'operator'
      reason?: string
      description?: string
      /** A hold that was captured in part gives its rest back; earlier commands were refused. */
      releasesRest?: true
      /** Whether BLIK or the bank can give back what was paid; earlier commands knew BLIK alone. */
      givesBack?: boolean
    }
  | { name: 'capture'; amountMinor?: number; description?: string; keepsRest?: true }
  | { name: 'adjust'; amountMinor: number; description?: string }
  | { name: 'withdraw'; transId: string; description?: string; traced?: true }
  | {
      name: 'refund'
      amountMinor?: number
      subpaymentId?: string
      description?: string
      extRefundId?: string
    }
  /** `renews`: the payer has the whole time again; earlier links kept what was left of it. */
  | { name: 'restore'; linkId: string; renews?: true }
  | { name: 'advance'; seconds: number }
  | { name: 'profiled'; serverTransId: string; result?: string }
  | { name: 'authenticationResult'; serverTransId: string; outcome: Outcome }
  /** What an acquirer says of a charge, by a message of its own. */
  | { name: 'acquirerNews'; reference: string; outcome: Outcome }
  /** A payer's bank holds it for fraud; up to so much the merchant wants to be given back by itself. */
  | { name: 'warn'; warning: FraudWarning; refundsUpToMinor?: number }
  /** The payer's browser is back from the acquirer's page, perhaps with something for the acquirer. */
  | { name: 'payerReturned'; reference: string; proof?: string }
  | { name: 'blikStatus'; reference: string; outcome: Outcome }
  /** Of one transaction of an order, by the account that it went through. */
  | {
      name: 'transactionStatus'
      reference: string
      transactionId: string
      via: string
      outcome: Outcome
    }
  | { name: 'inquire' }
  /** `kept`: the transaction names its batch; earlier ones did not. */
  | {
      name: 'settle'
      batch: string
      line: number
      reference: string
      amountMinor: number
      kept?: true
    }
  | { name: 'hold'; reason: string }
  /** Drop: the message that it was held for is given up; two people have to say so. */
  | { name: 'resume'; reason: string; drop?: true }

export interface CreatePayment extends Command {
  name: 'create'
  paymentId: string
  merchantId: string
  agentId?: string
  parentId?: string
  /** Of a try that the payer makes on the page: which one it is, from 2 on. */
  attempt?: number
  /** Likewise: tries share the time of the first. Otherwise `validTime` counts from now. */
  validUntil?: number
  channel: Channel
  method: Method | 'UNKNOWN'
  merchant: MerchantFacts
  customer: Customer
  device?: Device
  order: Order
  options: Options
  instrument?: Instrument
  consents?: Consent
  subpayments: Omit<Subpayment, 'refundedMinor' | 'reservedMinor' | 'commissionRefundedMinor'>[]
  linkId?: string
  /** The payment link that it is a use of. */
  paymentLinkId?: string
  tokenizerId?: string
  /** What the merchant may not do at all; decided where its settings are read. */
  earlyReject?: ReasonCode
}

export type PaymentCommandName = PaymentCommand['name']
export type PaymentCommandOf<N extends PaymentCommandName> = Extract<PaymentCommand, { name: N }>
