import { randomUUID } from 'node:crypto'
import type { Client } from '@temporalio/client'
import { register } from 'tsx/cjs/api'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDeps } from '../../activities/create-deps.ts'
import { readConfig } from '../../src/settings/config.ts'
import type { PaymentCommand } from '../../src/domain/payment/commands.ts'
import { createGateway } from '../../src/gateway/gateway.ts'
import { createTokenizationActors } from '../../src/gateway/tokenization-actors.ts'
import { createLog } from '../../src/process/log.ts'
import { createMetrics } from '../../src/process/metrics.ts'
import { listenToChanges } from '../../src/postgres/changes.ts'
import { createPaymentReads } from '../../src/postgres/payments.ts'
import { createDisputeReads } from '../../src/postgres/disputes/disputes.ts'
import { createTokenizationReads } from '../../src/postgres/tokenizations.ts'
import { randomId } from '../../src/vault/random-id.ts'
import { createSecretMemory } from '../../src/vault/secret-memory.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { findLatest } from '../../src/postgres/processes/latest-rows.ts'
import type { LatestRow } from '../../src/postgres/processes/latest-rows.ts'
import { createPayloadCodec } from '../../src/vault/payload-codec.ts'
import { connect } from '../../worker/connect.ts'
import { repairBehind } from '../../worker/repair-behind.ts'
import { payments as revivable, revive } from '../../worker/revivable.ts'
import { prepareWorkers } from '../../worker/start-workers.ts'
import { cardInstrument, createCommand } from '../domain/payment/support.ts'
import { startBareTemporal } from '../faults/bare-temporal.ts'
import { visa } from '../support/cards.ts'
import { prepareGround } from './prepare-ground.ts'

/** A worker with all that it needs, in this process, and somebody who reaches the port of Temporal. */
async function openWorld() {
  const [ground, temporal] = [await prepareGround(), await startBareTemporal()]
  const { sandbox } = ground
  vi.stubEnv('TEMPORAL_ADDRESS', temporal.address)
  const log = createLog('test', 'silent')
  const config = readConfig(ground.settings, 'worker')
  const { keyRing, databases, temporal: client, connection } = await connect('worker', config, log)
  const { db, vaultDb } = databases
  const [secrets, processQueue] = [createSecretMemory(), `worker-${randomUUID()}`]
  const deps = createDeps({
    config,
    db,
    vaultDb,
    keyRing,
    log,
    metrics: createMetrics('worker'),
    tokenizations: createTokenizationActors(client),
    processQueue,
    secrets,
  })
  const begin = await prepareWorkers({ config, deps, client, connection })
  const workers = begin()
  const changes = listenToChanges(config.database.url, () => undefined)
  const payments = createPaymentReads(db, changes)
  const tokenizations = createTokenizationReads(db, changes)
  const gateway = createGateway({
    client,
    payments,
    tokenizations,
    disputes: createDisputeReads(db, changes),
    log,
  })
  const meta = () => ({ commandId: randomId(), actor: 'gateway' as const, requestId: 'r' })
  const find = async (id: string) => (await payments.find(id))!
  const take = async (paymentId: string, number: string) => {
    const secret = { number, expDate: '203012' }
    const kept = { merchantId: 'shop', kind: 'card', secret, fingerprint: 'f' } as const
    const vaultRef = await deps.vault.store(kept)
    secrets.put(paymentId, { cvv: '123' })
    return { ...cardInstrument, vaultRef, enrolled: false, secretOwner: processQueue }
  }

  return {
    sandbox,
    find,
    /** With a card, or one that waits for it. */
    create: async (number?: string, transKind: 'AUTH' | 'PREAUTH' = 'AUTH') => {
      const paymentId = randomId()
      const options = { transKind, validTime: 1_800 }
      const { instrument: _, merchant, order, ...rest } = createCommand({ paymentId, options })
      await gateway.create(
        {
          ...rest,
          merchant: { ...merchant, notifies: false },
          order: { ...order, extOrderId: paymentId },
          ...(number !== undefined && { instrument: await take(paymentId, number) }),
        },
        meta(),
      )
      return paymentId
    },
    send: async (id: string, command: PaymentCommand) =>
      (await gateway.send(await find(id), command, meta())).outcome,
    terminate: (id: string) => client.workflow.getHandle(`pay/${id}`).terminate('attack'),
    erase: (id: string) =>
      client.workflowService.deleteWorkflowExecution({
        namespace: 'default',
        workflowExecution: { workflowId: `pay/${id}` },
      }),
    moved: async (id: string, operation: string) =>
      (await sandbox.log(id)).filter((row) => row.operation === operation && row.processed),
    reaches: (id: string, phase: string) =>
      expect.poll(async () => (await find(id)).phase).toBe(phase),
    row: async (id: string) => (await findLatest<Payment>(db, 'payment', [id]))[0]!,
    revive: (row: LatestRow<Payment>) => revive(client, revivable, row),
    runs: async (id: string) => {
      const runs: string[] = []
      const query = `WorkflowId = 'pay/${id}'`
      for await (const { status } of client.workflow.list({ query })) runs.push(status.name)
      return runs
    },
    /** Looks at everything as at a start; `meanwhile` happens between its list and its first look. */
    repair: (meanwhile: () => Promise<void>) => {
      let [isFirst, done] = [true, Promise.resolve()]
      const watched = Object.create(client, {
        withDeadline: {
          value: async (deadline: number, ask: () => Promise<unknown>) => {
            if (isFirst) done = meanwhile()
            isFirst = false
            await done
            return client.withDeadline(deadline, ask)
          },
        },
      }) as Client
      return repairBehind({ client: watched, db, log, codec: createPayloadCodec(keyRing) })
    },
    close: async () => {
      await workers.stop()
      await changes.close()
      await connection.close()
      await databases.end()
      await temporal.teardown()
      await ground.close()
      vi.unstubAllEnvs()
    },
  }
}

