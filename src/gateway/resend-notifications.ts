import type { Client } from '@temporalio/client'
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import type { NotificationLine } from '../postgres/notification-log.ts'

export type Resendable = Pick<NotificationLine, 'eventId' | 'ownerId' | 'sequence' | 'resends'>

/**
 * Has settled notifications sent again: those of one payment in their order, the payments beside each
 * other. Whoever asks for the same repeat a second time changes nothing.
 */
export async function resendNotifications(
  client: Pick<Client, 'workflow'>,
  settled: readonly Resendable[],
): Promise<void> {
  for (const lines of grouped(settled)) await start(client, lines)
}

function grouped(lines: readonly Resendable[]): Resendable[][] {
  const byOwner = new Map<string, Resendable[]>()
  for (const line of lines) byOwner.set(line.ownerId, [...(byOwner.get(line.ownerId) ?? []), line])
  return [...byOwner.values()]
}

async function start(client: Pick<Client, 'workflow'>, lines: Resendable[]): Promise<void> {
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
