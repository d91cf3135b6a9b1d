import { expect, test } from 'vitest'
import { readPicture } from '../../../../src/http/intake/picture/read-picture.ts'
import { jpegFile, pngChunk, pngOf, webpFile } from '../../../support/sample-pictures.ts'

const size = { width: 12, height: 8 }

test.each([
  ['image/png', pngOf(size)],
  ['image/jpeg', jpegFile],
  ['image/webp', webpFile],
])('a file is %s by its content, and reads the same once it is bare', async (mediaType, file) => {
  const once = await readPicture(file)
  expect(once).toMatchObject({ mediaType })
  if (typeof once === 'string') throw new Error(once)
  expect(await readPicture(once.content)).toEqual(once)
})

test('what cameras and programs write beside a picture is left out, and what follows it', async () => {
  const secret = Buffer.from('tEXt where it was taken <script>alert(1)</script>')
  const app1 = Buffer.concat([Buffer.from([0xff, 0xe1, 0, secret.length + 2]), secret])
  const files = [
    Buffer.concat([pngOf(size, size, [pngChunk('tEXt', secret)]), secret]),
    Buffer.concat([jpegFile.subarray(0, 2), app1, jpegFile.subarray(2), secret]),
    Buffer.concat([webpFile, secret]),
  ]
  for (const file of files) {
    const read = await readPicture(file)
    if (typeof read === 'string') throw new Error(read)
    expect(read.content.includes('script')).toBe(false)
    expect(read.content.includes('ICC_PROFILE') || read.content.includes('ICCP')).toBe(false)
  }
})

test('frames of a PNG that moves are left out', async () => {
  const moving = pngOf(size, size, [pngChunk('acTL', Buffer.alloc(8))])
  expect(await readPicture(moving)).toEqual(await readPicture(pngOf(size)))
})

const [, , ...scans] = splitAtScan(jpegFile)
const moving = Buffer.from(webpFile)
moving[20] = 0x02

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a script', Buffer.from('<script>alert(1)</script>')],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  [
    'a drawing behind the beginning of a PNG',
    Buffer.concat([pngOf(size).subarray(0, 8), Buffer.from('<svg onload="alert(1)"/>')]),
  ],
  [
    'a page behind the beginning of a JPEG',
    Buffer.concat([jpegFile.subarray(0, 3), Buffer.from('<html>'.repeat(9))]),
  ],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
  ['half a PNG', pngOf(size).subarray(0, 50)],
  ['half a JPEG', jpegFile.subarray(0, 500)],
  ['half a WebP', webpFile.subarray(0, 200)],
  ['a WebP that moves', moving],
  ['a PNG whose rows are not rows', pngOf(size, { width: 0, height: 0 })],
  ['a bomb: rows of a thousandfold picture', pngOf(size, { width: 12_000, height: 800 })],
  ['a bomb: a JPEG of hundreds of scans', Buffer.concat([...scansRepeated(200)])],
])('%s is no picture', async (_, file) => {
  expect(await readPicture(file)).toMatch(/^must be a PNG, JPEG or WebP/)
})

test.each([
  ['wide', { width: 50_000, height: 50_000 }],
  ['of too many pixels', { width: 1_500, height: 1_500 }],
  ['long', { width: 1, height: 2_001 }],
  ['of nothing', { width: 0, height: 8 }],
])('a picture that is %s is refused', async (_, large) => {
  const rows = large.width === 1_500 || large.height === 2_001 ? large : size
  expect(await readPicture(pngOf(large, rows))).toMatch(/^must be/)
})

test('a file that was cut anywhere, or has a wrong byte anywhere, is read or refused, and breaks nothing', async () => {
  for (const file of [pngOf(size), jpegFile, webpFile])
    for (let at = 0; at < file.length; at += 3) {
      const wrong = Buffer.from(file)
      wrong[at] = 0xff
      for (const one of [file.subarray(0, at), wrong])
        expect(['string', 'object']).toContain(typeof (await readPicture(one)))
    }
})

/** Up to the frame, and from the scan on. */
function splitAtScan(file: Buffer): [Buffer, number, Buffer, Buffer] {
  const at = file.indexOf(Buffer.from([0xff, 0xda]))
  return [file.subarray(0, at), at, file.subarray(at, -2), file.subarray(-2)]
}

function scansRepeated(times: number): Buffer[] {
  const [head] = splitAtScan(jpegFile)
  const [scan, end] = scans
  return [head, ...Array.from({ length: times }, () => scan), end]
}
