import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGateway } from '../../src/gateway/gateway.ts'
import type { Gateway } from '../../src/gateway/gateway.ts'
import { createLog } from '../../src/log.ts'
import { listenToChanges } from '../../src/postgres/changes.ts'
import { createDbPool } from '../../src/postgres/db.ts'
import { createPaymentReads } from '../../src/postgres/payments.ts'
import { createTokenizationReads } from '../../src/postgres/tokenizations.ts'
import { commandLine } from '../support/cli.ts'
import { openTemporal } from '../support/temporal.ts'
import { until } from '../support/until.ts'
import { shop, stack } from '../support/world.ts'

const run = commandLine({ TOLLGATE_HOME: stack.home })
const db = createDbPool({ databaseUrl: stack.postgres, applicationName: 'attack' })
const changes = listenToChanges(stack.postgres, () => undefined)
const payments = createPaymentReads(db, changes)
let temporal: Awaited<ReturnType<typeof openTemporal>>
let gateway: Gateway
beforeAll(async () => {
  temporal = await openTemporal(stack)
  gateway = createGateway({
    client: temporal.client,
    payments,
    tokenizations: createTokenizationReads(db, changes),
    log: createLog('attack', 'silent'),
  })
})
afterAll(async () => {
  await changes.close()
  await temporal.close()
  await db.end()
})

test('a poisoned message past the door holds its payment, until two people give it up', async () => {
  const { paymentId } = await shop.completed()
  const payment = await payments.find(paymentId)
  const poison = { name: 'refund', amountMinor: 100, description: '\ud83d' } as const
  const actor = `merchant/${shop.merchantId}` as const
  const meta = { commandId: randomUUID(), actor, requestId: 'attack' }
  const sending = gateway.send(payment!, poison, meta)
  await until(
    'the payment held',
    () => payments.find(paymentId),
    (found) => found?.held !== undefined,
  )
  expect((await shop.command(paymentId, 'refund', { amount: 1 })).status).toBe(409)
  await sending

  const order = ['payment', 'drop', paymentId, '--reason', 'half a character', '--json']
  const { text } = await run(...order, '--by', 'anna')
  const { id } = JSON.parse(text) as { id: string }
  expect(await run('approvals', 'approve', id, '--by', 'anna')).toMatchObject({ code: 1 })
  expect((await payments.find(paymentId))?.held).toBeDefined()
  expect(await run('approvals', 'approve', id, '--by', 'jan')).toMatchObject({ code: 0 })
  expect((await payments.find(paymentId))?.held).toBeUndefined()
  expect((await shop.command(paymentId, 'refund', { amount: 1 })).status).toBe(200)
  const refunds = await shop.read(paymentId, '/refunds')
  expect(refunds).toHaveLength(1)
})
