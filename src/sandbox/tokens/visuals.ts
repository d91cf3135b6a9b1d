import { crc32, deflateSync } from 'node:zlib'
import type { NetworkToken } from './network-tokens.ts'

interface Visual {
  visualId: string
  type: string
  contentType: string
  width: number
  height: number
}

/** Visa's service gives card art; Mastercard's keeps it behind an address of its own. */
export function visualsOf({ service, instrumentRef }: NetworkToken): Visual[] {
  if (service !== 'vts') return []
  return [
    {
      visualId: `${instrumentRef}-art`,
      type: 'digitalCardArt',
      contentType: 'image/png',
      width: 320,
      height: 202,
    },
    {
      visualId: `${instrumentRef}-symbol`,
      type: 'cardSymbol',
      contentType: 'image/svg+xml',
      width: 100,
      height: 64,
    },
  ]
}

export function drawVisual(token: NetworkToken, { contentType, width, height }: Visual): Buffer {
  return contentType === 'image/png'
    ? drawPng(width, height)
    : Buffer.from(drawSvg(token, width, height))
}

function drawSvg({ last4 }: NetworkToken, width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" rx="6" fill="#1a1f71"/><text x="${width - 8}" y="${height - 10}" font-family="monospace" font-size="14" text-anchor="end" fill="#fff">•••• ${last4}</text></svg>`
}

/** A blue gradient, one byte per colour. */
function drawPng(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: width }, (_, x) => [26, 31 + (y >> 1), 113 + (x >> 2)]).flat(),
    ]),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}
