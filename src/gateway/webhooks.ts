import type { Client } from '@temporalio/client'
import type { WebhookStart } from '../../workflows/webhook.ts'

interface Signal {
  signal: 'wake' | 'changed' | 'test'
  signalArgs: string[]
}

/** Looks after the webhooks of merchants; each has a workflow that runs while there is something to do. */
export interface WebhookActors {
  /** Its merchant has changed it. */
  changed(webhookId: string): Promise<void>
  /** It is sent a message of no event. */
  test(webhookId: string, eventId: string): Promise<void>
  /** It is sent one of its events again. */
  resend(webhookId: string, eventId: string): Promise<void>
}

type SignallingClient = Pick<Client, 'workflow' | 'withDeadline'>

export const createWebhookActors = (client: SignallingClient): WebhookActors => ({
  changed: (webhookId) => signal(client, webhookId, { signal: 'changed', signalArgs: [] }),
  test: (webhookId, eventId) => sendOnce(client, webhookId, eventId),
  resend: (webhookId, eventId) => sendOnce(client, webhookId, eventId),
})

/** Whether the id is an event's is found out when it is sent, so workflows know both by one name. */
const sendOnce = (client: SignallingClient, webhookId: string, eventId: string): Promise<void> =>
  signal(client, webhookId, { signal: 'test', signalArgs: [eventId] })

export async function wakeWebhooks(
  client: SignallingClient,
  webhookIds: readonly string[],
): Promise<void> {
  for (const webhookId of webhookIds)
    await signal(client, webhookId, { signal: 'wake', signalArgs: [] })
}

/** The workflow is started when it is not running. */
async function signal(client: SignallingClient, webhookId: string, given: Signal): Promise<void> {
  const start: WebhookStart = { webhookId }
  await client.withDeadline(Date.now() + RPC_MS, () =>
    client.workflow.signalWithStart('webhook', {
      workflowId: `hook/${webhookId}`,
      taskQueue: 'payments',
      args: [start],
      ...given,
    }),
  )
}

const RPC_MS = 5_000
