import { join } from 'node:path'
import {
  apiEnvironment,
  portalEnvironment,
  sandboxEnvironment,
  workerEnvironment,
} from '../environment.ts'
import type { Wiring } from '../environment.ts'
import type { Environment, ProcessSpec } from './managed-process.ts'
import type { StackParts } from '../parts.ts'
import { root, tsx } from '../paths.ts'
import { nodeOptionsFor, usableMemory } from '../../process/memory-bounds.ts'
import type { ApiPorts, PortalPorts } from './ports.ts'
import { httpReady, lineReady } from './ready.ts'
import { present } from '../../domain/present.ts'
import type { ReadyCheck } from './ready.ts'

export interface Api extends ApiPorts {
  /** With a worker in the same process. */
  isGateway: boolean
  /** Shared with the others, instead of a port of its own. */
  socket?: number
}

export function sandboxProgram(parts: StackParts, wiring: Wiring, port: number): ProcessSpec {
  const env = sandboxEnvironment(wiring, port)
  return program('sandbox', parts.sandbox, env, httpReady(`http://127.0.0.1:${port}/health`))
}

export function workerPrograms(parts: StackParts, wiring: Wiring, count: number): ProcessSpec[] {
  const env = { ...heapOfMany, ...workerEnvironment(wiring) }
  const names = Array.from({ length: count }, (_, index) => `worker-${index + 1}`)
  return names.map((name) => program(name, parts.worker, env, lineReady('"worker ready"')))
}

export function apiProgram(
  parts: StackParts,
  wiring: Wiring,
  number: number,
  { isGateway, socket, ...ports }: Api,
): ProcessSpec {
  const shared = socket === undefined ? {} : { LISTEN_FD: '3' }
  const env = { ...heapOfMany, ...apiEnvironment(wiring, ports), ...shared }
  // The private port opens last, and is each one's own.
  const ready = httpReady(`http://127.0.0.1:${ports.operatorPort}/health/ready`)
  const spec = program(`api-${number}`, isGateway ? parts.gateway : parts.api, env, ready)
  return { ...spec, ...present({ socket }) }
}

export function portalProgram(parts: StackParts, wiring: Wiring, ports: PortalPorts): ProcessSpec {
  const ready = httpReady(`http://127.0.0.1:${ports.metricsPort}/health/ready`)
  // Pages are few, and its memory is to stay small.
  return program('portal', parts.portal, portalEnvironment(wiring, ports), ready)
}

/** Longer than a program's own deadline for what it has under way. */
const STOP_TIMEOUT_MS = 20_000

/** Memory that is collected is overwritten: a card number is no longer in it. */
export const heapFlags = ['--clear-free-memory']
/** Threads of Temporal's core and of V8 share what they allocate from, instead of keeping 64 MB each. */
export const smallMemory: Environment = { MALLOC_ARENA_MAX: '2' }
/** Of those that take payments; on one machine there are the servers beside them. */
const heapOfMany: Environment = { NODE_OPTIONS: nodeOptionsFor(usableMemory() / 4) }

function program(name: string, entry: string, env: Environment, ready: ReadyCheck): ProcessSpec {
  return {
    name,
    command: process.execPath,
    ...(entry.endsWith('.js') ? builtProgram(entry, env) : sourceProgram(entry, env)),
    cwd: root,
    ready,
    stopTimeoutMs: STOP_TIMEOUT_MS,
  }
}

/** What was compiled is read by the next start; Node 20 knows nothing of it. */
const compiled = join(root, 'node_modules/.cache/tollgate/compiled')

const sourceProgram = (entry: string, env: Environment) => ({
  args: [...heapFlags, '--import', tsx, join(root, entry)],
  env: { ...smallMemory, ...env },
})

/** The same flags as in the Dockerfile. */
const builtProgram = (entry: string, env: Environment) => ({
  args: [...heapFlags, '--enable-source-maps', join(root, entry)],
  env: { NODE_ENV: 'production', NODE_COMPILE_CACHE: compiled, ...smallMemory, ...env },
})
