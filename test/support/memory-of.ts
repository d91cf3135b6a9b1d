import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

const PIECE_BYTES = 1 << 24

/**
 * How often texts stand in the memory of a process that we started, as bytes or as V8's two-byte texts.
 * All begin alike, or looking for thousands would take for ever. Linux alone shows the memory of others.
 */
export function countInMemory(pid: number, texts: ReadonlySet<string>, beginning: string): number {
  const length = Math.max(...[...texts].map((text) => text.length))
  const memory = openSync(`/proc/${String(pid)}/mem`, 'r')
  let found = 0
  try {
    for (const [from, to] of writableRanges(pid))
      for (let at = from; at < to; at += PIECE_BYTES) {
        // Pieces overlap, so that what begins in one is seen whole.
        const piece = Buffer.alloc(Math.min(PIECE_BYTES + 2 * length, to - at))
        const bytes = piece.subarray(0, readPiece(memory, piece, at))
        for (const [encoding, width] of encodings)
          for (const place of placesOf(bytes, Buffer.from(beginning, encoding)))
            if (texts.has(bytes.toString(encoding, place, place + width * length))) found += 1
      }
  } finally {
    closeSync(memory)
  }
  return found
}

const encodings = [
  ['latin1', 1],
  ['utf16le', 2],
] as const

const writableRanges = (pid: number): (readonly [number, number])[] =>
  readFileSync(`/proc/${String(pid)}/maps`, 'utf8')
    .split('\n')
    .filter((line) => / rw/.test(line) && !line.includes('[v'))
    .map((line) => {
      const [from = '', to = ''] = line.split(' ', 1)[0]?.split('-') ?? []
      return [parseInt(from, 16), parseInt(to, 16)] as const
    })

function readPiece(memory: number, piece: Buffer, at: number): number {
  try {
    return readSync(memory, piece, 0, piece.length, at)
  } catch {
    // It was given back in the meantime.
    return 0
  }
}

function* placesOf(bytes: Buffer, beginning: Buffer): Generator<number> {
  let at = bytes.indexOf(beginning)
  while (at !== -1 && at < PIECE_BYTES) {
    yield at
    at = bytes.indexOf(beginning, at + 1)
  }
}
