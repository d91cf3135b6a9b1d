import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { explainFailure, StackFailure } from '../failure.ts'
import { describeExit, exitOf } from './exit.ts'
import type { Exit } from './exit.ts'
import { ProcessOutput } from './process-output.ts'
import type { ReadyCheck, ReadyContext } from './ready.ts'
import { RestartBudget } from './restart-budget.ts'
import { present } from '../../domain/present.ts'

export interface ProcessSpec {
  name: string
  command: string
  args: readonly string[]
  /** The whole environment of the process: nothing is inherited. */
  env: Environment
  cwd: string
  /** An open socket that it listens on, as its file descriptor 3. */
  socket?: number
  uid?: number
  gid?: number
  ready: ReadyCheck
  readyTimeoutMs?: number
  /** How often a start may fail before it counts: a killed Postgres needs a moment to let go. */
  startAttempts?: number
  stopSignal?: NodeJS.Signals
  stopTimeoutMs?: number
  beforeStart?: () => Promise<void>
  /** What it warns of stays in its log: members of a ring that changes always warn. */
  logsOnly?: boolean
}

export type Environment = Readonly<Record<string, string>>

/** How the supervisor looks after it. */
export interface ProcessCare {
  logPath: string
  autoRestart: boolean
  restartsPerMinute: number
  events: ProcessEvents
}

export interface ProcessEvents {
  onSpawn(process: ManagedProcess, pid: number): void
  onExit(process: ManagedProcess, pid: number): void
  onCrash(process: ManagedProcess, reason: string, restartInMs: number): void
  onGiveUp(process: ManagedProcess, failure: StackFailure): void
}

export type ProcessState = 'down' | 'starting' | 'ready' | 'stopping'

interface Waiter {
  resolve: () => void
  reject: (failure: StackFailure) => void
}

/** One child process: started until it is ready, healed when it crashes, stopped in order. */
export class ManagedProcess {
  readonly spec: ProcessSpec
  readonly output: ProcessOutput
  /** Whether a crash is followed by a new start; tests that kill on purpose switch it off. */
  autoRestart: boolean
  readonly #events: ProcessEvents
  readonly #budget: RestartBudget
  #extraEnv: Environment = {}
  #state: ProcessState = 'down'
  #child: ChildProcess | undefined
  #exited: Promise<Exit> = Promise.resolve({ code: 0, signal: null })
  /** The last start, whatever became of it. */
  #started: Promise<unknown> = Promise.resolve()
  /** Aborted when somebody starts or stops it by hand; present while it is to be up. */
  #life: AbortController | undefined
  #healing = false
  #waiters: Waiter[] = []

  constructor(spec: ProcessSpec, care: ProcessCare) {
    this.spec = spec
    this.output = new ProcessOutput(care.logPath)
    this.autoRestart = care.autoRestart
    this.#budget = new RestartBudget(care.restartsPerMinute)
    this.#events = care.events
  }

