import { required } from '../../assert.ts'
import type { Family } from '../../instrument.ts'
import type { Call, CallKind } from '../../actor/call.ts'
import { newCall } from '../../actor/new-call.ts'
import { reasonGiven } from '../../reasons/given-reason.ts'
import type { Event } from '../events.ts'
import type { Payment } from '../payment.ts'
import { chargeReference, familyOf, isGivenBack } from '../payment.ts'
import type { Ending } from '../../actor/ending.ts'
import { present } from '../../present.ts'

const FIRST_INQUIRIES_MS = [5_000, 15_000]
const INQUIRY_EVERY_MS = 30_000
const LATE_INQUIRIES_MS = [30_000, 120_000, 600_000, 3_600_000, 21_600_000]
const LATE_EVERY_MS = 86_400_000
export const LATE_WINDOW_MS = 7 * 86_400_000

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

/** Money that came too late, or for an order that is paid, goes back. */
export const sendBack = (payment: Payment, acquirerRef?: string): Call => {
  const originalReference = chargeReference(payment)
  return {
    ...newCall('sendBack', `${originalReference}-back`, payment.order.amountMinor),
    originalReference,
    ...present({ acquirerRef }),
  }
}

/** After 5 s, 15 s, then every 30 s from the moment the payer was asked. */
export function nextInquiryAt(payment: Payment): number {
  const afterMs =
    FIRST_INQUIRIES_MS[payment.inquiries] ??
    15_000 + INQUIRY_EVERY_MS * (payment.inquiries - FIRST_INQUIRIES_MS.length + 1)
  return (payment.payerAskedAt ?? payment.createdAt) + afterMs
}

/** Ever more rarely after a failed end, while late money may still come. */
export function nextLateInquiryAt(endedAt: number, now: number): number {
  const next = LATE_INQUIRIES_MS.find((afterMs) => endedAt + afterMs > now)
  return next === undefined ? now + LATE_EVERY_MS : endedAt + next
}

/** A failed end of a payment whose payer may still pay by mistake. */
export function lateEnd(payment: Payment, ending: Ending, now: number): Event {
  const end = {
    ...reasonGiven(ending),
    lateUntil: now + LATE_WINDOW_MS,
    ...(isAskedAfterEnd(payment) ? { nextInquiryAt: nextLateInquiryAt(now, now) } : {}),
  }
  return ending.status === 'rejected' ? { type: 'rejected', ...end } : { type: 'cancelled', ...end }
}

export const isAskedAfterEnd = (payment: Payment): boolean => providerOf(payment).askedAfterEnd

/** A payer is back from the bank long after the end: only the bank knows what happened there. */
export const mayBePaidLate = (payment: Payment): boolean =>
  payment.closed === true &&
  payment.sentBack !== true &&
  !isGivenBack(payment) &&
  payment.reference !== undefined &&
  (payment.phase === 'rejected' || payment.phase === 'cancelled') &&
  providers[familyOf(payment)]?.askedAfterEnd === true