// Temporal's client loads our converters by their paths, and they are not built here.
const unregister = register()
let world: Awaited<ReturnType<typeof openWorld>>
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.close()
  unregister()
})

describe('a payment whose workflow is terminated at the port of Temporal goes on by itself', () => {
  test('before anything was sent: it is cancelled as ever', async () => {
    const id = await world.create()
    await world.terminate(id)
    const cancel = () => world.send(id, { name: 'cancel', by: 'merchant' })
    await expect.poll(cancel).toMatchObject({ accepted: true })
    await world.reaches(id, 'cancelled')
    expect(await world.sandbox.log(id)).toEqual([])
  })

  test('in the middle of a charge: the acquirer is asked, and the payer charged once', async () => {
    const charging = world.create(visa(143))
    const sent = async () => (await world.sandbox.log('')).map(({ reference }) => reference)
    await expect.poll(sent).toHaveLength(1)
    const [id = ''] = (await sent()).join().split('-')
    await world.terminate(id)
    await charging
    await world.reaches(id, 'paid')
    expect(await world.moved(id, 'authorize')).toHaveLength(1)
    expect(await world.moved(id, 'reverse')).toEqual([])
  })

  test('on a hold: it is captured once', async () => {
    const id = await world.create(visa(100), 'PREAUTH')
    await world.reaches(id, 'authorized')
    await world.terminate(id)
    const capture = () => world.send(id, { name: 'capture', amountMinor: 9_000 })
    await expect.poll(capture).toMatchObject({ accepted: true })
    await world.reaches(id, 'paid')
    expect(await world.moved(id, 'capture')).toHaveLength(1)
  })

  test('after a refund was accepted, whose answer is lost: it is refunded once', async () => {
    const id = await world.create(visa(100))
    await world.reaches(id, 'paid')
    await world.send(id, { name: 'refund', amountMinor: 2_042 })
    await world.terminate(id)
    const refunds = async () => (await world.find(id)).refunds.map(({ status }) => status)
    await expect.poll(refunds).toEqual(['COMPLETED'])
    expect(await world.moved(id, 'refund')).toHaveLength(1)
  })

  test('erased whole: it begins again from what is committed', async () => {
    const id = await world.create(visa(100), 'PREAUTH')
    await world.reaches(id, 'authorized')
    await world.erase(id)
    const cancel = () => world.send(id, { name: 'cancel', by: 'merchant' })
    await expect.poll(cancel).toMatchObject({ accepted: true })
    await world.reaches(id, 'cancelled')
    expect(await world.moved(id, 'authorize')).toHaveLength(1)
    expect(await world.moved(id, 'reverse')).toHaveLength(1)
  })
})

describe('a payment that was read a moment too early', () => {
  const cancelled = async (id: string) => {
    await world.send(id, { name: 'cancel', by: 'merchant' })
    await world.reaches(id, 'cancelled')
    await expect.poll(() => world.runs(id)).toEqual(['COMPLETED'])
  }

  test('is not begun again when it came to its end before it was looked at', async () => {
    const id = await world.create(visa(100))
    await world.reaches(id, 'paid')
    await world.repair(() => cancelled(id))
    expect(await world.runs(id)).toEqual(['COMPLETED'])
  })

  test('learns what was committed since, and ends', async () => {
    const id = await world.create(visa(100))
    await world.reaches(id, 'paid')
    const row = await world.row(id)
    await cancelled(id)
    await world.revive(row)
    await expect.poll(() => world.runs(id)).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await world.moved(id, 'reverse')).toHaveLength(1)
  })
})