  get name(): string {
    return this.spec.name
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  get state(): ProcessState {
    return this.#state
  }

  /** Starts it and resolves when it is ready. `env` is added until the next start by hand. */
  async start(env: Environment = {}): Promise<void> {
    if (this.#state !== 'down') throw new StackFailure(`${this.name} is running already.`)
    this.#life?.abort()
    const life = (this.#life = new AbortController())
    this.#extraEnv = env
    try {
      await this.#startPatiently(life.signal)
      this.#settle()
    } catch (error) {
      this.#settle(asFailure(error))
      throw error
    }
  }

  /** Asks it to end and resolves when it is gone; after the deadline its whole group is killed. */
  async stop(): Promise<void> {
    this.#life?.abort()
    this.#settle(new StackFailure(`${this.name} was stopped.`))
    if (this.#state === 'down') return
    this.#state = 'stopping'
    this.#child?.kill(this.spec.stopSignal ?? 'SIGTERM')
    const deadline = setTimeout(() => this.killGroup(), this.spec.stopTimeoutMs ?? 10_000)
    // A start that has not come as far as its process must not bring one forth afterwards.
    await this.#started
    await this.#exited
    clearTimeout(deadline)
    if (this.state === 'stopping') this.#state = 'down'
  }

  async restart(env: Environment = {}): Promise<void> {
    await this.stop()
    await this.start(env)
  }

  /** Sends a signal behind the supervisor's back; resolves when the process is gone. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.#child?.kill(signal)
    if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await this.#exited
  }

  /** Resolves when it is ready: at once, or after the start that is under way. */
  async whenReady(): Promise<void> {
    if (this.#state === 'ready') return
    if (this.#state !== 'starting' && !this.#healing) {
      throw new StackFailure(`${this.name} is not running.`)
    }
    await new Promise<void>((resolve, reject) => this.#waiters.push({ resolve, reject }))
  }

  /** Without waiting: for a deadline that has passed, or a parent that is itself about to end. */
  killGroup(signal: NodeJS.Signals = 'SIGKILL'): void {
    const pid = this.#child?.pid
    if (pid === undefined) return
    try {
      process.kill(-pid, signal)
    } catch {
      // Gone already.
    }
  }

  #startPatiently(life: AbortSignal): Promise<void> {
    const started = this.#tryToStart(life)
    this.#started = started.catch(() => undefined)
    return started
  }

  async #tryToStart(life: AbortSignal): Promise<void> {
    const attempts = this.spec.startAttempts ?? 1
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#startOnce(life)
      } catch (error) {
        const paused = attempt < attempts && (await pause(attempt * 300, life))
        if (!paused) throw asFailure(error)
      }
    }
  }

  async #startOnce(life: AbortSignal): Promise<void> {
    this.#state = 'starting'
    const over = new AbortController()
    const context: ReadyContext = { signal: over.signal, output: this.output }
    try {
      await this.spec.beforeStart?.()
      if (life.aborted) throw new StackFailure(`${this.name} was stopped before it started.`)
      const exited = this.#spawn()
      await Promise.race([
        this.spec.ready(context),
        exited.then((exit) => Promise.reject(this.#failure(describeExit(exit), exit.code))),
        this.#timeout(context),
      ])
      this.#state = 'ready'
    } catch (error) {
      this.killGroup()
      await this.#exited
      if (!life.aborted) this.#state = 'down'
      throw error
    } finally {
      over.abort()
    }
  }

  async #timeout(context: ReadyContext): Promise<never> {
    const timeoutMs = this.spec.readyTimeoutMs ?? 60_000
    await sleep(timeoutMs, undefined, { signal: context.signal })
    const problem = context.problem === undefined ? '' : ` (${context.problem})`
    throw this.#failure(`was not ready after ${String(timeoutMs / 1000)} s${problem}`)
  }

  /** In a group of its own: Ctrl-C reaches only the parent, which then stops all in order. */
  #spawn(): Promise<Exit> {
    const { command, args, env, cwd, uid, gid, socket } = this.spec
    this.output.clearTail()
    const child = spawn(command, args, {
      cwd,
      env: { ...env, ...this.#extraEnv },
      ...present({ uid, gid }),
      stdio: ['ignore', 'pipe', 'pipe', ...(socket === undefined ? [] : [socket])],
      detached: true,
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) if (stream) this.output.read(stream)
    if (child.pid !== undefined) this.#events.onSpawn(this, child.pid)
    this.#exited = exitOf(child).then((exit) => this.#onExit(child, exit))
    return this.#exited
  }

  #onExit(child: ChildProcess, exit: Exit): Exit {
    if (child.pid !== undefined) this.#events.onExit(this, child.pid)
    if (this.#child === child) this.#child = undefined
    if (this.#state === 'ready') {
      this.#state = 'down'
      const life = this.#life?.signal
      if (this.autoRestart && life?.aborted === false) {
        void this.#heal(life, describeExit(exit), exit.code)
      }
    }
    return exit
  }

  async #heal(life: AbortSignal, reason: string, exitCode: number | null): Promise<void> {
    this.#healing = true
    const delayMs = this.#budget.spend()
    if (delayMs === undefined) {
      const failure = this.#failure(`${reason}, once too often`, exitCode)
      this.#settle(failure)
      return this.#events.onGiveUp(this, failure)
    }
    this.#events.onCrash(this, reason, delayMs)
    if (!(await pause(delayMs, life))) return
    if (!this.autoRestart) return this.#settle(this.#failure(reason, exitCode))
    try {
      await this.#startPatiently(life)
      this.#settle()
    } catch (error) {
      if (!life.aborted) await this.#heal(life, 'failed to start', asFailure(error).exitCode)
    }
  }

  #settle(failure?: StackFailure): void {
    this.#healing = false
    for (const { resolve, reject } of this.#waiters.splice(0)) {
      if (failure === undefined) resolve()
      else reject(failure)
    }
  }

  #failure(what: string, exitCode?: number | null): StackFailure {
    const tail = this.output.tail()
    const text = `${this.name} ${what}. Its log is ${this.output.path}`
    return new StackFailure(tail === '' ? text : `${text}:\n${tail}`, exitCode || 1)
  }
}

/** False when the wait was cut short. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal }).catch(() => false)
}

function asFailure(error: unknown): StackFailure {
  return error instanceof StackFailure ? error : new StackFailure(explainFailure(error))
}
