import type { StackParts } from './parts.ts'
import type { Environment } from './processes/managed-process.ts'
import type { Ports } from './processes/ports.ts'

export interface LaunchOptions {
  /** The folder that holds all state; a second launch on it continues where the first stopped. */
  home: string
  /** Default 1: `api-1`, `api-2`, … The first is the one in stack.json. */
  apis?: number
  /** Whether all of them listen on one port, which then stays open when one is killed. */
  sharedPort?: boolean
  /** How many of them have a worker in the same process, from the first on; default: all. */
  gateways?: number
  /** Default: 1, or without gateways one per core, at most 2: `worker-1`, `worker-2`, … */
  workers?: number
  /** Whether merchants' people have their portal (default); what never looks at it does without. */
  portal?: boolean
  /** Added to the environment of every api, worker and sandbox. */
  env?: Environment
  /** Wanted ports; without one, any that is free. */
  ports?: Partial<Ports>
  /** A Postgres that runs already, instead of an embedded one. */
  databaseUrl?: string
  /**
   * 'own' (default): a server of this stack alone. 'cluster': its services in processes of their own,
   * on the stack's Postgres. Else TEMPORAL_* variables that lead to one.
   */
  temporal?: 'own' | 'cluster' | { env: Environment; uiUrl?: string }
  /** Whether crashed processes are started again (default); switchable per process later. */
  autoRestart?: boolean
  /** How many crashes a minute are healed before the stack gives up; default 10. */
  restartsPerMinute?: number
  /** Says nothing on the terminal. */
  quiet?: boolean
  /** Shows every line of every process on the terminal. */
  verbose?: boolean
  parts?: StackParts
}
