import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { endProcess, identify } from './process-identity.ts'
import type { ProcessIdentity } from './process-identity.ts'

interface RecordedProcess extends ProcessIdentity {
  name: string
  stopSignal: NodeJS.Signals
}

/** Remembers the children on disk, so that a start after kill -9 of the parent can end them. */
export class PidFile {
  readonly #path: string
  #recorded: RecordedProcess[] = []

  constructor(path: string) {
    this.#path = path
  }

  add(name: string, pid: number, stopSignal: NodeJS.Signals): void {
    const identity = identify(pid)
    if (identity === undefined) return
    this.#recorded.push({ name, stopSignal, ...identity })
    this.#write()
  }

  remove(pid: number): void {
    this.#recorded = this.#recorded.filter((recorded) => recorded.pid !== pid)
    this.#write()
  }

  /** Ends what an earlier parent left running, last started first; returns their names. */
  async endLeftovers(): Promise<string[]> {
    const ended: string[] = []
    for (const leftover of this.#read().reverse()) {
      if (identify(leftover.pid)?.startedAt !== leftover.startedAt) continue
      await endProcess(leftover, leftover.stopSignal)
      ended.push(leftover.name)
    }
    rmSync(this.#path, { force: true })
    return ended
  }

  #read(): RecordedProcess[] {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) as RecordedProcess[]
    } catch {
      return []
    }
  }

  #write(): void {
    if (this.#recorded.length === 0) return rmSync(this.#path, { force: true })
    const draft = `${this.#path}.draft`
    writeFileSync(draft, JSON.stringify(this.#recorded), { mode: 0o600 })
    renameSync(draft, this.#path)
  }
}
