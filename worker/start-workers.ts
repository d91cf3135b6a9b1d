import { Worker } from '@temporalio/worker'
import type { NativeConnection, WorkerOptions } from '@temporalio/worker'
import type { Client } from '@temporalio/client'
import { createDeliverActivities } from '../activities/delivery/deliver-notification.ts'
import { createWebhookActivities } from '../activities/delivery/deliver-webhook.ts'
import type { Deps } from '../activities/deps.ts'
import { createHolderActivities } from '../activities/holder.ts'
import { createHousekeepingActivities } from '../activities/housekeeping.ts'
import { createPaymentActivities } from '../activities/payment-activities.ts'
import type { PaymentActivities } from '../activities/payment-activities.ts'
import { createRecordActivities } from '../activities/record.ts'
import { createSettlementActivities } from '../activities/settlement/settlement.ts'
import type { GatewayConfig } from '../src/settings/config.ts'
import { dataConverterOf, namespaceOf } from '../src/gateway/temporal.ts'
import { createDisputeSignaller } from '../src/gateway/dispute-signaller.ts'
import { wakeWebhooks } from '../src/gateway/webhooks.ts'
import { traceActivities } from '../src/tracing/activity-interceptor.ts'
import { isRecording } from '../src/tracing/trace.ts'
import { createPayloadCodec } from '../src/vault/payload-codec.ts'
import { workflowBundle } from './bundle.ts'
import { ensureSchedules } from './schedules.ts'
import { repairBehind } from './repair-behind.ts'
import { createSendCommand } from './send-command.ts'
import { startBeating } from './start-beating.ts'
import { createTaskSlots } from './task-slots.ts'
import { versioning } from './versioning.ts'
import { watchBooks } from './watch-books.ts'
import { watchWorkflows } from './watch-workflows.ts'
import { createWebhookWaker } from './webhook-waker.ts'
import { keepStacksLazily } from './workflow-threads.ts'

interface Parts {
  config: GatewayConfig
  deps: Deps
  client: Client
  connection: NativeConnection
}

export interface RunningWorkers {
  /** Rejects when one of them cannot go on. */
  ended: Promise<unknown>
  /** What is under way is finished, for as long as the grace time allows. */
  stop(): Promise<void>
}

/** Lets the workers take tasks. After a long stop they are many at once: whoever serves is ready before. */
export type Begin = () => RunningWorkers

/**
 * The queue that is this process's own, for calls that only it can make: the secret is in its memory,
 * or it has begun the call. While the process beats it is waited for; when it is gone the payment asks
 * the provider, or the payer again.
 */
export async function prepareProcessWorker(parts: Parts): Promise<Begin> {
  const worker = await processWorker(parts, createPaymentActivities(parts.deps))
  const stopBeating = startBeating(parts.deps.beats, parts.deps.processQueue)
  return () => run([worker], stopBeating)
}

/** Workflows and activities of payments, deliveries, and the queue of this process. */
export async function prepareWorkers(parts: Parts): Promise<Begin> {
  const { deps, client } = parts
  if (parts.config.worker.keepsStacksLazily && !keepStacksLazily())
    deps.log.debug('stacks of workflows are kept as the SDK does it')
  const calls = createPaymentActivities(deps)
  const deliveries = createDeliverActivities(deps)
  const wake = (ids: readonly string[]) => wakeWebhooks(client, ids)
  const waker = createWebhookWaker({ webhooks: deps.webhooks, wake, log: deps.log })
  const workers = await Promise.all([
    paymentsWorker(parts, {
      ...calls,
      ...createRecordActivities({ ...deps, hint: waker.after(deps.hint) }, calls.quickCall),
      deliverQuickly: deliveries.deliverQuickly,
    }),
    notificationsWorker(parts, { ...deliveries, ...createWebhookActivities({ ...deps, wake }) }),
    processWorker(parts, calls),
  ])
  const stopBeating = startBeating(deps.beats, deps.processQueue)
  return () =>
    begin(parts, workers, async () => {
      waker.stop()
      await stopBeating()
    })
}

