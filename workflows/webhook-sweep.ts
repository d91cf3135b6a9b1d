import { proxyActivities } from '@temporalio/workflow'
import type { WebhookActivities } from '../activities/delivery/deliver-webhook.ts'
import { options } from './options.ts'
import { authentic, refuseStart } from './receive.ts'

const { wakeWebhooks } = proxyActivities<WebhookActivities>(options.webhook)

/** Once a minute: webhooks that nobody has woken, because the process that should have has died. */
export async function webhookSweep(given?: number): Promise<number> {
  return authentic(given) === undefined ? refuseStart() : wakeWebhooks()
}
