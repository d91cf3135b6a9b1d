import { traitsOf } from '../../instrument.ts'
import type { Call } from '../../actor/call.ts'
import type { Event } from '../events.ts'
import type { Payment } from '../payment.ts'
import type { Ending } from '../../actor/ending.ts'

const FIRST_INQUIRIES_MS = [5_000, 15_000]
const INQUIRY_EVERY_MS = 30_000
const LATE_INQUIRIES_MS = [30_000, 120_000, 600_000, 3_600_000, 21_600_000]
const LATE_EVERY_MS = 86_400_000
export const LATE_WINDOW_MS = 7 * 86_400_000

/** Asks a provider whose payer acts on a screen of his own (BLIK, a bank) how it stands. */
export const inquiry = (payment: Payment): Call => {
  const reference = payment.reference ?? payment.id
  return {
    id: `call/${reference}/inquire-${payment.inquiries + 1}`,
    kind: isBlik(payment) ? 'blikInquire' : 'bankInquire',
    reference,
    amountMinor: payment.order.amountMinor,
    attempt: 1,
  }
}

/** Closes the order at the provider, so that the payer can no longer pay it. */
export const cancelAtProvider = (payment: Payment): Call => {
  const reference = payment.reference ?? payment.id
  return {
    id: `call/${reference}/cancel`,
    kind: isBlik(payment) ? 'blikCancel' : 'bankCancel',
    reference,
    amountMinor: payment.order.amountMinor,
    attempt: 1,
  }
}

/** Money that came too late, or for an order that is paid, goes back. */
export const sendBack = (payment: Payment): Call => {
  const originalReference = payment.reference ?? payment.id
  const reference = `${originalReference}-back`
  return {
    id: `call/${reference}/1`,
    kind: 'sendBack',
    reference,
    originalReference,
    amountMinor: payment.order.amountMinor,
    attempt: 1,
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
export function lateEnd(payment: Payment, { status, rejectCode }: Ending, now: number): Event {
  const end = {
    rejectCode,
    lateUntil: now + LATE_WINDOW_MS,
    ...(isBlik(payment) ? {} : { nextInquiryAt: nextLateInquiryAt(now, now) }),
  }
  return status === 'rejected' ? { type: 'rejected', ...end } : { type: 'cancelled', ...end }
}

export const isBlik = (payment: Payment): boolean =>
  payment.instrument !== undefined && traitsOf(payment.instrument.type).family === 'blik'

/** A payer is back from the bank long after the end: only the bank knows what happened there. */
export const mayBePaidLate = ({ phase, method, reference, closed, sentBack }: Payment): boolean =>
  method === 'PBL' &&
  closed === true &&
  sentBack !== true &&
  reference !== undefined &&
  (phase === 'rejected' || phase === 'cancelled')
