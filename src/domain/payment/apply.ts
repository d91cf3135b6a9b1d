import type { Notification } from '../notification.ts'
import { notificationsOf } from '../notification.ts'
import type { Event } from './events.ts'
import { evolve } from './evolve.ts'
import type { Payment } from './payment.ts'

/** One committed line of a payment's journal, as far as its state depends on it. */
export interface Entry {
  version: number
  at: number
  events: Event[]
}

/** The payment after a line of its journal, and what the merchant is told of it. */
export function apply(
  before: Payment | undefined,
  { version, at, events }: Entry,
): { payment: Payment | undefined; notifications: Notification[] } {
  const evolved = events.reduce<Payment | undefined>(
    (payment, event) => evolve(payment, event, at),
    before,
  )
  if (!evolved) return { payment: undefined, notifications: [] }
  const notifications = notificationsOf(before, events, evolved, at)
  const notificationSequence = (before?.notificationSequence ?? 0) + notifications.length
  return { payment: { ...evolved, version, notificationSequence }, notifications }
}
