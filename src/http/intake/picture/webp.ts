import type { Bare, PictureFormat } from './picture-format.ts'

type Size = Pick<Bare, 'width' | 'height'>

interface Chunk {
  type: string
  data: Buffer
}

/** The picture, and how its parts lie; colours, places, texts and further frames are left out. */
const KEPT = new Set(['VP8X', 'ALPH', 'VP8 ', 'VP8L'])
const MOVES = 0x02
const HAS_ALPHA = 0x10

export const webp: PictureFormat = {
  isOne: (file) =>
    file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP',
  bare: (file) => {
    const chunks = chunksOf(file).filter(({ type }) => KEPT.has(type))
    const sizes = chunks.flatMap(sizesIn)
    const pictures = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L')
    if (pictures.length !== 1 || sizes.length === 0 || chunks.some(moves)) return undefined
    return {
      width: Math.max(...sizes.map(({ width }) => width)),
      height: Math.max(...sizes.map(({ height }) => height)),
      content: joined(chunks.map(withoutNotes)),
    }
  },
}

/** Those that the file says it has, or none when one is cut off. */
function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  const end = 8 + file.readUInt32LE(4)
  if (end > file.length) return []
  for (let at = 12; at + 8 <= end;) {
    const next = at + 8 + file.readUInt32LE(at + 4)
    if (next > end) return []
    chunks.push({ type: file.toString('latin1', at, at + 4), data: file.subarray(at + 8, next) })
    at = next + (next % 2)
  }
  return chunks
}

/** Each part says how large it is; the largest counts. */
function sizesIn({ type, data }: Chunk): Size[] {
  if (data.length < 10) return []
  if (type === 'VP8X')
    return [{ width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }]
  if (type === 'VP8 ' && data.readUIntBE(3, 3) === 0x9d012a)
    return [{ width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }]
  if (type !== 'VP8L' || data[0] !== 0x2f) return []
  const bits = data.readUInt32LE(1)
  return [{ width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }]
}

const moves = ({ type, data }: Chunk): boolean => type === 'VP8X' && ((data[0] ?? 0) & MOVES) !== 0

/** Of what is left out nothing is announced. */
function withoutNotes({ type, data }: Chunk): Chunk {
  if (type !== 'VP8X') return { type, data }
  const flags = Buffer.from(data)
  flags[0] = (flags[0] ?? 0) & HAS_ALPHA
  return { type, data: flags }
}

function joined(chunks: readonly Chunk[]): Buffer {
  const body = chunks.flatMap(({ type, data }) => [
    Buffer.from(type, 'latin1'),
    lengthOf(data),
    data,
    Buffer.alloc(data.length % 2),
  ])
  const inside = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...body])
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), lengthOf(inside), inside])
}

function lengthOf(data: Buffer): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(data.length)
  return bytes
}
