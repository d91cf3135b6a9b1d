import { createReadStream, existsSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { constants, createInflateRaw } from 'node:zlib'
import { undisguise } from './card-disguises.ts'
import type { Form } from './card-disguises.ts'
import { createTraceFinder } from './card-traces.ts'
import type { FindTraces, Trace, TraceOptions } from './card-traces.ts'
import { GZIP_MAGIC, gzipHeaderLength } from './gzip-member.ts'

export type Hit = Omit<Trace, 'value' | 'index'> & { file: string; offset: number; form: string }

export type ScanReport = {
  hits: Hit[]
  filesScanned: number
  bytesScanned: number
  /** files that could not be read, and so are not proven clean */
  unreadable: string[]
}

type Options = TraceOptions & {
  /** files and folders */
  paths: readonly string[]
  /** only files changed since then, in milliseconds since 1970 */
  since?: number
}

/** Looks for card data in raw files: databases, logs, dumps, whatever their format. */
export async function scan({ paths, since = 0, ...options }: Options): Promise<ScanReport> {
  const findTraces = createTraceFinder(options)
  const report: ScanReport = { hits: [], filesScanned: 0, bytesScanned: 0, unreadable: [] }
  for (const path of paths) {
    if (!existsSync(path)) report.unreadable.push(path)
    for await (const file of listFiles(path, since, report)) {
      await scanFile(file, findTraces, report)
    }
  }
  return report
}

/** @internal The same for a text at hand: an HTTP answer, a workflow history. */
export function scanText(text: string, options: TraceOptions = {}): Omit<Hit, 'file'>[] {
  const places = createPlaces()
  const found = [...search(Buffer.from(text).toString('latin1'), createTraceFinder(options))]
  return found
    .filter((one) => places.isNew(one, one.index))
    .map(({ kind, sample, form, index }) => ({ kind, sample, form, offset: index }))
}

type Found = Trace & { form: string }
type Note = (found: Found, offset: number) => void

const CHUNK_BYTES = 1_024 * 1_024
// Longer than any disguise of a card number, so that none is lost between two windows.
const OVERLAP_BYTES = 4_096
const MAX_DEPTH = 3
const MAX_UNZIPPED_BYTES = 1_024 * 1_024 * 1_024

async function* listFiles(path: string, since: number, report: ScanReport): AsyncGenerator<string> {
  try {
    const status = await lstat(path)
    if (status.isDirectory()) {
      for (const name of await readdir(path)) yield* listFiles(join(path, name), since, report)
    } else if (status.isFile() && status.mtimeMs >= since) {
      yield path
    }
  } catch (error) {
    noteUnreadable(path, error, report)
  }
}

async function scanFile(file: string, findTraces: FindTraces, report: ScanReport): Promise<void> {
  const places = createPlaces()
  const note: Note = (found, offset) => {
    const { kind, sample, form } = found
    if (places.isNew(found, offset)) report.hits.push({ file, kind, sample, form, offset })
  }
  let unzippedTo = 0
  try {
    const stream = createReadStream(file, { highWaterMark: CHUNK_BYTES })
    for await (const { text, offset, freshBytes } of readWindows(stream)) {
      report.bytesScanned += freshBytes
      for (const found of search(text, findTraces)) note(found, offset + found.index)
      for (const start of findZipped(text)) {
        if (offset + start < unzippedTo) continue
        unzippedTo = await scanZipped(file, offset + start, findTraces, note)
      }
    }
    report.filesScanned += 1
  } catch (error) {
    noteUnreadable(file, error, report)
  }
}

/** Where the content of each gzip member begins. */
function* findZipped(text: string): Generator<number> {
  for (let at = text.indexOf(GZIP_MAGIC); at >= 0; at = text.indexOf(GZIP_MAGIC, at + 1)) {
    const length = gzipHeaderLength(text.slice(at, at + OVERLAP_BYTES))
    if (length !== undefined) yield at + length
  }
}

/** Follows a gzip member to its end, however long; returns the offset where it ended. */
async function scanZipped(
  file: string,
  start: number,
  findTraces: FindTraces,
  note: Note,
): Promise<number> {
  const source = createReadStream(file, { start, highWaterMark: CHUNK_BYTES })
  const inflate = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: CHUNK_BYTES })
  source.on('error', (error) => inflate.destroy(error))
  try {
    for await (const { text, offset } of readWindows(source.pipe(inflate))) {
      for (const found of search(text, findTraces, ['gzip'])) note(found, start)
      if (offset > MAX_UNZIPPED_BYTES) break
    }
    return start + inflate.bytesWritten
  } catch {
    // Three bytes that only looked like the start of a member.
    return start + 1
  } finally {
    source.destroy()
    inflate.destroy()
  }
}

async function* readWindows(stream: Readable) {
  let kept = ''
  let offset = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const text = kept + chunk.toString('latin1')
    yield { text, offset, freshBytes: chunk.length }
    kept = text.slice(-OVERLAP_BYTES)
    offset += text.length - kept.length
  }
}

function* search(text: string, findTraces: FindTraces, forms: Form[] = []): Generator<Found> {
  const form = forms.join(' in ') || 'plain'
  for (const trace of findTraces(text)) yield { ...trace, form }
  if (forms.length === MAX_DEPTH) return
  for (const disguise of undisguise(text)) {
    for (const found of search(disguise.text, findTraces, [disguise.form, ...forms])) {
      yield { ...found, index: disguise.index }
    }
  }
}

/** One hit per secret and place: overlaps and several readings of one place are the same hit. */
function createPlaces() {
  const lastOffsets = new Map<string, number>()
  return {
    isNew: ({ kind, value }: Trace, offset: number): boolean => {
      const last = lastOffsets.get(`${kind} ${value}`)
      lastOffsets.set(`${kind} ${value}`, offset)
      return last === undefined || Math.abs(offset - last) > OVERLAP_BYTES
    },
  }
}

// A live database drops files while we look; those that are gone hold nothing.
function noteUnreadable(path: string, error: unknown, report: ScanReport): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') report.unreadable.push(path)
}
