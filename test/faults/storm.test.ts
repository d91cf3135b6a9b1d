import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { countOf } from '../support/run-options.ts'
import { settled, survivesKill } from './load.ts'
import { checkReplay } from './replay.ts'
import { World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await World.launch()
})
afterAll(() => world.stop())

describe('under load', () => {
  test.for([
    ['the database', ['postgres']],
    ['Temporal', ['temporal']],
    ['a worker', ['worker-1']],
    ['an API', ['api-1']],
    ['API, worker and Temporal together', ['api-1', 'worker-1', 'temporal']],
  ] as const)('kill -9 of %s loses, doubles and sticks nothing', ([, names]) =>
    survivesKill(world, names, countOf('STORM_PAYMENTS', 24, 200)),
  )

  test('a task lost after its commit adopts what stands, while other commands arrive', async () => {
    const paymentIds: string[] = []
    for (let round = 0; round < 4; round += 1) {
      world.arm('act.db.after_commit_before_return')
      const created = world.insist('POST', '/payment', world.saleBody())
      await world.fired('act.db.after_commit_before_return')
      const paymentId = String((await created).body?.paymentId)
      // Three commands race the task that runs again.
      await Promise.all(
        [1, 2, 3].map(() => world.insist('POST', `/payment/${paymentId}/cancel`, {}, randomUUID())),
      )
      paymentIds.push(paymentId)
      await world.healed()
    }
    await settled(world, paymentIds)
    await checkReplay(world, paymentIds)
  })
})
