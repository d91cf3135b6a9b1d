import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow'
import type { WebhookActivities } from '../activities/delivery/deliver-webhook.ts'
import { options } from './options.ts'
import { authentic, refuseStart } from './receive.ts'

const { deliverToWebhook, testWebhook } = proxyActivities<WebhookActivities>(options.webhook)

/** There is something to tell. It says nothing, so whoever forges it makes us look, no more. */
const wake = defineSignal('wake')
/** Its merchant has changed it: what it waits for may be over. */
const changed = defineSignal('changed')
/** Its merchant wants to see whether it works. */
const test = defineSignal<[string]>('test')

export interface WebhookStart {
  webhookId: string
  tests?: string[]
}

/**
 * Tells one webhook what happens, in order. It runs while there is something to tell and ends when
 * there is not; whatever it must know stands in the database, so each run goes on where the last ended.
 */
export async function webhook(given: WebhookStart): Promise<void> {
  const start = authentic(given)
  if (start === undefined) return refuseStart()
  const { webhookId } = start
  const tests = [...(start.tests ?? [])]
  let isWoken = true
  let isChanged = false
  setHandler(wake, () => {
    isWoken = true
  })
  setHandler(changed, () => {
    isWoken = isChanged = true
  })
  setHandler(test, (raw) => {
    const eventId = authentic(raw)
    if (eventId !== undefined) tests.push(eventId)
  })
  while (isWoken || tests.length > 0) {
    if (workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof webhook>({ webhookId, tests })
    for (let eventId = tests.shift(); eventId !== undefined; eventId = tests.shift())
      await testWebhook(webhookId, eventId)
    isWoken = isChanged = false
    const { waitMs } = await deliverToWebhook(webhookId)
    if (waitMs === undefined) continue
    isWoken = true
    if (waitMs === 0) continue
    setCurrentDetails(`The next attempt is in ${String(Math.ceil(waitMs / 1000))} s`)
    const isLong = () => workflowInfo().continueAsNewSuggested
    await condition(() => isChanged || tests.length > 0 || isLong(), waitMs)
  }
}
