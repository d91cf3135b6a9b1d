import {
  condition,
  defineSignal,
  defineUpdate,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'

interface FloorActivities {
  commit(): Promise<void>
  provider(): Promise<void>
  done(workflowId: string): Promise<void>
}

const local = proxyLocalActivities<FloorActivities>({ startToCloseTimeout: '5s' })
const remote = proxyActivities<FloorActivities>({ startToCloseTimeout: '10s' })

const createUpdate = defineUpdate('create')
const commandUpdate = defineUpdate('command')
const operationSignal = defineSignal('operation')

/** B and C: the least that a durable payment can cost: one commit, one provider call, then it waits. */
export async function floor(): Promise<void> {
  setHandler(createUpdate, async () => {
    await local.commit()
    await remote.provider()
  })
  setHandler(commandUpdate, () => local.commit())
  await waitForOperations()
}

/** What Temporal keeps for operators besides, as it does for a payment. */
export interface Kept {
  /** A deadline that is far away. */
  timer?: boolean
  /** What it is found by changes once. */
  attributes?: boolean
}

/** B′: the same where the process that starts it also runs it, and nothing goes through a queue. */
export async function eagerFloor({ timer, attributes }: Kept = {}): Promise<void> {
  await local.commit()
  await local.provider()
  if (attributes) upsertSearchAttributes({ PaymentStatus: ['COMPLETED'], Provider: ['acquirer'] })
  if (timer) void sleep('30 days')
  await local.done(workflowInfo().workflowId)
  await waitForOperations()
}

/** C′: what a capture or a refund is: a message, a commit, a provider call, and a commit of its answer. */
async function waitForOperations(): Promise<void> {
  let asked = 0
  setHandler(operationSignal, () => {
    asked += 1
  })
  for (let answered = 0; ; answered += 1) {
    await condition(() => asked > answered)
    await local.commit()
    await remote.provider()
    await local.commit()
    await local.done(workflowInfo().workflowId)
  }
}
