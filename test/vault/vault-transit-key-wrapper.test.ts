import { expect, test } from 'vitest'
import { createEnvelope } from '../../src/vault/envelope.ts'
import { createVaultTransitKeyWrapper } from '../../src/vault/vault-transit-key-wrapper.ts'
import { transitEngine } from '../support/transit-engine.ts'

const owner = { merchantId: 'merchant', recordId: 'record' }
const card = Buffer.from('4000000000001000')

test('a record sealed through a transit engine opens again, for its owner only', async () => {
  const engine = await transitEngine()
  const envelope = createEnvelope(createVaultTransitKeyWrapper(engine.options))
  const sealed = await envelope.seal(card, owner)
  expect(sealed.keyId).toBe('cards:v1')
  expect((await envelope.open(sealed, owner)).equals(card)).toBe(true)
  await expect(envelope.open(sealed, { ...owner, merchantId: 'other' })).rejects.toThrow('400')
})

test('after a rotation in the engine records are re-wrapped to its latest version', async () => {
  const engine = await transitEngine()
  const envelope = createEnvelope(createVaultTransitKeyWrapper(engine.options))
  const sealed = await envelope.seal(card, owner)
  engine.rotate()
  const fresh = await envelope.rewrap(sealed, owner)
  expect(fresh.keyId).toBe('cards:v2')
  expect(await envelope.currentKeyId()).toBe('cards:v2')
  expect((await envelope.open(fresh, owner)).equals(card)).toBe(true)
  for (let version = 3; version <= 12; version += 1) engine.rotate()
  expect(await envelope.rewrap(fresh, owner)).toMatchObject({ keyId: 'cards:v12' })
})

test('a refusal by the engine does not repeat what was sent to it', async () => {
  const engine = await transitEngine()
  const wrapper = createVaultTransitKeyWrapper({ ...engine.options, token: () => 'wrong' })
  await expect(wrapper.wrap(card, card)).rejects.toThrow(/^transit encrypt answered 403$/)
})

test('the engine is found under another mount, and asked as it wants to be', async () => {
  const asked: string[] = []
  const engine = await transitEngine((request) => {
    asked.push(`${request.method} ${request.url} ${request.headers['content-type']}`)
  })
  const wrapper = createVaultTransitKeyWrapper({ ...engine.options, mount: 'own' })
  await expect(wrapper.currentKeyId()).rejects.toThrow('transit keys answered 400')
  const standard = createVaultTransitKeyWrapper(engine.options)
  await standard.unwrap(await standard.wrap(card, card), card)
  expect(asked).toEqual([
    'GET /v1/own/keys/cards application/json',
    'POST /v1/transit/encrypt/cards application/json',
    'POST /v1/transit/decrypt/cards application/json',
  ])
})

test.for([
  ['a ciphertext without a version', { ciphertext: 'vault:1:abc' }],
  ['no ciphertext', {}],
  ['a ciphertext with something before it', { ciphertext: 'x vault:v1:abc' }],
] as const)('an engine that answers with %s is not believed', async ([, data]) => {
  const engine = await transitEngine(undefined, data)
  const wrapper = createVaultTransitKeyWrapper(engine.options)
  await expect(wrapper.wrap(card, card)).rejects.toThrow()
  await expect(wrapper.unwrap({ keyId: 'k', wrapped: card }, card)).rejects.toThrow()
  await expect(wrapper.currentKeyId()).rejects.toThrow()
})

test('an engine that sends us elsewhere is not followed: the token stays with it', async () => {
  const other = await transitEngine()
  const engine = await transitEngine((_, response) => {
    response.writeHead(307, { location: `${other.options.address}/v1/transit/keys/cards` }).end()
  })
  await expect(createVaultTransitKeyWrapper(engine.options).currentKeyId()).rejects.toThrow()
})
