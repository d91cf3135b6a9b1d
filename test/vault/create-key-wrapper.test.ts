import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createKeyWrapper } from '../../src/vault/create-key-wrapper.ts'
import { loadKeyRing, rotate } from '../../src/vault/key-ring.ts'
import { createLocalKeyWrapper } from '../../src/vault/local-key-wrapper.ts'
import { freshKeyRing } from '../support/key-ring.ts'
import { transitEngine } from '../support/transit-engine.ts'

const dataKey = Buffer.alloc(32, 7)
const aad = Buffer.from('record')

test('without an engine the ring wraps by itself', async () => {
  const { keyRing } = await freshKeyRing()
  const wrapper = createKeyWrapper(keyRing)
  const wrapped = await wrapper.wrap(dataKey, aad)
  expect(wrapped.keyId).toBe(keyRing.vault[0]?.id)
  expect(await wrapper.currentKeyId()).toBe(keyRing.vault[0]?.id)
  expect(dataKey.equals(await wrapper.unwrap(wrapped, aad))).toBe(true)
})

test('with an engine new keys are its own, and those of every key of the ring are still read', async () => {
  const { address, keyName } = (await transitEngine()).options
  const { path } = await freshKeyRing()
  const first = await createLocalKeyWrapper(loadKeyRing(path)).wrap(dataKey, aad)
  await rotate(path, 'vault')
  const second = await createLocalKeyWrapper(loadKeyRing(path)).wrap(dataKey, aad)
  const tokenFile = `${path}.token`
  writeFileSync(tokenFile, 'token\n')
  const stored = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...stored, transit: { address, keyName, tokenFile } }))

  const wrapper = createKeyWrapper(loadKeyRing(path))
  const fresh = await wrapper.wrap(dataKey, aad)
  expect(fresh.keyId).toBe('cards:v1')
  expect(await wrapper.currentKeyId()).toBe('cards:v1')
  for (const wrapped of [first, second, fresh])
    expect(dataKey.equals(await wrapper.unwrap(wrapped, aad))).toBe(true)
  writeFileSync(tokenFile, 'revoked')
  await expect(wrapper.unwrap(fresh, aad)).rejects.toThrow('403')
})
