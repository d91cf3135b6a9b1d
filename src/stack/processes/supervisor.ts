import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { explainFailure, StackFailure } from '../failure.ts'
import { ManagedProcess } from './managed-process.ts'
import type { ProcessEvents, ProcessSpec } from './managed-process.ts'
import { PidFile } from './pid-file.ts'
import { selectNews } from '../news.ts'
import type { Terminal } from '../terminal.ts'

export interface SupervisorOptions {
  home: string
  terminal: Terminal
  autoRestart: boolean
  /** A process that crashes more often fails the stack. */
  restartsPerMinute?: number
  /** Shows every line of every process instead of warnings only. */
  verbose: boolean
}

/** Starts groups of processes one after another, keeps them up, stops them in reverse order. */
export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #pids: PidFile
  readonly #groups: ManagedProcess[][] = []
  readonly #onStop: (() => void)[] = []
  #stopping: Promise<void> | undefined
  #reportFailure: (failure: StackFailure) => void = () => {}
  /** Resolves when a process could not be kept up; whoever runs the stack then stops it. */
  readonly failed = new Promise<StackFailure>((resolve) => (this.#reportFailure = resolve))

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#pids = new PidFile(join(options.home, 'pids.json'))
    mkdirSync(join(options.home, 'logs'), { recursive: true })
    process.once('exit', this.#killAll)
  }

  get processes(): readonly ManagedProcess[] {
    return this.#groups.flat()
  }

  process(name: string): ManagedProcess {
    const found = this.processes.find((candidate) => candidate.name === name)
    if (found !== undefined) return found
    const names = this.processes.map((candidate) => candidate.name).join(', ')
    throw new StackFailure(`There is no process named ${name}; there are ${names}.`)
  }

  /** Ends what an earlier supervisor of this home left behind when it was killed. */
  async endLeftovers(): Promise<void> {
    const names = await this.#pids.endLeftovers()
    if (names.length === 0) return
    this.#options.terminal.note(`Ended what a killed start had left running: ${names.join(', ')}.`)
  }

  /** Starts a group side by side and resolves when all of it is ready. */
  async start(...specs: ProcessSpec[]): Promise<void> {
    const group = specs.map((spec) => this.#create(spec))
    this.#groups.push(group)
    await Promise.all(group.map((process) => process.start()))
  }

  /** What this process itself holds for the others ends with them. */
  onStop(end: () => void): void {
    this.#onStop.push(end)
  }

  async stop(): Promise<void> {
    this.#stopping ??= this.#stopAll()
    return this.#stopping
  }

  async #stopAll(): Promise<void> {
    for (const group of this.#groups.toReversed()) {
      await Promise.all(group.map((process) => process.stop()))
    }
    for (const end of this.#onStop) end()
    process.off('exit', this.#killAll)
    await Promise.all(this.processes.map(({ output }) => output.close()))
  }

  #create(spec: ProcessSpec): ManagedProcess {
    const { home, terminal, autoRestart, restartsPerMinute = 10, verbose } = this.#options
    const logPath = join(home, 'logs', `${spec.name}.log`)
    const events: ProcessEvents = {
      onSpawn: (process, pid) => {
        this.#pids.add(process.name, pid, process.spec.stopSignal ?? 'SIGTERM')
      },
      onExit: (_, pid) => this.#pids.remove(pid),
      onCrash: (process, reason, restartInMs) => {
        terminal.warn(`${process.name} ${reason}; starting it again in ${restartInMs} ms.`)
      },
      onGiveUp: (_, failure) => this.#reportFailure(failure),
    }
    const care = { logPath, autoRestart, restartsPerMinute, events }
    const created = new ManagedProcess(spec, care)
    created.output.onLine((line) => {
      const isShown = this.#stopping === undefined && spec.logsOnly !== true
      const news = verbose ? line : isShown ? selectNews(line) : undefined
      if (news !== undefined) terminal.processLine(spec.name, news)
    })
    return created
  }

  /** The parent ends without having stopped (a test runner's exit, a bug): leave nothing behind. */
  readonly #killAll = (): void => {
    for (const process of this.processes) {
      try {
        process.killGroup(process.spec.stopSignal === 'SIGINT' ? 'SIGINT' : 'SIGKILL')
      } catch (error) {
        this.#options.terminal.warn(explainFailure(error))
      }
    }
  }
}
