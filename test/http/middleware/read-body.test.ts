import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readBody } from '../../../src/http/middleware/read-body.ts'

test('of what came over the wire one copy is left, which nobody else shares', async () => {
  const text = JSON.stringify({ instrument: { instrumentNo: '4000000000001000' } })
  const chunks = [Buffer.from(text.slice(0, 40)), Buffer.from(text.slice(40))]
  const headers = { 'content-type': 'application/json' }
  const request = Object.assign(Readable.from(chunks), { headers }) as unknown as IncomingMessage
  const { raw, value } = await readBody(request, ['json'])
  expect(value).toEqual(JSON.parse(text))
  expect(raw.toString()).toBe(text)
  expect(raw.buffer.byteLength).toBe(raw.length)
  for (const chunk of chunks) expect(chunk.every((byte) => byte === 0)).toBe(true)
})
