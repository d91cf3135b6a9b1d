import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

export interface Journal {
  /** Names a kind of event and how it changes the state; answers how to make an entry of it. */
  topic<Event>(name: string, apply: (event: Event) => void): (event: Event) => Entry
  /** Writes the entries as one line, so that all of them or none survive, then applies them. */
  record(...entries: Entry[]): void
  /** Applies everything recorded before this start. Topics must be known by then. */
  replay(): void
  close(): void
}

export interface Entry {
  topic: string
  event: unknown
}

/**
 * The simulators' memory. A line is handed to the operating system before the caller is answered,
 * which a killed process cannot take back; surviving a power cut is not worth a flush per call.
 */
export function openJournal(directory?: string): Journal {
  const file = directory === undefined ? undefined : openFile(directory)
  const topics = new Map<string, (event: never) => void>()
  const apply = ({ topic, event }: Entry) => topics.get(topic)?.(event as never)

  return {
    topic(name, applyEvent) {
      topics.set(name, applyEvent)
      return (event) => ({ topic: name, event })
    },
    record(...entries) {
      if (file !== undefined) writeSync(file, `${JSON.stringify(entries)}\n`)
      entries.forEach(apply)
    },
    replay() {
      if (file === undefined) return
      const readableBytes = readLines(file, (line) => (JSON.parse(line) as Entry[]).forEach(apply))
      // A line cut short by a crash was never answered; what follows must not be glued to it.
      ftruncateSync(file, readableBytes)
    },
    close() {
      if (file !== undefined) closeSync(file)
    },
  }
}

function openFile(directory: string): number {
  if (!existsSync(directory)) mkdirSync(directory, { recursive: true, mode: 0o700 })
  return openSync(join(directory, 'journal.jsonl'), 'a+', 0o600)
}

/** Reads piece by piece, because a long bench leaves more than one string can hold. */
function readLines(file: number, visit: (line: string) => void): number {
  const piece = Buffer.alloc(1 << 20)
  let rest = Buffer.alloc(0)
  let position = 0
  for (;;) {
    const length = readSync(file, piece, 0, piece.length, position)
    if (length === 0) return position - rest.length
    position += length
    const text = Buffer.concat([rest, piece.subarray(0, length)])
    const end = text.lastIndexOf(10)
    if (end >= 0) text.toString('utf8', 0, end).split('\n').forEach(visit)
    rest = text.subarray(end + 1)
  }
}
