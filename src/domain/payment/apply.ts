import { notificationsOf } from './notifications.ts'
import type { Notification } from '../actor/notification.ts'
import type { Entry } from '../actor/entry.ts'
import type { Event } from './events.ts'
import { evolve } from './evolve.ts'
import type { Payment } from './payment.ts'

/** The payment after a line of its journal, and what the merchant is told of it. */
export function apply(
  before: Payment | undefined,
  { version, at, events }: Entry<Event>,
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
