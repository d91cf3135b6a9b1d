import { createSecretKey } from 'node:crypto'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { encrypt } from '../../src/vault/cipher.ts'
import { loadKeyRing, rotate } from '../../src/vault/key-ring.ts'
import type { KeyRing } from '../../src/vault/key-ring.ts'
import { createPayloadCodec } from '../../src/vault/payload-codec.ts'
import { freshKeyRing } from '../support/key-ring.ts'

const json = { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('{"a":1}') }

test('every payload comes back as it was', async () => {
  const { codec } = await freshCodec()
  const payload = fc.record({
    metadata: fc.dictionary(
      fc.string(),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    ),
    data: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(payload), async (payloads) => {
      expect(await codec.decode(await codec.encode(payloads))).toEqual(payloads)
    }),
  )
})

test('nothing of a payload is readable in what is stored, and the key is named', async () => {
  const { codec, keyRing } = await freshCodec()
  const [stored] = await codec.encode([json])
  expect(String(stored?.metadata?.encoding)).toBe('binary/encrypted')
  expect(String(stored?.metadata?.['key-id'])).toBe(keyRing.payload[0]?.id)
  expect(Buffer.from(stored?.data ?? []).includes('{"a":1}')).toBe(false)
  expect(Buffer.from(stored?.data ?? []).includes('json/plain')).toBe(false)
})

test('a payload without data and metadata survives', async () => {
  const { codec } = await freshCodec()
  const [decoded] = await codec.decode(await codec.encode([{}]))
  expect(decoded).toEqual({ metadata: {}, data: Buffer.alloc(0) })
})

test('the empty result of a workflow survives, though its data is a plain array', async () => {
  const { codec } = await freshCodec()
  const empty = { metadata: { encoding: Buffer.from('binary/null') }, data: [] as never }
  const [decoded] = await codec.decode(await codec.encode([empty]))
  expect(decoded).toEqual({ ...empty, data: Buffer.alloc(0) })
})

test('a payload of another encoding is returned unchanged', async () => {
  const { codec } = await freshCodec()
  const foreign = [json, {}, { metadata: {} }, { metadata: null, data: null }]
  expect(await codec.decode(foreign)).toEqual(foreign)
})

test('what only looks encrypted is returned unchanged: the encoding decides', async () => {
  const { codec } = await freshCodec()
  const [stored] = await codec.encode([json])
  const plain = {
    ...stored,
    metadata: { ...stored?.metadata, encoding: Buffer.from('json/plain') },
  }
  const bare = { data: stored?.data ?? null }
  expect(await codec.decode([plain, bare])).toEqual([plain, bare])
})

test('a payload that cannot be decoded is returned unchanged, never an exception', async () => {
  const { codec } = await freshCodec()
  const [stored] = await codec.encode([json])
  const { metadata, data } = stored as { metadata: Record<string, Buffer>; data: Buffer }
  const damaged = [
    { metadata, data: Buffer.alloc(0) },
    { metadata, data: data.subarray(0, -1) },
    { metadata, data: Buffer.concat([data, Buffer.of(0)]) },
    { metadata: { ...metadata, 'key-id': Buffer.from('unknown') }, data },
    { metadata: { encoding: metadata.encoding as Buffer }, data },
  ]
  expect(await codec.decode(damaged)).toEqual(damaged)
})

test('payloads written before a rotation stay readable', async () => {
  const { path, codec } = await freshCodec()
  const stored = await codec.encode([json])
  await rotate(path, 'payload')
  expect(await createPayloadCodec(loadKeyRing(path)).decode(stored)).toEqual([json])
})

test('a process started before a rotation reads payloads written after it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { path, codec } = await freshCodec()
  await rotate(path, 'payload')
  const stored = await createPayloadCodec(loadKeyRing(path)).encode([json])
  vi.setSystemTime(Date.now() + 2_000)
  expect(await codec.decode(stored)).toEqual([json])
})

test('what an earlier version has stored still reads: open workflows depend on it', async () => {
  const key = createSecretKey(Buffer.alloc(32, 1))
  const ring = { payload: [{ id: 'one', key }], refresh: () => false } as unknown as KeyRing
  const data =
    'AczyW+BXLRn+AAAAAYz0LBd67sPu17oaObeWyoJ3ubtFPyWLDy09TaW1Y3b6KvFqLfA56zBrTxY/Zy0xmT3NlwnnLzQgHh5LrQ=='
  const stored = {
    metadata: { encoding: Buffer.from('binary/encrypted'), 'key-id': Buffer.from('one') },
    data: Buffer.from(data, 'base64'),
  }
  expect(await createPayloadCodec(ring).decode([stored])).toEqual([json])
})

test('what was encrypted for another purpose is no payload', async () => {
  const { codec, keyRing } = await freshCodec()
  const { id, key } = keyRing.payload[0]!
  const metadata = { encoding: Buffer.from('binary/encrypted'), 'key-id': Buffer.from(id) }
  const foreign = [{ metadata, data: encrypt(key, Buffer.from('[]'), Buffer.from(id)) }]
  expect(await codec.decode(foreign)).toEqual(foreign)
})

async function freshCodec() {
  const { path, keyRing } = await freshKeyRing()
  return { path, keyRing, codec: createPayloadCodec(keyRing) }
}
