import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createRecordActivities } from '../../activities/record.ts'
import type { CommandMessage } from '../../src/domain/actor/message.ts'
import type { CreatePayment } from '../../src/domain/payment/commands.ts'
import { decide } from '../../src/domain/payment/decide/index.ts'
import { createMetrics } from '../../src/metrics.ts'
import { createCommand, START } from '../domain/payment/support.ts'
import { freshDatabase } from '../support/database.ts'

test('a command is counted when it is committed, and once', async () => {
  const { pool } = await freshDatabase()
  const metrics = createMetrics('worker')
  const log = pino({ enabled: false })
  const { recordPayment } = createRecordActivities({
    ...{ db: pool, log, metrics },
    hint: () => undefined,
  })
  const take = (message: CommandMessage) =>
    recordPayment({
      ...{ paymentId: 'pay', before: undefined, message, at: START, now: START },
      decision: decide(undefined, message, START),
    })
  const from = { type: 'command', actor: 'gateway', requestId: 'r' } as const

  const command: CreatePayment = { ...createCommand(), paymentId: 'pay' }
  await take({ ...from, id: 'cmd/1', command })
  await take({ ...from, id: 'cmd/1', command })
  const { values } = await metrics.commands.get()
  expect(values).toMatchObject([{ labels: { command: 'create', outcome: 'accepted' }, value: 1 }])
})
