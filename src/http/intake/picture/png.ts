import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { Bare, PictureFormat } from './picture-format.ts'

const BEGINNING = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What the picture consists of; texts, dates, places and further frames are left out. */
const KEPT = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'pHYs',
])
/** Of 16 bits in four colours. */
const MOST_PER_PIXEL = 8
/** Rows have a byte in front; of a picture that comes in passes, in each of seven. */
const MOST_PER_ROW = 8

interface Chunk {
  type: string
  data: Buffer
  whole: Buffer
}

export const png: PictureFormat = {
  isOne: (file) => file.subarray(0, BEGINNING.length).equals(BEGINNING),
  bare: async (file) => {
    const chunks = chunksOf(file)
    const [first] = chunks
    if (first?.type !== 'IHDR' || first.data.length !== 13) return undefined
    const size = { width: first.data.readUInt32BE(0), height: first.data.readUInt32BE(4) }
    const kept = chunks.filter(({ type }) => KEPT.has(type))
    const content = Buffer.concat([BEGINNING, ...kept.map(({ whole }) => whole)])
    // Too large to be unfolded: whoever bounds sizes refuses it by these.
    if (size.width * size.height > MOST_UNFOLDED) return { ...size, content }
    return (await isWhole(chunks, size)) ? { ...size, content } : undefined
  },
}

const MOST_UNFOLDED = 4_000_000

/** All chunks up to the last, or none when one is cut off; what follows the last is no part of it. */
function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = BEGINNING.length; at + 12 <= file.length;) {
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length) return []
    const type = file.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: file.subarray(at + 8, end - 4), whole: file.subarray(at, end) })
    if (type === 'IEND') return chunks
    at = end
  }
  return []
}

const unfold = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)

/** Whether its rows unfold, and to no more than such a picture has. */
async function isWhole(
  chunks: readonly Chunk[],
  { width, height }: Pick<Bare, 'width' | 'height'>,
): Promise<boolean> {
  const rows = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const most = height * (width * MOST_PER_PIXEL + MOST_PER_ROW) + MOST_PER_ROW
  try {
    return (await unfold(rows, { maxOutputLength: most })).length > height
  } catch {
    return false
  }
}
