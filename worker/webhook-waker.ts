import type { Log } from '../src/process/log.ts'
import type { Hint } from '../src/postgres/changes.ts'
import type { WebhookDeliveries } from '../src/postgres/self-service/webhook-deliveries.ts'

const COLLECT_MS = 200

interface Options {
  webhooks: Pick<WebhookDeliveries, 'ofOwners'>
  wake: (webhookIds: readonly string[]) => Promise<void>
  log: Log
}

/**
 * Wakes the webhooks of merchants about whose payments something was committed. It works beside the
 * payments: many of them cost one small query, and what is lost with the process the sweep finds.
 */
export function createWebhookWaker({ webhooks, wake, log }: Options) {
  let changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const look = async (): Promise<void> => {
    const ids = [...changed]
    changed = new Set()
    try {
      await wake(await webhooks.ofOwners(ids))
    } catch (error) {
      log.warn({ err: error }, 'webhooks were not woken; the sweep will do it')
    }
    timer = undefined
    if (changed.size > 0) soon()
  }
  const soon = () => {
    timer ??= setTimeout(() => void look(), COLLECT_MS)
  }

  return {
    /** The same hint, and a look afterwards. */
    after:
      (hint: Hint): Hint =>
      (id, news) => {
        hint(id, news)
        changed.add(id)
        soon()
      },
    stop: () => {
      clearTimeout(timer)
    },
  }
}
