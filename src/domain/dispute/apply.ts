import type { Entry } from '../actor/entry.ts'
import type { Notification } from '../actor/notification.ts'
import { numbered } from '../actor/notification.ts'
import type { Dispute } from './dispute.ts'
import type { DisputeEvent } from './events.ts'
import { evolve } from './evolve.ts'
import { isNotified, draftNotifications } from './notifications.ts'

/** The dispute after a line of its journal, and what the merchant is told of it. */
export function apply(
  before: Dispute | undefined,
  { version, at, events }: Entry<DisputeEvent>,
): { dispute: Dispute | undefined; notifications: Notification[] } {
  const evolved = events.reduce<Dispute | undefined>(
    (dispute, event) => evolve(dispute, event, at),
    before,
  )
  if (!evolved) return { dispute: undefined, notifications: [] }
  const last = before?.notificationSequence ?? 0
  const notifications = isNotified(evolved)
    ? draftNotifications(before, evolved).map(({ kind, body }, index) =>
        numbered(kind, body, evolved.id, last + index + 1, at),
      )
    : []
  const notificationSequence = last + notifications.length
  return { dispute: { ...evolved, version, notificationSequence }, notifications }
}
