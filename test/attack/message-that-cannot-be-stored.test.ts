import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createGateway } from '../../src/gateway/gateway.ts'
import type { Gateway } from '../../src/gateway/gateway.ts'
import { createLog } from '../../src/process/log.ts'
import { listenToChanges } from '../../src/postgres/changes.ts'
import { createPaymentReads } from '../../src/postgres/payments.ts'
import { createDisputeReads } from '../../src/postgres/disputes/disputes.ts'
import { createTokenizationReads } from '../../src/postgres/tokenizations.ts'
import { findStuck } from '../../src/review/stuck.ts'
import { randomId } from '../../src/vault/random-id.ts'
import { createCommand } from '../domain/payment/support.ts'
import { commandLine } from '../support/cli.ts'
import { openTemporal } from '../support/temporal.ts'
import { until } from '../support/until.ts'
import { shop, stack } from '../support/world.ts'
import { openPool } from '../support/open-pool.ts'

const run = commandLine({ TOLLGATE_HOME: stack.home })
const db = openPool(stack.postgres, { applicationName: 'attack' })
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
    disputes: createDisputeReads(db, changes),
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

test('a poisoned create past the door is told as never recorded, whatever it would have become', async () => {
  const { instrument: _, ...withoutCard } = createCommand()
  const creates = [withoutCard, createCommand()].map((command) => ({
    ...command,
    paymentId: randomId(),
    merchantId: shop.merchantId,
    order: { ...command.order, extOrderId: randomUUID(), description: '\ud83d' },
  }))
  const ids = creates.map(({ paymentId }) => paymentId)
  const answers = creates.map((command) =>
    gateway.create(command, {
      commandId: randomUUID(),
      requestId: 'attack',
      bodyHash: 'b',
      actor: `merchant/${shop.merchantId}`,
    }),
  )
  // It is told only when it has lasted for minutes.
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 10 * 60_000)
  onTestFinished(() => void vi.restoreAllMocks())
  const listed = async () =>
    (await findStuck({ ...temporal, db })).filter(({ id }) => ids.includes(id))
  const told = await until('both in the list', listed, (found) => found.length === 2)
  expect(told.map(({ status }) => status).sort()).toEqual(['NEW', 'PENDING'])
  for (const one of told)
    expect(one).toMatchObject({ reason: 'no_row', merchantId: shop.merchantId })
  for (const { outcome } of await Promise.all(answers))
    expect(outcome).toMatchObject({ accepted: false })

  for (const { workflowId } of told)
    await temporal.client.workflow.getHandle(workflowId).terminate()
  await until('none in the list', listed, (found) => found.length === 0)
})
