import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { nodeOptionsFor, workflowsFor } from '../../src/process/memory-bounds.ts'
import { soak, soakMarkdown } from '../bench/soak.ts'
import { countOf, isLong } from '../support/run-options.ts'
import { World } from './world.ts'

const CONTAINER_MB = 768
const BYTES = CONTAINER_MB * 2 ** 20
const SECONDS = countOf('SOAK_SECONDS', 30, 120)
const OPEN = countOf('SOAK_OPEN', 150, 1_000)
vi.setConfig({ testTimeout: 900_000 })

/** Linux alone says what another process holds. */
const isLinux = process.platform === 'linux'

let world: World
beforeAll(async () => {
  if (!isLinux) return
  world = await World.launch({
    apis: 1,
    gateways: 1,
    workers: 1,
    // As a container of this size gives it.
    env: {
      NODE_OPTIONS: nodeOptionsFor(BYTES),
      WORKFLOW_CACHE: String(workflowsFor(BYTES)),
      SANDBOX_DELAY_MS: '0',
      LOG_LEVEL: 'warn',
    },
  })
})
afterAll(() => (isLinux ? world.stop() : undefined))

test.runIf(isLinux)(
  'gateway and worker stay within a container of 768 MB under 128 clients, and whoever finds no place hears so soon',
  async () => {
    const load = { seconds: SECONDS, clients: 128, openPayments: OPEN, everyMs: 1_000 }
    const found = await soak(world.stack, load, () => undefined)
    const told = soakMarkdown(found)
    for (const name of ['api-1', 'worker-1']) {
      const most = Math.max(...found.points.map(({ rssMb }) => rssMb[name] ?? 0))
      expect(most, told).toBeGreaterThan(100)
      expect(most, told).toBeLessThan(CONTAINER_MB)
    }
    expect(found.measured.done, told).toBeGreaterThan(0)
    expect(found.refusals.count, told).toBeGreaterThan(0)
    // On a machine of its own; beside other tests who is turned away waits for a core like everybody.
    if (isLong) expect(found.refusals.p99, told).toBeLessThan(250)
  },
)
