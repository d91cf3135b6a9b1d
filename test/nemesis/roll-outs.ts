import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Connection } from '@temporalio/client'
import { setCurrent, setRamp } from '../../src/desk/rollouts/deployment.ts'
import type { World } from '../faults/world.ts'

const DEPLOYMENT = 'tollgate'
const AGAIN_MS = 1_000
const CONNECT_MS = 10_000
/** Whoever is away comes back sooner; a roll-out that cannot be done at all is a finding. */
const MOST_MS = 600_000

export interface RollOuts {
  /** A process is stopped in order and started again, with the build that it has. */
  restart(name: string): Promise<void>
  /** A worker with a new build gets a part of all tasks, then all of them or none. */
  ramp(wish: { percent: number; forMs: number; goesBack: boolean }): Promise<void>
  /** Nobody rolls out two builds at once. */
  isRamping(): boolean
}

/** Starts all of our processes with a first build, which then gets all tasks. */
export async function openRollOuts(world: World, env: Record<string, string>): Promise<RollOuts> {
  const { stack } = world
  const names = stack.processes
    .map(({ name }) => name)
    .filter((name) => /^(api|worker)-/.test(name))
  let made = 0
  let current = buildOf(made)
  const builds = new Map(names.map((name) => [name, current]))
  const envOf = (name: string) => ({ ...env, WORKER_BUILD_ID: builds.get(name) ?? current })
  const restart = (name: string) => rollOut(world, name, envOf)
  const give = (build: string, name: string) => {
    builds.set(name, build)
    return restart(name)
  }
  await Promise.all(names.map((name) => stack.restart(name, envOf(name))))
  await insist(world, (parts) => setCurrent(parts, current))

  const ramp: RollOuts['ramp'] = async ({ percent, forMs, goesBack }) => {
    const build = buildOf((made += 1))
    await give(build, 'worker-1')
    await insist(world, (parts) => setRamp(parts, build, percent))
    await sleep(forMs)
    if (goesBack) {
      await insist(world, (parts) => setRamp(parts, build, 0))
      return give(current, 'worker-1')
    }
    await insist(world, (parts) => setCurrent(parts, build))
    current = build
    await Promise.all(names.filter((name) => name !== 'worker-1').map((name) => give(build, name)))
  }
  let isRamping = false
  return {
    restart,
    ramp: async (wish) => {
      isRamping = true
      await ramp(wish).finally(() => {
        isRamping = false
      })
    },
    isRamping: () => isRamping,
  }
}

const buildOf = (number: number): string => `storm-${number}`

/** The servers may be away just then: as a deployment does, it is tried until it runs. */
async function rollOut(
  { stack }: World,
  name: string,
  envOf: (name: string) => Record<string, string>,
): Promise<void> {
  const one = stack.process(name)
  await one.stop()
  while (one.state === 'down') await one.start(envOf(name)).catch(() => sleep(AGAIN_MS))
}

type Parts = Parameters<typeof setCurrent>[0]

/** A build is known once its worker has asked for work; until then, and without a server, again. */
async function insist({ stack }: World, change: (parts: Parts) => Promise<void>): Promise<void> {
  const end = Date.now() + MOST_MS
  const { temporal: address, namespace } = stack.info
  for (;;) {
    try {
      const connection = await Connection.connect({ address, connectTimeout: CONNECT_MS })
      try {
        const client = new Client({ connection, namespace })
        const parts = { client, deploymentName: DEPLOYMENT, identity: 'nemesis' }
        return await client.withDeadline(Date.now() + 10_000, () => change(parts))
      } finally {
        await connection.close()
      }
    } catch (error) {
      if (Date.now() > end) throw error
      await sleep(AGAIN_MS)
    }
  }
}
