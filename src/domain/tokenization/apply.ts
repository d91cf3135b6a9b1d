import type { Notification, Telling } from '../actor/notification.ts'
import { numbered } from '../actor/notification.ts'
import { rejection } from '../actor/view/rejection.ts'
import type { Entry } from '../actor/entry.ts'
import type { TokenizationEvent } from './events.ts'
import { evolve } from './evolve.ts'
import type { Tokenization } from './tokenization.ts'
import { statusOfTokenization } from './phase.ts'

/** The tokenization after a line of its journal, and what the merchant is told of it. */
export function apply(
  before: Tokenization | undefined,
  { version, at, events }: Entry<TokenizationEvent>,
): { tokenization: Tokenization | undefined; notifications: Notification[] } {
  const evolved = events.reduce<Tokenization | undefined>(
    (tokenization, event) => evolve(tokenization, event, at),
    before,
  )
  if (!evolved) return { tokenization: undefined, notifications: [] }
  const notifications = notificationsOf(before, evolved, at)
  const notificationSequence = (before?.notificationSequence ?? 0) + notifications.length
  return { tokenization: { ...evolved, version, notificationSequence }, notifications }
}

/** Every new status but the first is told. */
function notificationsOf(
  before: Tokenization | undefined,
  after: Tokenization,
  at: number,
): Notification[] {
  if (!after.merchant.notifies && !after.options.asyncNotify) return []
  const { id, notificationSequence: last } = after
  return whatToTell(before, after).map(({ kind, body }) => numbered(kind, body, id, last + 1, at))
}

/** What one commit is to its merchant. */
export function whatToTell(before: Tokenization | undefined, after: Tokenization): Telling[] {
  const status = statusOfTokenization[after.phase]
  if (status === (before ? statusOfTokenization[before.phase] : 'NEW')) return []
  const { id, channel, rejectCode } = after
  return [
    { kind: 'tokenizer', body: { tokenizerId: id, status, channel, ...rejection(rejectCode) } },
  ]
}
