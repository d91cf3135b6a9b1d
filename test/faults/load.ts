import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { checkInvariants } from './invariants.ts'
import { checkReplay } from './replay.ts'
import type { World } from './world.ts'

/** Sales under load, every third of them cancelled at once, each as a careful merchant would do it. */
async function load(world: World, count: number): Promise<string[]> {
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

/** Every one of them has come to its end, and everything that is known of it agrees. */
export async function settled(world: World, paymentIds: readonly string[]): Promise<void> {
  await Promise.all(
    paymentIds.map((id) => world.reaches(id, ['COMPLETED', 'CANCELLED', 'REJECTED'])),
  )
  await Promise.all(paymentIds.map((id) => world.quiet(id)))
  await world.healed()
  await checkInvariants(world, paymentIds)
}

/** Processes that die under load: nothing is lost, doubled or stuck, and every history replays. */
export async function survivesKill(
  world: World,
  names: readonly string[],
  count: number,
): Promise<void> {
  const loading = load(world, count)
  await sleep(500)
  await Promise.all(names.map((name) => world.stack.process(name).kill('SIGKILL')))
  const paymentIds = await loading
  await settled(world, paymentIds)
  await checkReplay(world, paymentIds)
}
