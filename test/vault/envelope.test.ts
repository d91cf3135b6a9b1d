import { createSecretKey } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEnvelope } from '../../src/vault/envelope.ts'
import { loadKeyRing, rotate } from '../../src/vault/key-ring.ts'
import type { KeyRing } from '../../src/vault/key-ring.ts'
import { createLocalKeyWrapper } from '../../src/vault/local-key-wrapper.ts'
import { freshKeyRing } from '../support/key-ring.ts'

const owner = { merchantId: 'merchant', recordId: 'record' }
const card = Buffer.from('{"number":"4000000000001000"}')

test('a sealed record opens for its owner, whatever it holds', async () => {
  const { envelope } = await localEnvelope()
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), fc.string(), fc.string(), async (bytes, merchantId, id) => {
      const plaintext = Buffer.from(bytes)
      const sealed = await envelope.seal(plaintext, { merchantId, recordId: id })
      const opened = await envelope.open(sealed, { merchantId, recordId: id })
      expect(opened.equals(plaintext)).toBe(true)
    }),
  )
})

test('a record copied to another merchant or another record does not open', async () => {
  const { envelope } = await localEnvelope()
  const sealed = await envelope.seal(card, owner)
  await expect(envelope.open(sealed, { ...owner, merchantId: 'other' })).rejects.toThrow()
  await expect(envelope.open(sealed, { ...owner, recordId: 'other' })).rejects.toThrow()
  const moved = { merchantId: 'merchantr', recordId: 'ecord' }
  await expect(envelope.open(sealed, moved)).rejects.toThrow()
})

test('the data key of one record does not open another', async () => {
  const { envelope } = await localEnvelope()
  const [one, two] = [await envelope.seal(card, owner), await envelope.seal(card, owner)]
  await expect(envelope.open({ ...one, wrappedKey: two.wrappedKey }, owner)).rejects.toThrow()
})

test('the same record sealed twice has nothing in common', async () => {
  const { envelope } = await localEnvelope()
  const [one, two] = [await envelope.seal(card, owner), await envelope.seal(card, owner)]
  expect(one.ciphertext.equals(two.ciphertext)).toBe(false)
  expect(one.wrappedKey.equals(two.wrappedKey)).toBe(false)
})

test('a record sealed under an old key opens after rotation, re-wrapped or not', async () => {
  const { path, envelope } = await localEnvelope()
  const old = await envelope.seal(card, owner)
  await rotate(path, 'vault')
  const rotated = createEnvelope(createLocalKeyWrapper(loadKeyRing(path)))
  const fresh = await rotated.rewrap(old, owner)
  expect((await rotated.open(old, owner)).equals(card)).toBe(true)
  expect((await rotated.open(fresh, owner)).equals(card)).toBe(true)
  expect(fresh.keyId).toBe(await rotated.currentKeyId())
  expect(fresh.keyId).not.toBe(old.keyId)
  expect(fresh.ciphertext).toBe(old.ciphertext)
})

test('a record under a key that is gone says which key is missing', async () => {
  const { envelope } = await localEnvelope()
  const sealed = await envelope.seal(card, owner)
  const lost = { ...sealed, keyId: 'gone' }
  await expect(envelope.open(lost, owner)).rejects.toThrow('vault key gone is not in')
})

test('what an earlier version has sealed still opens: stored cards depend on it', async () => {
  const key = createSecretKey(Buffer.alloc(32, 1))
  const ring = { vault: [{ id: 'one', key }], refresh: () => false } as unknown as KeyRing
  const wrapped =
    'AczyW+BXLRn+AAAAArm/8c5tXPnbjmo84HFHMBc06NikKjr9xdx0u/mSLa/ov1tJyDqEDn5+7TuDmeDQKA=='
  const ciphertext = 'AczyW+BXLRn+AAAAA0T2G1xuJj3zccxiJdjwTHFVGx8gJNU+hQJSharA6fT+'
  const sealed = {
    keyId: 'one',
    wrappedKey: Buffer.from(wrapped, 'base64'),
    ciphertext: Buffer.from(ciphertext, 'base64'),
  }
  const opened = await createEnvelope(createLocalKeyWrapper(ring)).open(sealed, owner)
  expect(opened.toString()).toBe('4000000000001000')
})

test('a wrapped key does not pass for one that another key has wrapped', async () => {
  const { path, envelope } = await localEnvelope()
  const sealed = await envelope.seal(card, owner)
  await rotate(path, 'vault')
  const keyRing = loadKeyRing(path)
  const renamed = { ...sealed, keyId: keyRing.vault[0]!.id }
  const rotated = createEnvelope(createLocalKeyWrapper(keyRing))
  await expect(rotated.open(renamed, owner)).rejects.toThrow()
})

test('no data key stays in memory, whether a record was sealed, opened, moved or refused', async () => {
  const { keyRing } = await freshKeyRing()
  const local = createLocalKeyWrapper(keyRing)
  const seen: Buffer[] = []
  const note = (dataKey: Buffer) => (seen.push(dataKey), dataKey)
  const envelope = createEnvelope({
    ...local,
    wrap: (dataKey, aad) => local.wrap(note(dataKey), aad),
    unwrap: async (wrapped, aad) => note(await local.unwrap(wrapped, aad)),
  })
  const sealed = await envelope.seal(card, owner)
  await envelope.open(sealed, owner)
  await envelope.rewrap(sealed, owner)
  const broken = { ...sealed, ciphertext: Buffer.alloc(64) }
  await expect(envelope.open(broken, owner)).rejects.toThrow()
  expect(seen).toHaveLength(5)
  expect(
    seen.every((dataKey) => dataKey.length === 32 && dataKey.every((byte) => byte === 0)),
  ).toBe(true)
})

async function localEnvelope() {
  const { path, keyRing } = await freshKeyRing()
  return { path, envelope: createEnvelope(createLocalKeyWrapper(keyRing)) }
}
