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

test('a payload of another encoding is returned as it is, marked as not ours', async () => {
  const { codec } = await freshCodec()
  const foreign = [json, {}, { metadata: {} }, { metadata: null, data: null }]
  expect(await codec.decode(foreign)).toEqual(foreign.map(marked))
})

test('what only looks encrypted is marked: the encoding decides', async () => {
  const { codec } = await freshCodec()
  const [stored] = await codec.encode([json])
  const plain = {
    ...stored,
    metadata: { ...stored?.metadata, encoding: Buffer.from('json/plain') },
  }
  const bare = { data: stored?.data ?? null }
  expect(await codec.decode([plain, bare])).toEqual([plain, bare].map(marked))
})

test('a payload that cannot be decoded is returned marked, never an exception', async () => {
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
  expect(await codec.decode(damaged)).toEqual(damaged.map(marked))
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
  expect(await codec.decode(foreign)).toEqual(foreign.map(marked))
})

const workflow = (workflowId: string) =>
  ({ type: 'workflow', namespace: 'default', workflowId }) as const
const activity = (workflowId: string, activityId: string) =>
  ({ type: 'activity', namespace: 'default', workflowId, activityId, isLocal: false }) as const

test.each([
  ['another payment', workflow('pay/a'), workflow('pay/b')],
  ['an activity of another payment', activity('pay/a', '1'), activity('pay/b', '1')],
  ['another activity of the same payment', activity('pay/a', '1'), activity('pay/a', '2')],
  ['a payment whose id is longer', workflow('pay/a'), workflow('pay/a-2026-01-01T00:00:00Zx')],
])('what is sealed for one workflow is not for %s', async (_, from, to) => {
  const { codec } = await freshCodec()
  const stored = await codec.encode([json], from)
  expect(await codec.decode(stored, from)).toEqual([json])
  expect(await codec.decode(stored, to)).toEqual(stored.map(marked))
  const renamed = stored.map((one) => ({
    ...one,
    metadata: { ...one.metadata, owner: Buffer.from('pay/b') },
  }))
  expect(await codec.decode(renamed, workflow('pay/b'))).toEqual(renamed.map(marked))
})

test.each([
  ['the UI, which names no workflow', workflow('pay/a'), undefined],
  ['who reads the whole history', activity('pay/a', '1'), workflow('pay/a')],
  ['the run of a schedule', workflow('settle/d'), workflow('settle/d-2026-11-15T23:00:00Z')],
])('what is sealed is read by %s', async (_, from, to) => {
  const { codec } = await freshCodec()
  expect(await codec.decode(await codec.encode([json], from), to)).toEqual([json])
})

type Payload = Awaited<ReturnType<ReturnType<typeof createPayloadCodec>['decode']>>[number]
const marked = (payload: Payload): Payload => ({
  ...payload,
  metadata: { ...payload.metadata, unsealed: Buffer.from('1') },
})

async function freshCodec() {
  const { path, keyRing } = await freshKeyRing()
  return { path, keyRing, codec: createPayloadCodec(keyRing) }
}

test('earlier payloads had no owner, and whoever has no context reads for all', async () => {
  const { codec } = await freshCodec()
  const unowned = await codec.encode([json])
  expect(unowned[0]?.metadata).not.toHaveProperty('owner')
  expect(await codec.decode(unowned, workflow('pay/a'))).toEqual([json])
  expect(await codec.decode(await codec.encode([json], workflow('pay/a')))).toEqual([json])
})

test('an activity that has no id yet stands for its workflow, but does not read those of others', async () => {
  const { codec } = await freshCodec()
  const unnamed = {
    type: 'activity',
    namespace: 'default',
    workflowId: 'pay/a',
    isLocal: false,
  } as const
  const [stored] = await codec.encode([json], unnamed)
  expect(String(stored?.metadata?.owner)).toBe('pay/a')
  const ofOne = await codec.encode([json], activity('pay/a', '1'))
  expect(String(ofOne[0]?.metadata?.owner)).toBe('pay/a#1')
  expect(await codec.decode(ofOne, unnamed)).toEqual(ofOne.map(marked))
})
