import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { launchStack } from '../../src/stack/launch.ts'
import { builtParts } from '../../src/stack/parts.ts'
import type { StackFile } from '../../src/stack/stack-file.ts'
import { stopWhenEnded } from './ended-from-outside.ts'
import { ensureBuilt } from './ensure-built.ts'
import { scratchFolder } from './scratch-folder.ts'

/** A running stack as its tests see it. */
export interface RunningStack extends StackFile {
  home: string
  /** Every API process; requests go to them in turn. */
  apis: string[]
}

declare module 'vitest' {
  export interface ProvidedContext {
    stack: RunningStack
  }
}

/**
 * One stack for all projects that ask for it. TEST_STACK_HOME names one that runs already, so that
 * a test under work need not wait for a new one.
 */
export default async function stackSetup(project: TestProject): Promise<() => Promise<void>> {
  const shared = globalThis as { [SHARED]?: Promise<Shared> }
  const opened = shared[SHARED] ?? open()
  shared[SHARED] = opened
  const { stack, stop } = await opened
  project.provide('stack', stack)
  return stop
}

/** Each project loads this file for itself; only the process is common to them. */
const SHARED = Symbol.for('tollgate.test-stack')

interface Shared {
  stack: RunningStack
  stop: () => Promise<void>
}

async function open(): Promise<Shared> {
  const running = process.env['TEST_STACK_HOME']
  return running === undefined ? launch() : { stack: readStack(running), stop: async () => {} }
}

async function launch(): Promise<Shared> {
  const home = scratchFolder('tollgate-e2e-')
  chmodSync(home, 0o711)
  const env = {
    RATE_LIMIT_PER_SECOND: '100000',
    LOG_LEVEL: 'warn',
    SANDBOX_SPEED: '3',
    REPAIR_EVERY_SECONDS: '3',
  }
  await ensureBuilt()
  const parts = builtParts
  // Both shapes at once: a gateway, and an api with its worker apart.
  const shape = { apis: 2, gateways: 1, workers: 1 }
  const launched = await launchStack({ home, ...shape, quiet: true, env, parts })
  let stopping: Promise<void> | undefined
  const end = async () => {
    await launched.stop()
    rmSync(home, { recursive: true, force: true })
  }
  const stop = () => (stopping ??= end())
  stopWhenEnded(stop)
  return { stack: { ...launched.info, home, apis: [...launched.apis] }, stop }
}

export function readStack(home: string): RunningStack {
  const info = JSON.parse(readFileSync(join(home, 'stack.json'), 'utf8')) as StackFile
  return { ...info, home, apis: [info.api] }
}
