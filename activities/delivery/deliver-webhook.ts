import { Context } from '@temporalio/activity'
import type { MerchantAnswer } from '../../src/connectors/merchant/client.ts'
import { sign } from '../../src/connectors/merchant/sign.ts'
import { verdictOf } from '../../src/domain/delivery.ts'
import { afterAttempt } from '../../src/domain/webhook.ts'
import { failpoint } from '../../src/process/failpoint.ts'
import type {
  DueWebhook,
  WaitingEvent,
  WebhookAttemptRecord,
} from '../../src/postgres/self-service/webhook-deliveries.ts'
import type { Deps } from '../deps.ts'

export type WebhookActivities = ReturnType<typeof createWebhookActivities>

type WebhookDeps = Pick<Deps, 'log' | 'metrics' | 'webhooks' | 'merchantClient' | 'numberSeal'> & {
  wake: (webhookIds: readonly string[]) => Promise<void>
}

/** Absent: there is nothing to tell. Otherwise when to come again; 0 is at once. */
export interface Drained {
  waitMs?: number
}

/** Tells webhooks. What it does stands in the database after each attempt, so any run may be the last. */
export const createWebhookActivities = (deps: WebhookDeps) => ({
  deliverToWebhook: (webhookId: string): Promise<Drained> =>
    beating(() => drain(deps, webhookId, Date.now() + TURN_MS)),

  /** An event that it has been told, once more; a test message for an id that is no event's. */
  testWebhook: (webhookId: string, eventId: string): Promise<void> =>
    beating(() => sendOnce(deps, webhookId, eventId)),

  wakeWebhooks: async (): Promise<number> => {
    const behind = await deps.webhooks.behind()
    await deps.wake(behind)
    return behind.length
  },
})

const HEARTBEAT_MS = 2_000
/** After it others have their turn; one delivery more may last a quarter of a minute. */
const TURN_MS = 20_000
const PAGE = 20

async function beating<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current()
  const beat = setInterval(() => {
    context.heartbeat()
  }, HEARTBEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
  }
}

async function drain(deps: WebhookDeps, webhookId: string, until: number): Promise<Drained> {
  for (;;) {
    const webhook = await deps.webhooks.load(webhookId)
    if (!webhook) return {}
    const waitMs = (webhook.nextAttemptAt?.getTime() ?? 0) - Date.now()
    if (waitMs > 0) return { waitMs }
    const page = await deps.webhooks.page(webhook, PAGE)
    if (page.length === 0) return {}
    await deliverPage(deps, webhook, page, until)
    if (Date.now() > until) return { waitMs: 0 }
  }
}

/** As far as it goes: to its end, to an event that does not get through, or to a change. */
async function deliverPage(
  deps: WebhookDeps,
  loaded: DueWebhook,
  page: readonly WaitingEvent[],
  until: number,
): Promise<void> {
  let webhook = loaded
  for (const event of page) {
    const isWanted = webhook.types === null || webhook.types.includes(event.type)
    const goesOn = isWanted
      ? await deliver(deps, webhook, event)
      : await deps.webhooks.pass(webhook, event.position)
    if (!goesOn || Date.now() > until) return
    webhook = { ...webhook, ...(isWanted && AFRESH), position: event.position }
  }
}

const AFRESH = { attempts: 0, nextAttemptAt: null, failingSince: null, warnedAt: null }

/** One attempt; true when the next event may follow. */
async function deliver(
  deps: WebhookDeps,
  webhook: DueWebhook,
  event: WaitingEvent,
): Promise<boolean> {
  const { eventId, type, body } = event
  await failpoint('notify.webhook.before_send', { key: webhook.webhookId })
  const answer = await send(deps, webhook, { eventId, type, body })
  const verdict = answer.type === 'answered' ? verdictOf(answer.status) : 'retry'
  if (verdict === 'accepted')
    await failpoint('notify.webhook.after_200_before_record', { key: webhook.webhookId })
  const at = Date.now()
  const retryAfterMs = answer.type === 'answered' ? answer.retryAfterMs : undefined
  const { attempts, failingSince, warnedAt } = webhook
  const after = afterAttempt(
    { attempts, failingSince: failingSince?.getTime(), warned: warnedAt !== null },
    { eventId, verdict, at, retryAfterMs },
  )
  const recorded = await deps.webhooks.record(
    webhook,
    event,
    attemptOf(eventId, webhook.url, answer, at),
    after,
  )
  deps.metrics?.notificationAttempts.inc({ outcome: after.type === 'next' ? verdict : 'retried' })
  if (after.type !== 'next')
    deps.log.info({ webhookId: webhook.webhookId, eventId, after }, 'webhook not reached')
  return recorded && after.type === 'next'
}

/** Beside the order of its events, under the same signatures; when it gets through, they go on at once. */
async function sendOnce(deps: WebhookDeps, webhookId: string, eventId: string): Promise<void> {
  const webhook = await deps.webhooks.loadAny(webhookId)
  if (!webhook) return
  const event =
    (await deps.webhooks.event(webhook, eventId)) ?? testMessage(webhook.webhookId, eventId)
  const answer = await send(deps, webhook, event)
  const gotThrough = answer.type === 'answered' && verdictOf(answer.status) === 'accepted'
  const attempt = attemptOf(eventId, webhook.url, answer, Date.now())
  await deps.webhooks.note(webhook, attempt, gotThrough)
}

const testMessage = (webhookId: string, eventId: string) => ({
  eventId,
  type: 'webhook.test',
  body: JSON.stringify({
    webhookId,
    status: 'TEST',
    eventId,
    eventTime: new Date().toISOString(),
    sequence: 1,
  }),
})

async function send(
  { webhooks, merchantClient, numberSeal }: WebhookDeps,
  webhook: DueWebhook,
  { eventId, type, ...stored }: Pick<WaitingEvent, 'eventId' | 'type' | 'body'>,
): Promise<MerchantAnswer> {
  const secrets = await webhooks.secrets(webhook)
  const body = numberSeal.open(webhook.merchantId, stored.body)
  return merchantClient.deliver({
    url: webhook.url,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Tollgate',
      'x-event-type': type,
      ...sign(body, { eventId, secrets, atMs: Date.now() }),
    },
  })
}

const attemptOf = (
  eventId: string,
  url: string,
  answer: MerchantAnswer,
  at: number,
): WebhookAttemptRecord => ({
  eventId,
  at,
  url,
  latencyMs: answer.latencyMs,
  ...(answer.type === 'answered'
    ? { status: answer.status, answer: answer.firstBytes }
    : { problem: answer.problem }),
})
