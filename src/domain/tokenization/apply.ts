import type { Notification, NotificationDraft } from '../actor/notification.ts'
import { numbered } from '../actor/notification.ts'
import type { TokenChange } from '../actor/notification.ts'
import { rejection } from '../actor/view/rejection.ts'
import type { Entry } from '../actor/entry.ts'
import type { ShownToken } from '../card-token.ts'
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
  const notifications = notificationsOf(before, events, evolved, at)
  const notificationSequence = (before?.notificationSequence ?? 0) + notifications.length
  return { tokenization: { ...evolved, version, notificationSequence }, notifications }
}

function notificationsOf(
  before: Tokenization | undefined,
  events: TokenizationEvent[],
  after: Tokenization,
  at: number,
): Notification[] {
  if (!after.merchant.notifies && !after.options.asyncNotify) return []
  const { id, notificationSequence: last } = after
  return draftNotifications(before, events, after).map(({ kind, body }) =>
    numbered(kind, body, id, last + 1, at),
  )
}

/** What one commit is to its merchant: every new status but the first, and each change of the token. */
export function draftNotifications(
  before: Tokenization | undefined,
  events: TokenizationEvent[],
  after: Tokenization,
): NotificationDraft[] {
  const { id, channel, rejectCode } = after
  const status = statusOfTokenization[after.phase]
  const facts = { tokenizerId: id, status, channel }
  if (status !== (before ? statusOfTokenization[before.phase] : 'NEW'))
    return [{ kind: 'tokenizer', body: { ...facts, ...rejection(rejectCode) } }]
  const tokenChange = events.map((event) => changeOf(before?.token, event)).find(Boolean)
  return tokenChange ? [{ kind: 'tokenizer', body: { ...facts, tokenChange } }] : []
}

/** What the network has changed, if it has: it also says again what is known. */
function changeOf(
  token: ShownToken | undefined,
  event: TokenizationEvent,
): TokenChange | undefined {
  if (event.type === 'tokenRenewed')
    return token?.expDate === event.expDate && token.cardMask === event.cardMask
      ? undefined
      : 'RENEWED'
  if (event.type !== 'tokenStateChanged' || !event.told || token?.status === event.status)
    return undefined
  return event.status === 'SUSPENDED' ? 'SUSPENDED' : 'RESUMED'
}
