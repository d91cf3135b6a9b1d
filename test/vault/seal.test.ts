import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadKeyRing, rotate } from '../../src/vault/key-ring.ts'
import { evidenceKeys, seal, sealProblem } from '../../src/vault/seal.ts'
import type { Seal } from '../../src/vault/seal.ts'
import { freshKeyRing } from '../support/key-ring.ts'

const sealed = (made: Seal | undefined): Seal => {
  if (!made) throw new Error('not sealed')
  return made
}

test('what was sealed is known by the public keys, also after a rotation', async () => {
  const { path, keyRing } = await freshKeyRing()
  const made = sealed(seal(keyRing, 'what happened'))
  await rotate(path, 'evidence')
  const rotated = loadKeyRing(path)
  expect(sealProblem(evidenceKeys(rotated), 'what happened', made)).toBeUndefined()
  expect(sealed(seal(rotated, 'what happened')).kid).not.toBe(made.kid)
})

test('any other text, a changed signature and an unknown key are seen', async () => {
  const { path, keyRing } = await freshKeyRing()
  const keys = evidenceKeys(keyRing)
  const made = sealed(seal(keyRing, 'what happened'))
  expect(sealProblem(keys, 'what happened.', made)).toBe('changed')
  expect(sealProblem(keys, 'what happened', { ...made, signature: '' })).toBe('changed')
  await rotate(path, 'evidence')
  const stranger = { evidence: loadKeyRing(path).evidence?.slice(0, 1) }
  expect(sealProblem(evidenceKeys(stranger), 'what happened', made)).toBe('unknown key')
  const forged = { ...sealed(seal(stranger, 'what happened')), kid: made.kid }
  expect(sealProblem(keys, 'what happened', forged)).toBe('changed')
})

test('the keys for evidence are not those of bearer tokens', async () => {
  const { keyRing } = await freshKeyRing()
  const tokens = keyRing.signing.map(({ publicJwk }) => publicJwk.x)
  for (const { x } of evidenceKeys(keyRing)) expect(tokens).not.toContain(x)
})

test('an earlier key ring seals nothing until it has the key', async () => {
  const { path } = await freshKeyRing()
  expect(seal({}, 'what happened')).toBeUndefined()
  expect(evidenceKeys({})).toEqual([])
  const { evidence: _, ...stored } = JSON.parse(readFileSync(path, 'utf8')) as Record<
    string,
    unknown
  >
  writeFileSync(path, JSON.stringify(stored), { mode: 0o600 })
  await rotate(path, 'evidence')
  expect(seal(loadKeyRing(path), 'what happened')).toBeDefined()
})