/** Takes tasks, and looks after what is left behind. */
function begin(parts: Parts, workers: Worker[], afterwards: () => Promise<void>): RunningWorkers {
  const { deps, client } = parts
  const stopBooks = watchBooks({ databaseUrl: parts.config.database.url, log: deps.log })
  const { repairEveryMs: everyMs, repairsAtStart: beginsAbsent } = parts.config.worker
  const { db, log, metrics } = deps
  const stopMending = watchWorkflows({ client, db, log, metrics, everyMs, beginsAbsent })
  const running = run(workers, async () => {
    await Promise.all([afterwards(), stopBooks(), stopMending()])
  })
  // Payments do not wait for it: the schedules of an earlier start are there already.
  ensureSchedules(client).catch((error: unknown) => {
    deps.log.error({ err: error }, 'schedules could not be set')
  })
  if (parts.config.worker.repairsAtStart)
    repairBehind({
      client,
      db: deps.db,
      log: deps.log,
      codec: createPayloadCodec(deps.keyRing),
    }).catch((error: unknown) => {
      deps.log.error({ err: error }, 'what is behind could not be healed')
    })
  return running
}

function run(workers: Worker[], afterwards: () => Promise<void>): RunningWorkers {
  // oxlint-disable-next-line typescript/no-misused-promises -- finally waits for it
  const ended = Promise.all(workers.map((worker) => worker.run())).finally(afterwards)
  return {
    ended,
    stop: async () => {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
      await ended
    },
  }
}

async function paymentsWorker(parts: Parts, activities: object): Promise<Worker> {
  const { config, deps, client } = parts
  return Worker.create({
    ...common(parts),
    taskQueue: 'payments',
    workflowBundle: await workflowBundle(config.worker.bundle),
    activities: {
      ...activities,
      ...createSettlementActivities({
        ...deps,
        sendCommand: createSendCommand(client),
        signalDispute: createDisputeSignaller(client),
      }),
      ...createHousekeepingActivities({ ...deps, exchangeDays: config.exchangeDays }),
      ...createHolderActivities(deps),
    },
    tuner: {
      workflowTaskSlotSupplier: createTaskSlots({ queued: config.worker.tasks, all: 200 }),
      localActivityTaskSlotSupplier: { type: 'fixed-size', numSlots: 400 },
      activityTaskSlotSupplier: { type: 'fixed-size', numSlots: 100 },
      nexusTaskSlotSupplier: { type: 'fixed-size', numSlots: 1 },
    },
    maxCachedWorkflows: config.worker.cachedWorkflows,
    // A worker that died is given up after a second, not after ten.
    stickyQueueScheduleToStartTimeout: '1s',
  })
}

const notificationsWorker = (parts: Parts, activities: object): Promise<Worker> =>
  Worker.create({
    ...common(parts),
    taskQueue: 'notifications',
    activities,
    maxConcurrentActivityTaskExecutions: 200,
  })

/** It belongs to no version: its queue is known only to those that the process itself has told. */
function processWorker(parts: Parts, calls: PaymentActivities): Promise<Worker> {
  const { authorize, capture, adjust, refund, blikPay } = calls
  const { workerDeploymentOptions: _, ...unversioned } = common(parts)
  return Worker.create({
    ...unversioned,
    taskQueue: parts.deps.processQueue,
    activities: { authorize, capture, adjust, refund, blikPay },
    shutdownGraceTime: '12s',
    shutdownForceTime: '15s',
  })
}

const common = ({ config, deps, connection }: Parts): Partial<WorkerOptions> => ({
  connection,
  namespace: namespaceOf(),
  dataConverter: dataConverterOf(deps.keyRing),
  shutdownGraceTime: '8s',
  shutdownForceTime: '12s',
  ...versioning(config.worker),
  ...(isRecording() && { interceptors: { activity: [traceActivities] } }),
})
