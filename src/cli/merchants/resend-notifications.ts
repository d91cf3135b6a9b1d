import type { Client } from '@temporalio/client'
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import type { Db } from '../../postgres/db.ts'
import { listNotifications } from '../../postgres/notification-log.ts'
import type { NotificationFilter, NotificationLine } from '../../postgres/notification-log.ts'

/**
 * Has settled notifications sent again: those of one payment in their order, the payments beside each
 * other. Whoever asks for the same repeat a second time changes nothing.
 */
export async function resendNotifications(
  { db, client }: { db: Db; client: Pick<Client, 'workflow'> },
  filter: NotificationFilter,
): Promise<NotificationLine[]> {
  const found = await listNotifications(db, { ...filter, settled: true })
  for (const lines of grouped(found)) await start(client, lines)
  return found
}

function grouped(lines: NotificationLine[]): NotificationLine[][] {
  const byOwner = new Map<string, NotificationLine[]>()
  for (const line of lines) byOwner.set(line.ownerId, [...(byOwner.get(line.ownerId) ?? []), line])
  return [...byOwner.values()]
}

async function start(client: Pick<Client, 'workflow'>, lines: NotificationLine[]): Promise<void> {
  const [first] = lines
  if (!first) return
  const repeats = lines
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ sequence, resends }) => ({ sequence, round: resends + 1 }))
  try {
    await client.workflow.start('resendNotification', {
      workflowId: `resend/${first.eventId}/${String(first.resends + 1)}`,
      taskQueue: 'payments',
      args: [{ ownerId: first.ownerId, repeats }],
      staticSummary: `${String(lines.length)} notifications of ${first.ownerId}`,
    })
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}
