import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs'
import type { WriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

type LineListener = (line: string) => void

/** Everything a process printed: all of it in its log file, the last lines in memory. */
export class ProcessOutput {
  readonly path: string
  readonly #file: WriteStream
  readonly #listeners = new Set<LineListener>()
  readonly #recent: string[] = []

  constructor(path: string) {
    this.path = path
    rotate(path)
    this.#file = createWriteStream(path, { flags: 'a', mode: 0o600 })
    // A full disk must not take the processes down with their logs.
    this.#file.on('error', () => {})
  }

  /** Lines come as they are read; what a process left unfinished comes when its stream ends. */
  read(stream: Readable): void {
    let rest = ''
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      this.#file.write(chunk)
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) this.#emit(line)
    })
    stream.on('end', () => {
      if (rest !== '') this.#emit(rest)
    })
  }

  onLine(listener: LineListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The last lines, for the message of a process that failed to start. */
  tail(count = 20): string {
    return this.#recent.slice(-count).join('\n')
  }

  clearTail(): void {
    this.#recent.length = 0
  }

  /** Resolves when all of it is in the file, or cannot be. */
  async close(): Promise<void> {
    this.#file.end()
    await finished(this.#file).catch(() => undefined)
  }

  #emit(line: string): void {
    if (this.#recent.push(line) > TAIL_LINES) this.#recent.shift()
    for (const listener of this.#listeners) listener(line)
  }
}

const TAIL_LINES = 40
const ROTATE_AT_BYTES = 20 * 1024 * 1024

function rotate(path: string): void {
  if (existsSync(path) && statSync(path).size > ROTATE_AT_BYTES) renameSync(path, `${path}.1`)
}
