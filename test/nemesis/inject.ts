import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../faults/world.ts'
import { keepBusy } from './busy.ts'
import { freeze, slowDown } from './freeze.ts'
import type { Fault } from './plan.ts'
import type { Proxy } from './proxy.ts'
import { startProxy } from './proxy.ts'
import { openRollOuts } from './roll-outs.ts'
import type { RollOuts } from './roll-outs.ts'
import type { SmallDisks } from './small-disks.ts'

/** A world whose faults can be made to happen. */
export interface Storm {
  /** Whether it can be made to happen on this machine, and now. */
  can(fault: Fault): boolean
  strike(fault: Fault): Promise<void>
  /** Nothing is wrong any more that was made to be. */
  calm(): Promise<void>
  close(): Promise<void>
}

interface Tools {
  world: World
  proxies: Record<'postgres' | 'temporal', Proxy>
  rollOuts: RollOuts
  disks: SmallDisks | undefined
}

/** Puts a wire with a switch between our processes and both servers. */
export async function openStorm(world: World, disks: SmallDisks | undefined): Promise<Storm> {
  const { stack } = world
  const database = new URL(stack.info.postgres)
  const [host = '', port = ''] = stack.info.temporal.split(':')
  const proxies = {
    postgres: await startProxy({ host: database.hostname, port: Number(database.port) }),
    temporal: await startProxy({ host, port: Number(port) }),
  }
  const rollOuts = await openRollOuts(world, wires(world, proxies))
  return {
    can: ({ kind }) => {
      if (kind === 'ramp') return !rollOuts.isRamping()
      return kind !== 'fullDisk' || disks !== undefined
    },
    strike: (fault) => strike({ world, proxies, rollOuts, disks }, fault),
    calm: () => calm(world),
    close: async () => {
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()))
    },
  }
}

function wires({ stack }: World, { postgres, temporal }: Tools['proxies']): Record<string, string> {
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

async function strike(tools: Tools, fault: Fault): Promise<void> {
  const { world, proxies, rollOuts, disks } = tools
  const { stack } = world
  switch (fault.kind) {
    case 'kill':
      return stack.process(fault.process).kill('SIGKILL')
    case 'pause': {
      const { pid } = stack.process(fault.process)
      const thaw = pid === undefined ? undefined : freeze(pid)
      await sleep(fault.forMs)
      return thaw?.()
    }
    case 'slow':
      return slowDown(() => stack.process(fault.process).pid, fault.forMs, fault.stopMs)
    case 'busy':
      return keepBusy(fault.forMs)
    case 'fullDisk':
      return disks?.fill(fault.server, fault.forMs)
    case 'rollout':
      return rollOuts.restart(fault.process)
    case 'ramp':
      return rollOuts.ramp(fault)
    case 'cut':
      return proxies[fault.server].cut(fault.forMs)
    case 'loseAnswers':
      return proxies[fault.server].loseAnswers(fault.forMs)
    case 'hold':
      return proxies[fault.server].hold(fault.forMs)
    case 'provider':
      return tell(world, '/faults', 'POST', fault.fault)
    case 'merchant':
      return tell(world, '/received/answers', 'POST', { statuses: fault.answers })
  }
}

async function calm(world: World): Promise<void> {
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
