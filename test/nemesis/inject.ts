import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../faults/world.ts'
import type { Fault } from './plan.ts'
import type { Proxy } from './proxy.ts'
import { startProxy } from './proxy.ts'

/** A world whose faults can be made to happen. */
export interface Storm {
  strike(fault: Fault): Promise<void>
  /** Nothing is wrong any more that was made to be. */
  calm(): Promise<void>
  close(): Promise<void>
}

const START_AGAIN_MS = 1_000

/** Puts a wire with a switch between our processes and both servers. */
export async function openStorm(world: World): Promise<Storm> {
  const { stack } = world
  const database = new URL(stack.info.postgres)
  const [host = '', port = ''] = stack.info.temporal.split(':')
  const proxies = {
    postgres: await startProxy({ host: database.hostname, port: Number(database.port) }),
    temporal: await startProxy({ host, port: Number(port) }),
  }
  const env = wires(world, proxies)
  const ours = stack.processes.filter(({ name }) => /^(api|worker)-/.test(name))
  await Promise.all(ours.map(({ name }) => stack.restart(name, env)))
  return {
    strike: (fault) => strike(world, proxies, env, fault),
    calm: () => calm(world),
    close: async () => {
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()))
    },
  }
}

type Proxies = Record<'postgres' | 'temporal', Proxy>

function wires({ stack }: World, { postgres, temporal }: Proxies): Record<string, string> {
  const through = (address: string) => {
    const url = new URL(address)
    url.port = String(postgres.port)
    return url.href
  }
  return {
    DATABASE_URL: through(stack.info.postgres),
    VAULT_DATABASE_URL: through(stack.info.postgresVault),
    TEMPORAL_ADDRESS: `127.0.0.1:${String(temporal.port)}`,
  }
}

async function strike(
  world: World,
  proxies: Proxies,
  env: Record<string, string>,
  fault: Fault,
): Promise<void> {
  const { stack } = world
  switch (fault.kind) {
    case 'kill':
      return stack.process(fault.process).kill('SIGKILL')
    case 'pause': {
      const paused = stack.process(fault.process)
      paused.killGroup('SIGSTOP')
      await sleep(fault.forMs)
      return paused.killGroup('SIGCONT')
    }
    case 'rollout':
      return rollOut(world, fault.process, env)
    case 'cut':
      return proxies[fault.server].cut(fault.forMs)
    case 'loseAnswers':
      return proxies[fault.server].loseAnswers(fault.forMs)
    case 'provider':
      return tell(world, '/faults', 'POST', fault.fault)
    case 'merchant':
      return tell(world, '/received/answers', 'POST', { statuses: fault.answers })
  }
}

/** The servers may be away just then: as a deployment does, it is tried until it runs. */
async function rollOut({ stack }: World, name: string, env: Record<string, string>): Promise<void> {
  const one = stack.process(name)
  await one.stop()
  while (one.state === 'down') {
    await one.start(env).catch(() => sleep(START_AGAIN_MS))
  }
}

async function calm(world: World): Promise<void> {
  for (const one of world.stack.processes) one.killGroup('SIGCONT')
  await world.healed()
  await tell(world, '/faults', 'DELETE')
}

/** A simulator that is down itself has no fault to be told of. */
async function tell(world: World, path: string, method: string, body?: object): Promise<void> {
  await fetch(world.stack.info.sandbox + path, {
    method,
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(10_000),
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => undefined)
}
