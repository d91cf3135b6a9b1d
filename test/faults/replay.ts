import { expect } from 'vitest'
import { replay } from '../support/replay.ts'
import { openTemporal } from '../support/temporal.ts'
import type { World } from './world.ts'

/** Every history that these payments made runs through the present code to the same end. */
export async function checkReplay(world: World, paymentIds: readonly string[]): Promise<void> {
  const { client, dataConverter, close } = await openTemporal({
    ...world.stack.info,
    home: world.stack.home,
  })
  const histories = (async function* () {
    for (const paymentId of paymentIds) {
      const workflowId = `pay/${paymentId}`
      yield { workflowId, history: await client.workflow.getHandle(workflowId).fetchHistory() }
    }
  })()
  const replaying = replay(histories, { dataConverter, bundle: BUILT })
  // oxlint-disable-next-line typescript/no-misused-promises -- finally waits for it
  const { replayed, broken } = await replaying.finally(close)
  expect(broken).toEqual([])
  expect(replayed).toHaveLength(paymentIds.length)
}

/** The code that these stacks run. */
const BUILT = { codePath: 'dist/bundles/workflows.js' }
