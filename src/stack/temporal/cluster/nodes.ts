import { join } from 'node:path'
import { baseEnvironment } from '../../environment.ts'
import { StackFailure } from '../../failure.ts'
import { root } from '../../paths.ts'
import type { Environment, ProcessSpec } from '../../processes/managed-process.ts'
import { isListening } from '../../processes/port-reservations.ts'
import { probeReady } from '../../processes/ready.ts'
import type { Stores } from './stores.ts'
import { STORE_PLUGIN, STORE_USER } from './stores.ts'

/** Where each service listens. */
const ports = { frontend: 7233, history: 7234, matching: 7235, worker: 7239 } as const

interface Node {
  name: string
  service: keyof typeof ports
  host: string
}

/** Every kind of node in a process of its own, and two of the kind that keeps the payments. */
const nodes = {
  'temporal-matching': 'matching',
  'temporal-history-1': 'history',
  'temporal-history-2': 'history',
  'temporal-frontend': 'frontend',
  'temporal-worker': 'worker',
} as const satisfies Record<string, keyof typeof ports>

/** For ever: it cannot be changed once the cluster has run. */
const SHARDS = '64'

const LAST_NETWORK = 200

/**
 * The nodes of one cluster, each with the usual ports on an address of its own: they find each other
 * by address and port, and a node that comes back must be found where it was.
 */
export async function placeNodes(): Promise<Node[]> {
  for (let network = 1; network < LAST_NETWORK; network += 1) {
    const placed = Object.entries(nodes).map(([name, service], index) => ({
      name,
      service,
      host: `127.0.${String(network)}.${String(index + 1)}`,
    }))
    const taken = await Promise.all(placed.map((node) => answers(node)))
    if (!taken.includes(true)) return placed
  }
  throw new StackFailure('Every loopback network has a Temporal node already.')
}

export const frontendOf = (placed: readonly Node[]): string => {
  const { host } = placed.find(({ service }) => service === 'frontend') ?? { host: '' }
  return `${host}:${String(ports.frontend)}`
}

export function nodeProgram(
  node: Node,
  { server, stores, frontend, home }: NodeSurroundings,
): ProcessSpec {
  return {
    name: node.name,
    command: server,
    args: ['--allow-no-auth', 'start', '--service', node.service],
    env: { ...baseEnvironment(), ...settings(node, stores, frontend) },
    cwd: home,
    ready: probeReady(() => answers(node)),
    startAttempts: 3,
    logsOnly: true,
  }
}

export interface NodeSurroundings {
  server: string
  stores: Stores
  frontend: string
  home: string
}

/** The variables that the server's image takes too. */
function settings(node: Node, stores: Stores, frontend: string): Environment {
  return {
    LOG_LEVEL: 'warn',
    DB: STORE_PLUGIN,
    DB_PORT: stores.port,
    POSTGRES_SEEDS: stores.host,
    POSTGRES_USER: STORE_USER,
    POSTGRES_PWD: stores.password,
    NUM_HISTORY_SHARDS: SHARDS,
    BIND_ON_IP: node.host,
    CLUSTER_RPC_ADDRESS: frontend,
    DYNAMIC_CONFIG_FILE_PATH: join(root, 'deploy/temporal/dynamic-config.yaml'),
    GOGC: '400',
  }
}

const answers = ({ service, host }: Node): Promise<boolean> => isListening(ports[service], host)
