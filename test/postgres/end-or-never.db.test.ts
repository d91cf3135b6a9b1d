import { afterEach, beforeEach, expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, DbPool } from '../../src/postgres/db.ts'
import { createPaymentReads } from '../../src/postgres/payments.ts'
import { recordPayment } from '../../src/postgres/record-payment.ts'
import { listenToChanges } from '../../src/postgres/changes.ts'
import type { Changes } from '../../src/postgres/changes.ts'
import { decide } from '../../src/domain/payment/decide.ts'
import type { Message } from '../../src/domain/actor/message.ts'
import type { PaymentCommand } from '../../src/domain/payment/commands.ts'
import { createCommand, START } from '../domain/payment/support.ts'
import { freshDatabase } from '../support/database.ts'

let pool: DbPool
let changes: Changes
beforeEach(async () => {
  const fresh = await freshDatabase()
  pool = fresh.pool
  changes = listenToChanges(fresh.url, () => undefined)
})
afterEach(() => changes.close())

const id = 'p'
const messageId = 'cmd/unkeyed'
const reads = () => createPaymentReads(pool, changes)

/** As a workflow that has decided in time offers it to the database. */
function record(db: Db, notAfter: number) {
  const command: PaymentCommand = { ...createCommand(), paymentId: id }
  const message: Message = {
    type: 'command',
    id: messageId,
    command,
    actor: 'gateway',
    requestId: 'r',
    notAfter,
  }
  const decision = decide(undefined, message, START)
  return recordPayment(db, { paymentId: id, before: undefined, message, decision, at: START })
}

test('what is being committed when its time ends is awaited and answered', async () => {
  const holder = await pool.connect()
  await holder.query('begin')
  const notAfter = Date.now() + 300
  expect(await record(holder, notAfter)).toMatchObject({ status: 'committed' })
  await sleep(600)
  const asked = reads().endOrNever(id, messageId, notAfter)
  expect(await Promise.race([asked, sleep(300, 'waits')])).toBe('waits')
  await holder.query('commit')
  holder.release()
  expect(await asked).toMatchObject({ outcome: { accepted: true } })
})

test('what was not committed in time never is', async () => {
  const notAfter = Date.now() - 1
  expect(await reads().endOrNever(id, messageId, notAfter)).toBe('never')
  expect(await record(pool, notAfter)).toMatchObject({ status: 'wall' })
})

test('before that, by the clock of the database, nobody can know', async () => {
  expect(await reads().endOrNever(id, messageId, Date.now() + 60_000)).toBe('unknown')
})
