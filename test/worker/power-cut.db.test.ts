import { copyFileSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { register } from 'tsx/cjs/api'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { createGateway } from '../../src/gateway/gateway.ts'
import { createTemporalClient } from '../../src/gateway/temporal.ts'
import { createLog } from '../../src/process/log.ts'
import { listenToChanges } from '../../src/postgres/changes.ts'
import { openDatabases } from '../../src/postgres/databases.ts'
import { createPaymentReads } from '../../src/postgres/payments.ts'
import { createDisputeReads } from '../../src/postgres/disputes/disputes.ts'
import { createTokenizationReads } from '../../src/postgres/tokenizations.ts'
import { baseEnvironment } from '../../src/stack/environment.ts'
import { root, tsx } from '../../src/stack/paths.ts'
import { ManagedProcess } from '../../src/stack/processes/managed-process.ts'
import type { ProcessSpec } from '../../src/stack/processes/managed-process.ts'
import { lineReady } from '../../src/stack/processes/ready.ts'
import { findTemporal } from '../../src/stack/temporal/find-temporal.ts'
import { prepareNamespace } from '../../src/stack/temporal/prepare-namespace.ts'
import { connectTemporal } from '../../src/stack/temporal/temporal-connection.ts'
import { temporalServer } from '../../src/stack/temporal/temporal-server.ts'
import { silentTerminal } from '../../src/stack/terminal.ts'
import { createVault } from '../../src/vault/card-vault.ts'
import { loadKeyRing } from '../../src/vault/key-ring.ts'
import { randomId } from '../../src/vault/random-id.ts'
import { cardInstrument, createCommand } from '../domain/payment/support.ts'
import { choosePort } from '../support/choose-port.ts'
import { visa } from '../support/cards.ts'
import { countOf } from '../support/run-options.ts'
import { prepareGround } from './prepare-ground.ts'
import { patience } from '../support/open-pool.ts'

const ROUNDS = countOf('POWER_CUTS', 1, 20)
const ORDERS = 16
const SLOW_MS = 120_000
vi.setConfig({ testTimeout: ROUNDS * 2 * SLOW_MS, hookTimeout: SLOW_MS })

const ignore = () => undefined
const SILENT = { onSpawn: ignore, onExit: ignore, onCrash: ignore, onGiveUp: ignore }

/** Temporal and a worker as processes of their own, which can lose their power. */
async function openWorld() {
  const { settings, folder, sandbox, close } = await prepareGround()
  const [port, uiPort, metricsPort] = [await choosePort(), await choosePort(), await choosePort()]
  const { spec, env } = temporalServer({
    home: folder,
    port,
    uiPort,
    metricsPort,
    operatorUrl: 'http://127.0.0.1:1',
    binary: await findTemporal(process.env, silentTerminal),
  })
  const managed = (of: ProcessSpec) =>
    new ManagedProcess(of, {
      logPath: join(folder, `${of.name}.log`),
      autoRestart: false,
      restartsPerMinute: 0,
      events: SILENT,
    })
  const temporal = managed(spec)
  const worker = managed({
    name: 'worker',
    command: process.execPath,
    args: ['--import', tsx, join(root, 'worker/main.ts')],
    env: { ...baseEnvironment(), ...env, ...settings },
    cwd: root,
    ready: lineReady('worker ready'),
  })
  await temporal.start()
  const { connection } = await connectTemporal(env, 60_000)
  await prepareNamespace(connection, 'default')
  await connection.close()
  // What it was begun with is written through; what comes from here on may be lost.
  await temporal.restart()
  await worker.start()
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const gateway = openGateway(settings)
  const store = join(folder, 'temporal.db')
  return {
    ...gateway,
    sandbox,
    workerLog: () => readFileSync(join(folder, 'worker.log'), 'utf8'),
    /** Temporal's store as the disk has it, without its log: what comes from here on is lost with the power. */
    keepWritten: () => copyWhole(store, `${store}.copy`),
    cutPower: async () => {
      await Promise.all([temporal.kill(), worker.kill()])
      for (const tail of ['', '-wal', '-shm']) rmSync(`${store}${tail}`, { force: true })
      copyFileSync(`${store}.copy`, store)
    },
    returnPower: async () => {
      await temporal.start()
      await worker.start()
    },
    close: async () => {
      await gateway.end()
      await worker.stop()
      await temporal.stop()
      await close()
      vi.unstubAllEnvs()
    },
  }
}

/** While it is being written through, a copy would be half of each. */
async function copyWhole(store: string, copy: string): Promise<void> {
  for (;;) {
    const { mtimeMs } = statSync(store)
    await sleep(100)
    copyFileSync(store, copy)
    if (statSync(store).mtimeMs === mtimeMs) return
  }
}

function openGateway(settings: Record<string, string>) {
  const config = readConfig(settings, 'worker')
  const keyRing = loadKeyRing(config.keysFile)
  const databases = openDatabases(config.database, { applicationName: 'test', ...patience })
  const changes = listenToChanges(config.database.url, () => undefined)
  const payments = createPaymentReads(databases.db, changes)
  const tokenizations = createTokenizationReads(databases.db, changes)
  const client = createTemporalClient(keyRing, config)
  const log = createLog('test', 'silent')
  return {
    payments,
    gateway: createGateway({
      client,
      payments,
      tokenizations,
      disputes: createDisputeReads(databases.db, changes),
      log,
    }),
    vault: createVault({ db: databases.vaultDb, keyRing }),
    end: async () => {
      await changes.close()
      await client.connection.close()
      await databases.end()
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

/** A keyed command that is sent until it is answered, as a shop does; true once it was acknowledged. */
interface Order {
  id: string
  send(): Promise<boolean>
}

const keyed = () => ({
  ...({ commandId: randomId(), actor: 'gateway', requestId: 'r', bodyHash: 'same' } as const),
})

/** With a stored card over the phone, so that neither the payer nor a CVV is needed. */
async function sale(): Promise<Order> {
  const [id, meta] = [randomId(), keyed()]
  const secret = { number: visa(100), expDate: '203012' }
  const kept = { merchantId: 'shop', kind: 'card', secret, fingerprint: 'f' } as const
  const vaultRef = await world.vault.store(kept)
  const { secretOwner: _, ...known } = cardInstrument
  const stored = { type: 'COF', expDate: secret.expDate, tokenUsable: true } as const
  const instrument = { ...known, ...stored, vaultRef, tokenizerId: 't' }
  const options = { transKind: 'AUTH', validTime: 1_800, moto: true } as const
  const { merchant, order, ...rest } = createCommand({ paymentId: id, options, instrument })
  const command = {
    ...rest,
    merchant: { ...merchant, notifies: false },
    order: { ...order, extOrderId: id },
  }
  return { id, send: async () => (await world.gateway.create(command, meta)).outcome.accepted }
}

function refund(id: string): Order {
  const meta = keyed()
  const send = async () => {
    const payment = (await world.payments.find(id))!
    const command = { name: 'refund', amountMinor: 1_000 } as const
    return (await world.gateway.send(payment, command, meta)).outcome.accepted
  }
  return { id, send }
}

const insist = ({ send }: Order) =>
  expect.poll(() => send().catch(() => false), { timeout: SLOW_MS, interval: 200 }).toBe(true)
const reaches = (id: string, isReached: (done: { phase: string; refunds: string[] }) => boolean) =>
  expect
    .poll(
      async () => {
        const found = await world.payments.find(id)
        const refunds = found?.refunds.map(({ status }) => status) ?? []
        return found !== undefined && isReached({ phase: found.phase, refunds })
      },
      { timeout: SLOW_MS, interval: 200 },
    )
    .toBe(true)

const moved = async (id: string, operation: string) =>
  (await world.sandbox.log(id)).filter((row) => row.operation === operation && row.processed)

test('after a power cut that costs Temporal its tail, what was acknowledged stands and goes on by itself', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const paid = await sale()
    await insist(paid)
    await reaches(paid.id, ({ phase }) => phase === 'paid')
    const sales = await Promise.all(Array.from({ length: ORDERS }, sale))
    const orders = [refund(paid.id), ...sales]
    await world.keepWritten()
    const acknowledged: Order[] = []
    const sending = orders.map(async (order) => {
      if (await order.send().catch(() => false)) acknowledged.push(order)
    })
    // In the middle of them: some are acknowledged, some are under way.
    await Promise.race(sending)
    await world.cutPower()
    await Promise.all(sending)
    expect(acknowledged.length).toBeGreaterThan(0)

    await world.returnPower()
    // What was acknowledged goes on although nobody asks again.
    for (const { id } of acknowledged) await reaches(id, ({ phase }) => phase === 'paid')
    for (const order of orders) await insist(order)
    for (const { id } of sales) {
      await reaches(id, ({ phase }) => phase === 'paid')
      expect(await moved(id, 'authorize')).toHaveLength(1)
    }
    await reaches(paid.id, ({ refunds }) => refunds.join() === 'COMPLETED')
    expect(await moved(paid.id, 'refund')).toHaveLength(1)
  }
  expect(world.workerLog()).toContain('workflows were behind what is committed: healed')
})
