import type { Client } from '@temporalio/client'
import { ScheduleAlreadyRunning } from '@temporalio/client'
import { expect, test } from 'vitest'
import { ensureSchedules, schedules } from '../../worker/schedules.ts'

test('each schedule is made once; one that is there is brought up to date and stays paused', async () => {
  const made: string[] = []
  const updated: object[] = []
  const paused = { paused: true, note: 'an operator' }
  const client = {
    schedule: {
      create: async ({ scheduleId }: { scheduleId: string }) => {
        if (scheduleId === 'retention-daily') throw new ScheduleAlreadyRunning('there', scheduleId)
        made.push(scheduleId)
      },
      getHandle: (scheduleId: string) => ({
        update: async (change: (before: object) => object) =>
          void updated.push({ scheduleId, ...change({ state: paused }) }),
      }),
    },
  }
  await ensureSchedules(client as unknown as Pick<Client, 'schedule'>)
  expect(made).toEqual([
    ...['settlement-daily', 'settlement-blik', 'settlement-bank', 'settlement-accounts'],
    'webhook-sweep',
  ])
  expect(updated).toMatchObject([{ scheduleId: 'retention-daily', state: paused }])
})

test('any other failure is told', async () => {
  const create = async () => Promise.reject(new Error('no such namespace'))
  const client = { schedule: { create } } as unknown as Pick<Client, 'schedule'>
  await expect(ensureSchedules(client)).rejects.toThrow('no such namespace')
})

test('two daily runs never overlap, and a day that was missed is made up for', () => {
  for (const { policies, spec } of schedules.filter(({ spec }) => spec.calendars)) {
    expect(policies).toEqual({ overlap: 'BUFFER_ONE', catchupWindow: '1 day' })
    expect(spec.timezone).toBe('Europe/Warsaw')
  }
})
