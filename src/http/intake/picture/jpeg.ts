import type { Bare, PictureFormat } from './picture-format.ts'

const MARK = 0xff
const [START, END, SCAN, COMMENT] = [0xd8, 0xd9, 0xda, 0xfe]
/** Pictures in one pass, and in several. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
/** How colours are meant; what else applications write beside a picture (where it was taken) is left out. */
const KEPT_OF_APPLICATIONS = new Set([0xe0, 0xee])
/** Each is drawn over the whole picture: a small file can keep a device busy with thousands. */
const MOST_SCANS = 32

interface Segment {
  marker: number
  data: Buffer
  whole: Buffer
}

export const jpeg: PictureFormat = {
  isOne: (file) => file[0] === MARK && file[1] === START && file[2] === MARK,
  bare: (file) => {
    const segments = segmentsOf(file)
    const frames = segments.filter(({ marker }) => FRAMES.has(marker))
    const scans = segments.filter(({ marker }) => marker === SCAN).length
    const [frame] = frames
    if (!frame || frames.length > 1 || frame.data.length < 6) return undefined
    if (scans === 0 || scans > MOST_SCANS) return undefined
    return { ...sizeIn(frame), content: joined(segments.filter(isKept)) }
  },
}

/** All segments up to the end of the picture, or none when it is cut off. */
function segmentsOf(file: Buffer): Segment[] {
  const segments: Segment[] = []
  for (let at = 2; at + 2 <= file.length && file[at] === MARK;) {
    const marker = file[at + 1] ?? 0
    if (marker === END) return segments
    if (at + 4 > file.length) return []
    const ends = at + 2 + file.readUInt16BE(at + 2)
    const next = marker === SCAN ? nextMark(file, ends) : ends
    segments.push({ marker, data: file.subarray(at + 4, ends), whole: file.subarray(at, next) })
    at = next
  }
  return []
}

/** Where the rows of a scan end: a mark in them is followed by nothing, or says where to go on. */
function nextMark(file: Buffer, from: number): number {
  let at = file.indexOf(MARK, from)
  while (at !== -1 && isInside(file[at + 1] ?? 0)) at = file.indexOf(MARK, at + 2)
  return at === -1 ? file.length : at
}

const isInside = (marker: number): boolean => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

const isKept = ({ marker }: Segment): boolean =>
  marker !== COMMENT && ((marker & 0xf0) !== 0xe0 || KEPT_OF_APPLICATIONS.has(marker))

const sizeIn = ({ data }: Segment): Pick<Bare, 'width' | 'height'> => ({
  height: data.readUInt16BE(1),
  width: data.readUInt16BE(3),
})

const joined = (segments: readonly Segment[]): Buffer =>
  Buffer.concat([
    Buffer.from([MARK, START]),
    ...segments.map(({ whole }) => whole),
    Buffer.from([MARK, END]),
  ])
