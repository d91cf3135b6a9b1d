import type { LaunchOptions } from './launch-options.ts'
import type { ProcessSpec } from './processes/managed-process.ts'
import type { PortReservations } from './processes/port-reservations.ts'
import type { Ports } from './processes/ports.ts'
import type { Secrets } from './secrets.ts'
import type { Supervisor } from './processes/supervisor.ts'
import type { Terminal } from './terminal.ts'

/** What the steps of one launch share. */
export interface Run {
  options: LaunchOptions
  supervisor: Supervisor
  terminal: Terminal
  secrets: Secrets
  ports: Ports
  reservations: PortReservations
  portalMetricsPort: number
}

/** The process takes its ports over from us just before it starts. */
export function listening(run: Run, spec: ProcessSpec, ...ports: number[]): ProcessSpec {
  const beforeStart = async () => {
    await spec.beforeStart?.()
    for (const port of ports) await run.reservations.handOver(port)
  }
  return { ...spec, beforeStart }
}

export function localUrl(port: number): string {
  return `http://127.0.0.1:${port}`
}
