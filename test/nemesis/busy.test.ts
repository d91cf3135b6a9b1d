import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { keepBusy } from './busy.ts'

const idleMs = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0)

test('no core is idle while the machine is kept busy, and nobody is left afterwards', async () => {
  const busy = keepBusy(1_500)
  await sleep(700)
  const before = idleMs()
  await sleep(500)
  expect(idleMs() - before).toBeLessThan(250 * cpus().length)
  await busy
  await expect.poll(() => process.getActiveResourcesInfo()).not.toContain('ProcessWrap')
})
