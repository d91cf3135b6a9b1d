import {
  condition,
  defineUpdate,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow'

interface FloorActivities {
  commit(): Promise<void>
  provider(): Promise<void>
}

const { commit } = proxyLocalActivities<FloorActivities>({ startToCloseTimeout: '5s' })
const { provider } = proxyActivities<FloorActivities>({ startToCloseTimeout: '10s' })

export const createUpdate = defineUpdate('create')
export const commandUpdate = defineUpdate('command')

/** The least that a durable payment can cost: one commit, one provider call, then it waits. */
export async function floor(): Promise<void> {
  let done = false
  setHandler(createUpdate, async () => {
    await commit()
    await provider()
  })
  setHandler(commandUpdate, async () => {
    await commit()
  })
  await condition(() => done, '1 day')
  done = true
}
