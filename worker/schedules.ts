import type { Client, ScheduleOptions } from '@temporalio/client'
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client'
import { settlementWorkflowId } from '../src/domain/settlement.ts'
import type { SettlementStart } from '../workflows/settlement.ts'

/** The acquirer's cut-off is a time on the wall in Warsaw, on days of 23 and 25 hours too. */
const TIMEZONE = 'Europe/Warsaw'
const taskQueue = 'payments'

const policies = { overlap: ScheduleOverlapPolicy.BUFFER_ONE, catchupWindow: '1 day' } as const

/** What happens by itself, and when. Temporal appends the time to the id of each run. */
export const schedules: readonly ScheduleOptions[] = [
  {
    scheduleId: 'settlement-daily',
    spec: { calendars: [{ hour: 23, comment: 'cut-off' }], timezone: TIMEZONE },
    action: {
      type: 'startWorkflow',
      workflowType: 'settlement',
      workflowId: settlementWorkflowId('daily'),
      taskQueue,
      args: [{ by: 'schedule' } satisfies SettlementStart],
    },
    policies,
  },
  {
    scheduleId: 'retention-daily',
    spec: { calendars: [{ hour: 3, minute: 30, comment: 'the quiet hour' }], timezone: TIMEZONE },
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

/** Makes the schedules, or brings them up to date; one that an operator has paused stays paused. */
export async function ensureSchedules(client: Pick<Client, 'schedule'>): Promise<void> {
  for (const schedule of schedules) {
    try {
      await client.schedule.create(schedule)
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error
      const { spec, action, policies } = schedule
      await client.schedule.getHandle(schedule.scheduleId).update(({ state }) => ({
        spec,
        action: { ...action, args: action.args ?? [] },
        policies: policies ?? {},
        state,
      }))
    }
  }
}
