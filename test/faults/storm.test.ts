import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countOf } from '../support/run-options.ts'
import { checkInvariants } from './invariants.ts'
import { checkReplay } from './replay.ts'
import { World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await World.launch()
})
afterAll(() => world.stop())

/** Sales under load, every third of them cancelled at once, each as a careful merchant would do it. */
async function load(count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await sleep(index * 40)
      const created = await world.insist('POST', '/payment', world.saleBody())
      expect(created.status, JSON.stringify(created.body)).toBe(200)
      const paymentId = String(created.body?.paymentId)
      if (index % 3 === 0)
        await world.insist('POST', `/payment/${paymentId}/cancel`, {}, randomUUID())
      return paymentId
    }),
  )
}

async function settled(paymentIds: string[]): Promise<void> {
  await Promise.all(
    paymentIds.map((id) => world.reaches(id, ['COMPLETED', 'CANCELLED', 'REJECTED'])),
  )
  await Promise.all(paymentIds.map((id) => world.quiet(id)))
  await world.healed()
  await checkInvariants(world, paymentIds)
}

describe('under load', () => {
  test.for([
    ['the database', ['postgres']],
    ['Temporal', ['temporal']],
    ['a worker', ['worker-1']],
    ['an API', ['api-1']],
    ['API, worker and Temporal together', ['api-1', 'worker-1', 'temporal']],
  ] as const)('kill -9 of %s loses, doubles and sticks nothing', async ([, names]) => {
    const paymentIds = load(countOf('STORM_PAYMENTS', 24, 200))
    await sleep(500)
    await Promise.all(names.map((name) => world.stack.process(name).kill('SIGKILL')))
    await settled(await paymentIds)
    await checkReplay(world, await paymentIds)
  })

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
    await settled(paymentIds)
    await checkReplay(world, paymentIds)
  })
})
