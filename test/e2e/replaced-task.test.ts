import { Client, Connection } from '@temporalio/client'
import { msToTs } from '@temporalio/common/lib/time.js'
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProxy } from '../nemesis/proxy.ts'
import type { Proxy } from '../nemesis/proxy.ts'
import { quiet } from '../support/replay.ts'
import { until } from '../support/until.ts'
import { stack } from '../support/world.ts'

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const TASK_MS = 2_000
/** The worker hears of its task so late that the server has given it up before the first heartbeat. */
const LATE_MS = 1_200
const SLOW_MS = 2_000

/** Whoever looks at all histories of the stack later finds none that is not ours. */
const NAMESPACE = `replaced-${randomUUID()}`

let bundles: Record<'guarded' | 'plain', { code: string }>
let wire: Proxy
let client: Client
let ofWorker: NativeConnection

beforeAll(async () => {
  quiet()
  const [host = '', port] = stack.temporal.split(':')
  wire = await startProxy({ host, port: Number(port) })
  client = new Client({ connection: await openNamespace(), namespace: NAMESPACE })
  ofWorker = await NativeConnection.connect({ address: `127.0.0.1:${String(wire.port)}` })
  const bundle = (workflowInterceptorModules: string[]) =>
    bundleWorkflowCode({
      workflowsPath: pathOf('../support/mailbox-workflow.ts'),
      workflowInterceptorModules,
      logger: { ...console, info: () => undefined, debug: () => undefined },
    })
  bundles = {
    guarded: await bundle([pathOf('../../workflows/interceptors.ts')]),
    plain: await bundle([]),
  }
}, 120_000)

afterAll(async () => {
  await ofWorker.close()
  await client.connection.close()
  await wire.close()
})

async function openNamespace(): Promise<Connection> {
  const connection = await Connection.connect({ address: stack.temporal })
  await connection.workflowService.registerNamespace({
    namespace: NAMESPACE,
    workflowExecutionRetentionPeriod: msToTs('1 day'),
  })
  await until(
    'the namespace is known everywhere',
    () =>
      connection.workflowService
        .listWorkflowExecutions({ namespace: NAMESPACE })
        .then(() => true)
        .catch(() => false),
    (isKnown) => isKnown,
  )
  return connection
}

/** A task that the server gives up and gives out again to the same worker, with news, during a step. */
async function replaced(kind: keyof typeof bundles) {
  const taskQueue = `replaced-${randomUUID()}`
  const worker = await Worker.create({
    connection: ofWorker,
    namespace: NAMESPACE,
    workflowBundle: bundles[kind],
    taskQueue,
    activities: { work: (_: string, ms: number) => sleep(ms) },
  })
  return worker.runUntil(async () => {
    await sleep(500) // its polls are there
    const released = wire.hold(LATE_MS)
    const started = client.workflow.start('mailbox', {
      taskQueue,
      workflowId: taskQueue,
      args: [SLOW_MS],
      workflowTaskTimeout: TASK_MS,
    })
    const [handle] = await Promise.all([started, released])
    await handle.signal('news')
    await handle.result()
    return handle.fetchHistory()
  })
}

const replay = async (kind: keyof typeof bundles, history: Awaited<ReturnType<typeof replaced>>) =>
  Worker.runReplayHistory({ workflowBundle: bundles[kind] }, history)

type Wanted = (history: Awaited<ReturnType<typeof replaced>>) => boolean | Promise<boolean>

/** Until the machine was quick enough for it to happen: a task may also be given out again between two steps. */
async function untilReplaced(kind: keyof typeof bundles, isWanted: Wanted) {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const history = await replaced(kind)
    if (await isWanted(history)) return history
  }
  throw new Error('no task was given out again while a step was under way')
}

test('a task given out again during a step begins anew, and its history replays', async () => {
  const history = await untilReplaced('guarded', (one) =>
    JSON.stringify(one).includes('TaskReplaced'),
  )
  await replay('guarded', history)
}, 240_000)

test('without that the history would not replay', async () => {
  const problemOf = (history: Parameters<Wanted>[0]) => replay('plain', history).catch(String)
  const history = await untilReplaced('plain', async (one) => (await problemOf(one)) !== undefined)
  expect(await problemOf(history)).toMatch(/[Nn]ondeterminism/)
}, 240_000)
