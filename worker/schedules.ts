import type { Client, ScheduleOptions } from '@temporalio/client'
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client'
import { CUTOFF } from '../src/domain/settlement/cutoff.ts'
import { settlementWorkflowId } from '../src/domain/settlement/settlement.ts'
import { batchIdFor, settlingProviders } from '../src/domain/settlement/settling-provider.ts'
import type { OwnProvider } from '../src/domain/settlement/settling-provider.ts'
import type { SettlementStart } from '../workflows/settlement/settlement.ts'

const { hour, timezone } = CUTOFF
const taskQueue = 'payments'

const policies = { overlap: ScheduleOverlapPolicy.BUFFER_ONE, catchupWindow: '1 day' } as const

/** What happens by itself, and when. Temporal appends the time to the id of each run. */
export const schedules: readonly ScheduleOptions[] = [
  ...settlingProviders.map(dailySettlement),
  {
    scheduleId: 'settlement-accounts',
    // Payouts arrive in the morning; one that is late is read the next day.
    spec: { calendars: [{ hour: 12, comment: 'what providers have paid out' }], timezone },
    action: {
      type: 'startWorkflow',
      workflowType: 'accountSettlements',
      workflowId: 'settlement-accounts',
      taskQueue,
      args: [{ by: 'schedule' } satisfies SettlementStart],
    },
    policies,
  },
  {
    scheduleId: 'retention-daily',
    spec: { calendars: [{ hour: 3, minute: 30, comment: 'the quiet hour' }], timezone },
    action: {
      type: 'startWorkflow',
      workflowType: 'retention',
      workflowId: 'retention',
      taskQueue,
      args: [0],
    },
    policies,
  },
  {
    scheduleId: 'webhook-sweep',
    spec: { intervals: [{ every: '1 minute' }] },
    action: {
      type: 'startWorkflow',
      workflowType: 'webhookSweep',
      workflowId: 'webhook-sweep',
      taskQueue,
      args: [0],
    },
    // One that was missed is made up for by the next.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
  },
]

/** One batch a day for each provider. The acquirer's has the name that it always had. */
function dailySettlement(provider: OwnProvider): ScheduleOptions {
  return {
    scheduleId: provider === 'acquirer' ? 'settlement-daily' : `settlement-${provider}`,
    spec: { calendars: [{ hour, comment: 'cut-off' }], timezone },
    action: {
      type: 'startWorkflow',
      workflowType: 'settlement',
      workflowId: settlementWorkflowId(batchIdFor(provider, 'daily')),
      taskQueue,
      args: [{ by: 'schedule' } satisfies SettlementStart],
    },
    policies,
  }
}

/** Makes the schedules, or brings them up to date; one that an operator has paused stays paused. */
export async function ensureSchedules(client: Pick<Client, 'schedule'>): Promise<void> {
  for (const schedule of schedules) {
    try {
      await client.schedule.create(schedule)
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error
      const { spec, action, policies } = schedule
      await client.schedule
        .getHandle(schedule.scheduleId)
        .update(({ state }) => ({
          spec,
          action: { ...action, args: action.args ?? [] },
          policies: policies ?? {},
          state,
        }))
    }
  }
}
