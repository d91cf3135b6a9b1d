import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createRecordActivities } from '../../activities/record.ts'
import type { Outcome } from '../../src/domain/actor/call.ts'
import type { CommandMessage, Message } from '../../src/domain/actor/message.ts'
import { apply } from '../../src/domain/payment/apply.ts'
import type { CreatePayment } from '../../src/domain/payment/commands.ts'
import { decide } from '../../src/domain/payment/decide.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { createMetrics } from '../../src/process/metrics.ts'
import type { Hint, News } from '../../src/postgres/changes.ts'
import { one } from '../../src/postgres/db.ts'
import { createCommand, START } from '../domain/payment/support.ts'
import { freshDatabase } from '../support/database.ts'

/** Nothing is called by a commit alone. */
const nobody = () => Promise.reject(new Error('called'))

test('a command is counted when it is committed, and once', async () => {
  const { pool } = await freshDatabase()
  const metrics = createMetrics('worker')
  const log = pino({ enabled: false })
  const hint = () => undefined
  const { recordPayment } = createRecordActivities({ db: pool, log, metrics, hint }, nobody)
  const take = (message: CommandMessage) =>
    recordPayment({
      paymentId: 'pay',
      before: undefined,
      message,
      at: START,
      now: START,
      decision: decide(undefined, message, START),
    })
  const from = { type: 'command', actor: 'gateway', requestId: 'r' } as const

  const command: CreatePayment = { ...createCommand(), paymentId: 'pay' }
  await take({ ...from, id: 'cmd/1', command })
  await take({ ...from, id: 'cmd/1', command })
  const { values } = await metrics.commands.get()
  expect(values).toMatchObject([{ labels: { command: 'create', outcome: 'accepted' }, value: 1 }])
})

test('what is handed over after a commit is what stands in the database', async () => {
  const { pool } = await freshDatabase()
  const heard: (News | undefined)[] = []
  const log = pino({ enabled: false })
  const hint: Hint = (_id, news) => void heard.push(news)
  const { recordPayment } = createRecordActivities({ db: pool, log, hint }, nobody)
  const command: CreatePayment = { ...createCommand(), paymentId: 'pay' }
  const from = { type: 'command', actor: 'gateway', requestId: 'r' } as const
  const message: CommandMessage = { ...from, id: 'cmd/1', command, bodyHash: 'hash' }
  const decision = decide(undefined, message, START)
  const input = { paymentId: 'pay', before: undefined, message, decision, at: START, now: START }
  await recordPayment(input)
  await recordPayment(input)
  const row = await one(
    pool,
    `select j.version::int, j.message_id as "messageId", j.outcome, j.body_hash as "bodyHash", p.state
       from journal j join payment p on p.payment_id = j.owner_id`,
  )
  // The second one changed nothing: whoever waits for more than a hint has to look.
  expect(JSON.parse(JSON.stringify(heard))).toEqual([row, null])
})

test('the end of a charge is measured from its first send, once', async () => {
  const { pool } = await freshDatabase()
  const metrics = createMetrics('worker')
  const hint = () => undefined
  const log = pino({ enabled: false })
  const { recordPayment } = createRecordActivities({ db: pool, log, metrics, hint }, nobody)
  let before: Payment | undefined
  const take = async (message: Message) => {
    const at = Date.now()
    const decision = decide(before, message, at)
    const paymentId = 'pay'
    await recordPayment({ paymentId, before, message, decision, at, now: at })
    const version = (before?.version ?? 0) + 1
    before = apply(before, { version, at, events: decision.events }).payment
  }
  const answered = (outcome: Outcome): Message => {
    const callId = before?.calls[0]?.id ?? ''
    return { type: 'result', id: `result/${callId}`, callId, outcome }
  }
  const command: CreatePayment = { ...createCommand(), paymentId: 'pay' }
  await take({ type: 'command', actor: 'gateway', requestId: 'r', id: 'cmd/1', command })
  await take(answered({ type: 'notEnrolled' }))
  expect((await metrics.outcomeSeconds.get()).values).toEqual([])
  await take(answered({ type: 'approved', authCode: 'A1' }))
  const { values } = await metrics.outcomeSeconds.get()
  const count = values.find(({ metricName }) => metricName?.endsWith('_count'))
  expect(count).toMatchObject({ labels: { method: 'CARD' }, value: 1 })
})
