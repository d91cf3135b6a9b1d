import { required } from '../../assert.ts'
import type { CallKind } from '../../actor/call.ts'
import { newCall } from '../../actor/new-call.ts'
import type { Family } from '../../instrument.ts'
import { chargeReference, familyOf } from '../payment.ts'
import type { Call, Payment } from './operation.ts'

const FIRST_INQUIRIES_MS = [5_000, 15_000]
const INQUIRY_EVERY_MS = 30_000

interface Provider {
  inquire: CallKind
  cancel: CallKind
  /** Late money is found by asking; BLIK tells of it by itself. */
  askedAfterEnd: boolean
}

/** Of the families whose payer acts on a screen of the provider. */
const providers: Record<Family, Provider | undefined> = {
  card: undefined,
  networkToken: undefined,
  wallet: undefined,
  blik: { inquire: 'blikInquire', cancel: 'blikCancel', askedAfterEnd: false },
  bank: { inquire: 'bankInquire', cancel: 'bankCancel', askedAfterEnd: true },
}

const providerOf = (payment: Payment): Provider =>
  required(providers[familyOf(payment)], 'provider with a screen of its own')

/** Asks a provider whose payer acts on a screen of his own (BLIK, a bank) how it stands. */
export const inquiry = (payment: Payment): Call => {
  const reference = chargeReference(payment)
  return {
    ...newCall(providerOf(payment).inquire, reference, payment.order.amountMinor),
    id: `call/${reference}/inquire-${payment.inquiries + 1}`,
  }
}

/** Closes the payment at the provider, so that the payer can no longer confirm it. */
export const cancelAtProvider = (payment: Payment): Call => {
  const reference = chargeReference(payment)
  return {
    ...newCall(providerOf(payment).cancel, reference, payment.order.amountMinor),
    id: `call/${reference}/cancel`,
  }
}

/** Takes the money that the payer has paid; a second word about it is the same one. */
export const takeMoney = (payment: Payment, transactionId: string): Call => {
  const reference = chargeReference(payment)
  return {
    ...newCall('takeMoney', reference, payment.order.amountMinor),
    id: `call/${reference}/take-${payment.inquiries + 1}`,
    acquirerRef: transactionId,
  }
}

/** After 5 s, 15 s, then every 30 s from the moment the payer was asked. */
export function nextInquiryAt(payment: Payment): number {
  const afterMs =
    FIRST_INQUIRIES_MS[payment.inquiries] ??
    15_000 + INQUIRY_EVERY_MS * (payment.inquiries - FIRST_INQUIRIES_MS.length + 1)
  return (payment.payerAskedAt ?? payment.createdAt) + afterMs
}

/** Late money of a payment is found by asking, even long after its end. */
export const isAskedAfterEnd = (payment: Payment): boolean =>
  providers[familyOf(payment)]?.askedAfterEnd === true
