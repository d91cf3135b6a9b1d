import { randomUUID } from 'node:crypto'
import type { MerchantAnswer, MerchantMessage } from '../../src/connectors/merchant/client.ts'
import { notificationAddress } from '../../src/connectors/merchant/notification-address.ts'
import { sign } from '../../src/connectors/merchant/sign.ts'
import { GIVE_UP_AFTER_MS, retryDelayMs, verdictOf } from '../../src/domain/delivery.ts'
import type { Verdict } from '../../src/domain/delivery.ts'
import type { Merchant } from '../../src/domain/merchant.ts'
import { failpoint } from '../../src/process/failpoint.ts'
import type { NotificationState, StoredNotification } from '../../src/postgres/notifications.ts'
import type { Courier, Delivered } from './courier.ts'
import type { Slot } from '../merchant-slots.ts'
import { present } from '../../src/domain/present.ts'

interface Occasion {
  merchant: Merchant | undefined
  slot: Slot
  now: () => number
}

/** One attempt under a lease, and its record; undefined when somebody else is at it. */
export async function attemptDelivery(
  courier: Courier,
  found: StoredNotification,
  { merchant, slot, now }: Occasion,
): Promise<Delivered | undefined> {
  const { notifications } = courier
  const { eventId } = found
  const leaseId = randomUUID()
  let answered = true
  try {
    if (!(await notifications.lease(found, leaseId))) return undefined
    noteLag(courier, found)
    const message = await messageOf(courier, found, merchant)
    await failpoint('notify.before_send', { key: eventId })
    const answer = await send(courier, message, found, leaseId)
    answered = answer.type === 'answered'
    const verdict = judge(answer, found)
    if (verdict === 'accepted') await failpoint('notify.after_200_before_record', { key: eventId })
    return await record(courier, { found, message, answer, verdict, merchant, leaseId, at: now() })
  } finally {
    slot.free(answered)
    // Recorded attempts have given it back; after a failure it would only run out.
    await notifications.release(eventId, leaseId).catch(() => undefined)
  }
}

/** Of first attempts: what a merchant's own silence adds is not ours. */
function noteLag({ metrics }: Courier, { attempts, createdAt }: StoredNotification): void {
  if (attempts === 0) metrics?.notificationLagSeconds.observe((Date.now() - createdAt) / 1_000)
}

type Message = MerchantMessage | { url: string; headers: Record<string, string>; problem: string }

async function messageOf(
  { merchants, numberSeal }: Courier,
  { eventId, merchantId, url, kind, requestId, ...stored }: StoredNotification,
  merchant: Merchant | undefined,
): Promise<Message> {
  const address =
    url ?? (merchant?.notificationUrl && notificationAddress(merchant.notificationUrl, kind))
  const body = numberSeal.open(merchantId, stored.body)
  const secrets = await merchants.notificationSecrets(merchantId)
  if (!address) return { url: '', headers: {}, problem: 'no notification address' }
  if (secrets.length === 0) return { url: address, headers: {}, problem: 'no notification secret' }
  return {
    url: address,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Tollgate',
      ...present({ 'x-request-id': requestId }),
      ...sign(body, { eventId, secrets, atMs: Date.now() }),
    },
  }
}

/** While the merchant takes its time, the lease is kept. */
async function send(
  { merchantClient, notifications, numberSeal }: Courier,
  message: Message,
  { eventId, merchantId }: StoredNotification,
  leaseId: string,
): Promise<MerchantAnswer> {
  if ('problem' in message) return { type: 'failed', problem: message.problem, latencyMs: 0 }
  const renewal = setInterval(() => {
    notifications.renew(eventId, leaseId).catch(() => undefined)
  }, RENEWAL_MS)
  try {
    return await merchantClient.deliver({
      ...message,
      url: numberSeal.open(merchantId, message.url),
    })
  } finally {
    clearInterval(renewal)
  }
}

const RENEWAL_MS = 2_000

/** A payment's own address that is gone has nobody to save it again, so it only refuses. */
function judge(answer: MerchantAnswer, { url }: StoredNotification): Verdict {
  const verdict = answer.type === 'answered' ? verdictOf(answer.status) : 'retry'
  return verdict === 'gone' && url !== undefined ? 'refused' : verdict
}

interface Attempt {
  found: StoredNotification
  message: Message
  answer: MerchantAnswer
  verdict: Verdict
  merchant: Merchant | undefined
  leaseId: string
  at: number
}

async function record(courier: Courier, attempt: Attempt): Promise<Delivered> {
  const { found, message, answer, verdict, merchant, leaseId, at } = attempt
  const { eventId, merchantId } = found
  const { state, retryAt } = consequence(attempt)
  await courier.notifications.recordAttempt({
    eventId,
    leaseId,
    at,
    url: message.url,
    headers: message.headers,
    latencyMs: answer.latencyMs,
    ...(answer.type === 'answered'
      ? { status: answer.status, answer: answer.firstBytes }
      : { problem: answer.problem }),
    state,
    ...present({ nextAttemptAt: retryAt }),
    ...(verdict === 'gone' &&
      merchant?.notificationUrl !== undefined && {
        pause: { merchantId, notificationUrl: merchant.notificationUrl },
      }),
  })
  courier.metrics?.notificationAttempts.inc({ outcome: state === 'pending' ? 'retried' : state })
  if (state !== 'accepted') logAttempt(courier, attempt, state)
  return retryAt === undefined ? { settled: true } : { settled: false, retryAt }
}

/** What follows from an attempt: an end, or the time of the next one. */
function consequence({ found, answer, verdict, at }: Attempt): {
  state: NotificationState
  retryAt?: number
} {
  if (verdict === 'accepted' || verdict === 'refused') return { state: verdict }
  const { eventId, attempts, firstAttemptAt = at } = found
  const retryAfterMs = answer.type === 'answered' ? answer.retryAfterMs : undefined
  const retryAt = at + retryDelayMs(eventId, attempts + 1, retryAfterMs)
  if (retryAt > firstAttemptAt + GIVE_UP_AFTER_MS) return { state: 'exhausted' }
  return { state: 'pending', retryAt }
}

function logAttempt(
  { log }: Courier,
  { found, answer, verdict }: Attempt,
  state: NotificationState,
) {
  const { eventId, merchantId, requestId, attempts } = found
  const what = answer.type === 'answered' ? { status: answer.status } : { problem: answer.problem }
  const facts = { eventId, merchantId, requestId, attempt: attempts + 1, ...what, state }
  if (verdict === 'gone') log.warn(facts, 'notifications of this merchant paused')
  else if (state === 'pending') log.info(facts, 'notification to be repeated')
  else log.warn(facts, `notification ${state}`)
}
