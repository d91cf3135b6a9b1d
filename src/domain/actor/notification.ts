/** The order of the fields is part of the signature. Absent ones are left out. */
export const notificationFields = [
  'paymentId',
  'tokenizerId',
  'disputeId',
  'status',
  'extOrderId',
  'amount',
  'currency',
  'method',
  'channel',
  'transId',
  'transType',
  'transStatus',
  'refundId',
  'extRefundId',
  'subpaymentId',
  'rejectCode',
  'rejectInfo',
  'linkId',
  'parentPaymentId',
  'tokenChange',
  'disputeEvent',
  'stage',
  'reason',
  'move',
  'dueBy',
  'warning',
  'eventId',
  'eventTime',
  'sequence',
] as const

/** What a network does to a stored token that lives on. */
export const tokenChanges = ['SUSPENDED', 'RESUMED', 'RENEWED'] as const
export type TokenChange = (typeof tokenChanges)[number]

export type NotificationBody = Partial<Record<(typeof notificationFields)[number], string | number>>

/** The last part of the address: payments, refunds, tokenizations and disputes have one each. */
export const notificationKinds = ['payment', 'refund', 'tokenizer', 'dispute'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export interface Notification {
  sequence: number
  eventId: string
  kind: NotificationKind
  /** The exact body; a repeat sends the same bytes. */
  body: string
}

/** What one commit is to its merchant, before it has a number. */
export interface NotificationDraft {
  kind: NotificationKind
  body: NotificationBody
}

/** Puts the fields in their order and closes the body with its number and time. */
export function numbered(
  kind: NotificationKind,
  body: NotificationBody,
  ownerId: string,
  sequence: number,
  at: number,
): Notification {
  const eventId = `${ownerId}_${sequence}`
  const whole: NotificationBody = {
    ...body,
    eventId,
    eventTime: new Date(at).toISOString(),
    sequence,
  }
  const ordered = notificationFields.flatMap((name) =>
    whole[name] === undefined ? [] : [[name, whole[name]] as const],
  )
  return { sequence, eventId, kind, body: JSON.stringify(Object.fromEntries(ordered)) }
}
