import type { PictureType } from '../../../domain/looks/picture.ts'
import { jpeg } from './jpeg.ts'
import type { PictureFormat } from './picture-format.ts'
import { png } from './png.ts'
import { webp } from './webp.ts'

const formats: Record<PictureType, PictureFormat> = {
  'image/png': png,
  'image/jpeg': jpeg,
  'image/webp': webp,
}

/** A small file can be a large picture, which every payer's device would have to unfold. */
const MOST_ALONG = 2_000
const MOST_PIXELS = 1_000_000

export interface Picture {
  mediaType: PictureType
  content: Buffer
}

/** What a file is by its content, whatever it is called; else what is wrong with it. */
export async function readPicture(file: Buffer): Promise<Picture | string> {
  const [mediaType, format] = Object.entries(formats).find(([, one]) => one.isOne(file)) ?? []
  const found = await format?.bare(file)
  if (!found) return 'must be a PNG, JPEG or WebP picture that does not move'
  const { width, height, content } = found
  const isSmall = Math.max(width, height) <= MOST_ALONG && width * height <= MOST_PIXELS
  if (!isSmall || width === 0 || height === 0)
    return `must be at most ${MOST_ALONG} pixels wide and high, and ${MOST_PIXELS} in all`
  return { mediaType: mediaType as PictureType, content }
}
