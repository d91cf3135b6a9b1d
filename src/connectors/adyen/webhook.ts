import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { AcquirerNews, AcquirerWebhook, DecidedOutcome } from '../acquirer.ts'
import { parseJson } from '../http.ts'
import { present } from '../../domain/present.ts'
import { minorOf } from './amount.ts'
import { disputeEvents, disputeFactsOf } from './dispute.ts'
import { declineOf } from './mapping.ts'

const outcomeEvents = [
  'AUTHORISATION',
  'CAPTURE',
  'CAPTURE_FAILED',
  'REFUND',
  'CANCEL_OR_REFUND',
  'REFUND_FAILED',
  'REFUNDED_REVERSED',
] as const
type EventCode = (typeof outcomeEvents)[number]
const FRAUD_WARNING = 'NOTIFICATION_OF_FRAUD'
const REPORT = 'REPORT_AVAILABLE'
const events = [...outcomeEvents, ...disputeEvents, FRAUD_WARNING, REPORT]

/** Adyen signs a few members of a message, inside it; what is not signed decides nothing. */
export const webhook: AcquirerWebhook = {
  signature: 'additionalData.hmacSignature',
  key: 'hmacKey',
  events,
  read({ rawBody }, keys) {
    const message = Message.safeParse(parseJson(rawBody))
    if (!message.success) return { type: 'forged' }
    const [{ NotificationRequestItem: item }] = message.data.notificationItems
    return keys.some((key) => isSigned(item, key)) ? newsOf(item) : { type: 'forged' }
  },
}

const Word = z.string().max(200)

const Item = z.object({
  eventCode: Word,
  success: z.enum(['true', 'false']),
  pspReference: Word,
  originalReference: z.string().max(200).nullish(),
  merchantAccountCode: Word,
  merchantReference: Word,
  amount: z.object({ value: z.int(), currency: Word }),
  reason: z.string().nullish(),
  eventDate: z.string().max(40).nullish(),
  additionalData: z.object({
    hmacSignature: Word,
    defensePeriodEndsAt: z.string().max(40).nullish().catch(undefined),
    chargebackReasonCode: z.string().max(20).nullish().catch(undefined),
  }),
})
type Item = z.infer<typeof Item>

const Message = z.object({
  notificationItems: z.tuple([z.object({ NotificationRequestItem: Item })]),
})

function isSigned(item: Item, key: string): boolean {
  const digest = createHmac('sha256', Buffer.from(key, 'hex')).update(signedText(item)).digest()
  const claimed = Buffer.from(item.additionalData.hmacSignature, 'base64')
  return claimed.length === digest.length && timingSafeEqual(claimed, digest)
}

const signedText = (item: Item): string =>
  [
    item.pspReference,
    item.originalReference ?? '',
    item.merchantAccountCode,
    item.merchantReference,
    item.amount.value,
    item.amount.currency,
    item.eventCode,
    item.success,
  ].join(':')

/** What was taken counts as done already: of captures, refunds and reversals only a failure is news. */
function newsOf(item: Item): AcquirerNews {
  const { eventCode, success, pspReference: acquirerRef, merchantReference: reference } = item
  const news = disputeNews(item) ?? fraudWarning(item) ?? report(item)
  if (news) return news
  const known = outcomeEvents.find((one) => one === eventCode)
  const outcome = known && readers[known](item)
  if (!outcome) return { type: 'nothing' }
  const eventId = `${eventCode} ${acquirerRef} ${success}`
  return { type: 'outcome', eventId, reference, acquirerRef, outcome }
}

/** Of a charge that was made here: a dispute has a name of its own, and says which charge it is of. */
function disputeNews(item: Item): AcquirerNews | undefined {
  const { eventCode, pspReference, originalReference, amount, success, additionalData } = item
  const { chargebackReasonCode, defensePeriodEndsAt } = additionalData
  if (!originalReference || success !== 'true') return undefined
  const amountMinor = minorOf(amount)
  const facts = disputeFactsOf({
    eventCode,
    pspReference,
    amountMinor,
    at: momentOf(item.eventDate) ?? 0,
    ...present({
      dueBy: momentOf(defensePeriodEndsAt),
      networkReason: chargebackReasonCode ?? undefined,
    }),
  })
  return (
    facts && {
      type: 'dispute',
      eventId: `${eventCode} ${pspReference}`,
      providerRef: pspReference,
      charge: { acquirerRef: originalReference },
      facts,
    }
  )
}

const fraudWarning = (item: Item): AcquirerNews | undefined => {
  const { eventCode, pspReference: warningId, originalReference, eventDate } = item
  return eventCode === FRAUD_WARNING && originalReference
    ? {
        type: 'fraudWarning',
        warningId,
        at: momentOf(eventDate) ?? 0,
        charge: { acquirerRef: originalReference },
      }
    : undefined
}

/** Its name is signed; the address beside it is not, so that the report is read where the account says. */
const report = ({ eventCode, success, pspReference: name }: Item): AcquirerNews | undefined =>
  eventCode === REPORT && success === 'true' && SETTLEMENT.test(name)
    ? { type: 'report', name }
    : undefined

const SETTLEMENT = /^settlement_detail_report_batch_\d{1,9}\.csv$/

const momentOf = (text: string | null | undefined): number | undefined => {
  const at = text ? Date.parse(text) : NaN
  return Number.isNaN(at) ? undefined : at
}

const failed = ({ reason, eventCode }: Item): DecidedOutcome => declineOf(reason ?? eventCode)
const unlessDone = (item: Item): DecidedOutcome | undefined =>
  item.success === 'true' ? undefined : failed(item)

const readers: Readonly<Record<EventCode, (item: Item) => DecidedOutcome | undefined>> = {
  AUTHORISATION: (item) =>
    item.success === 'true' ? { type: 'approved', acquirerRef: item.pspReference } : failed(item),
  CAPTURE: unlessDone,
  REFUND: unlessDone,
  CANCEL_OR_REFUND: unlessDone,
  CAPTURE_FAILED: failed,
  REFUND_FAILED: failed,
  REFUNDED_REVERSED: failed,
}
