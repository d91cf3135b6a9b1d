import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StackFailure } from './failure.ts'
import type { LaunchOptions } from './launch-options.ts'
import { takeLock } from './processes/lock-file.ts'
import type { Environment, ManagedProcess } from './processes/managed-process.ts'
import { removeStackFile, writeStackFile } from './stack-file.ts'
import type { StackFile } from './stack-file.ts'
import { startAll } from './start-all.ts'
import { Supervisor } from './processes/supervisor.ts'
import { openTerminal, silentTerminal } from './terminal.ts'
import { present } from '../domain/present.ts'

/** A running gateway with everything around it. */
export interface Stack {
  readonly home: string
  /** What stack.json says. */
  readonly info: StackFile
  /** The addresses of all api processes, the first of which is `info.api`. */
  readonly apis: readonly string[]
  readonly processes: readonly ManagedProcess[]
  /** `postgres`, `temporal`, `sandbox`, `worker-1`, `api-1`, … */
  process(name: string): ManagedProcess
  /** Stops it if it runs, starts it on the same port, resolves when it is ready. */
  restart(name: string, env?: Environment): Promise<void>
  /** Stops everything in reverse order; the data stays in `home`. */
  stop(): Promise<void>
  /** Resolves when a process crashed too often to be kept up. */
  readonly failed: Promise<StackFailure>
}

export async function launchStack(options: LaunchOptions): Promise<Stack> {
  const home = resolve(options.home)
  const terminal = options.quiet === true ? silentTerminal : openTerminal()
  makeHome(home)
  const lock = takeLock(join(home, 'stack.lock'))
  if ('heldBy' in lock) throw alreadyRunning(home, lock.heldBy)
  removeStackFile(home)
  const supervisor = new Supervisor({
    home,
    terminal,
    autoRestart: options.autoRestart ?? true,
    ...present({ restartsPerMinute: options.restartsPerMinute }),
    verbose: options.verbose ?? false,
  })
  const stop = async () => {
    removeStackFile(home)
    await supervisor.stop()
    lock.release()
  }
  try {
    await supervisor.endLeftovers()
    const { info, apis } = await startAll({ ...options, home }, supervisor, terminal)
    writeStackFile(home, info)
    return {
      home,
      info,
      apis,
      processes: supervisor.processes,
      process: (name) => supervisor.process(name),
      restart: (name, env) => supervisor.process(name).restart(env),
      stop,
      failed: supervisor.failed,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Root's Postgres runs as another user, who must be able to pass; secrets have modes of their own. */
function makeHome(home: string): void {
  mkdirSync(home, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
}

function alreadyRunning(home: string, pid: number): StackFailure {
  return new StackFailure(
    `Tollgate runs already from ${home} (process ${pid}). ` +
      'Stop it first, or set TOLLGATE_HOME to another folder for a second one.',
  )
}
