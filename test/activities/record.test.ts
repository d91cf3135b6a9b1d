import { expect, test } from 'vitest'
import { createRecordActivities } from '../../activities/record.ts'
import { createLog } from '../../src/process/log.ts'
import { createMetrics } from '../../src/process/metrics.ts'
import type { RecordPaymentInput } from '../../src/postgres/record-payment.ts'
import { openPool } from '../support/open-pool.ts'

test('whoever watches the figures sees that somebody forges messages and starts', async () => {
  const metrics = createMetrics('worker')
  const db = openPool('postgres://127.0.0.1:1/none')
  const log = createLog('worker', 'silent')
  const { alarmRefusedStart, recordPayment } = createRecordActivities(
    { db, log, metrics, hint: () => undefined },
    () => Promise.reject(new Error('called')),
  )
  const message = { type: 'unreadable', id: 'cmd/refused-x', reason: 'it is not sealed' } as const
  const decision = { events: [] }
  const input = { paymentId: 'a', message, decision, now: 0 } as unknown as RecordPaymentInput
  await expect(recordPayment({ ...input, now: 0 })).rejects.toThrow()
  await alarmRefusedStart('pay/x')
  const { values } = await metrics.refusedMessages.get()
  expect(values.map(({ labels, value }) => [labels.kind, value])).toEqual([
    ['signal', 1],
    ['start', 1],
  ])
  await db.end()
})
