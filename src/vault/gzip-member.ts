import { constants, inflateRawSync } from 'node:zlib'

export const GZIP_MAGIC = '\x1f\x8b\x08'

/** How long the header of a gzip member is; undefined when the text ends before it does. */
export function gzipHeaderLength(text: string): number | undefined {
  const flags = text.charCodeAt(3)
  let end = 10
  if (flags & HAS_EXTRA) end += 2 + text.charCodeAt(end) + 256 * text.charCodeAt(end + 1)
  for (const flag of [HAS_NAME, HAS_COMMENT]) {
    if (flags & flag) end = text.indexOf('\0', end) + 1 || NaN
  }
  if (flags & HAS_CHECKSUM) end += 2
  return end < text.length ? end : undefined
}

/** The content of the gzip member that a text begins with, as far as the text reaches. */
export function unzip(text: string): string {
  const start = gzipHeaderLength(text)
  if (start === undefined) return ''
  try {
    // Raw, because the checked form gives nothing at all when other bytes follow the member.
    return inflateRawSync(Buffer.from(text.slice(start), 'latin1'), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: MAX_UNZIPPED_BYTES,
    }).toString('latin1')
  } catch {
    return ''
  }
}

const HAS_CHECKSUM = 2
const HAS_EXTRA = 4
const HAS_NAME = 8
const HAS_COMMENT = 16
const MAX_UNZIPPED_BYTES = 16 * 1_024 * 1_024
