import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  createKeyRing,
  currentKey,
  findKey,
  KeyRingError,
  isOpenToOthers,
  loadKeyRing,
  retire,
  rotate,
  supersededAt,
} from '../../src/vault/key-ring.ts'
import type { StoredKeys } from '../../src/vault/new-keys.ts'
import { freshFolder, freshKeyRing } from '../support/key-ring.ts'

describe('creating', () => {
  test('a new key ring has every key and is readable by its owner only', async () => {
    const path = join(freshFolder(), 'keys.json')
    expect(await createKeyRing(path)).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readFileSync(path, 'utf8')).toMatch(/^{\n {2}"version": 1,\n[^]*\n}\n$/)
    const keyRing = loadKeyRing(path, { production: true })
    expect(keyRing.vault).toHaveLength(1)
    expect(keyRing.encryption.map(({ alg }) => alg)).toEqual(['RSA-OAEP-256', 'ECDH-ES+A256KW'])
  })

  test('a key ring that exists is left alone', async () => {
    const { path } = await freshKeyRing()
    const before = readFileSync(path, 'utf8')
    expect(await createKeyRing(path)).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  test('of several processes creating it at once one wins and no draft stays', async () => {
    const path = join(freshFolder(), 'new', 'keys.json')
    const written = await Promise.all([createKeyRing(path), createKeyRing(path)])
    expect(written.filter(Boolean)).toHaveLength(1)
    expect(readdirSync(dirname(path))).toEqual(['keys.json'])
  })
})

describe('loading', () => {
  test('every weak, short or missing key is named at once, and none of their values', async () => {
    const path = await brokenKeyRing((keys) => {
      Object.assign(keys.vault[0] ?? {}, { key: Buffer.alloc(32).toString('base64') })
      Object.assign(keys.payload[0] ?? {}, { key: Buffer.alloc(16, 'x').toString('base64') })
      Object.assign(keys, { fingerprint: undefined, signing: [] })
      Object.assign(keys.encryption[0] ?? {}, { privateJwk: { kty: 'RSA', n: 'AQ', e: 'AQAB' } })
      Object.assign(keys.wallets.google[0] ?? {}, { privateKeyPem: 'nothing' })
    })
    const problems = problemsOf(path)
    expect(problems).toEqual([
      'vault.0.key is not random',
      'payload.0.key has 16 bytes, 32 are needed',
      'fingerprint is missing',
      'signing has no key',
      'encryption.0.privateJwk is not a private key',
      'wallets.google.0.privateKeyPem is not a P-256 private key',
    ])
  })

  test('a key of the wrong kind for its algorithm is refused', async () => {
    const path = await brokenKeyRing((keys) => {
      const [rsa, curve] = keys.encryption
      Object.assign(keys.signing[0] ?? {}, { privateJwk: rsa?.privateJwk })
      Object.assign(rsa ?? {}, { privateJwk: curve?.privateJwk })
    })
    expect(problemsOf(path)).toEqual([
      'signing.0.privateJwk is not a P-256 key',
      'encryption.0.privateJwk is not RSA of 2048 bits or more',
    ])
  })

  test('one key for two purposes and one id for two keys are refused', async () => {
    const path = await brokenKeyRing((keys) => {
      keys.ids.key = keys.bodies.key
      keys.vault.push({ ...keys.payload[0], id: keys.vault[0]?.id } as never)
    })
    expect(problemsOf(path)).toEqual(['one key has two purposes', 'vault: two keys share an id'])
  })

  test('a missing file and a broken file are named without quoting them', async () => {
    const { path } = await freshKeyRing()
    expect(problemsOf(`${path}.not`)).toEqual(['the file is missing'])
    writeFileSync(path, 'very secret')
    expect(problemsOf(path)).toEqual(['the file is not JSON'])
  })

  test('the error names the file, and each problem on a line of its own', async () => {
    const path = await brokenKeyRing((keys) => Object.assign(keys, { vault: [], payload: [] }))
    expect(() => loadKeyRing(path)).toThrow(
      `the key ring ${path} cannot be used:\n  vault has no key\n  payload has no key`,
    )
    expect(new KeyRingError('p', [])).toMatchObject({ name: 'KeyRingError', problems: [] })
    writeFileSync(path, '7')
    expect(problemsOf(path)).toEqual([expect.stringMatching(/^\S/)])
  })

  test('there is always a current key, or an error', () => {
    expect(currentKey(['new', 'old'])).toBe('new')
    expect(() => currentKey([])).toThrow('the key ring has no key for this purpose')
  })

  test('production refuses a file that others may read', async () => {
    const { path } = await freshKeyRing()
    chmodSync(path, 0o640)
    expect(() => loadKeyRing(path)).not.toThrow()
    expect(() => loadKeyRing(path, { production: true })).toThrow('its mode must be 0600')
  })

  test.for([
    [0o100600, 'its own', false],
    [0o100640, 'its own', true],
    [0o100604, 'its own', true],
    [0o100440, "root's, mounted for its group", false],
    [0o100460, "root's, mounted for its group", true],
    [0o100444, "root's, mounted for its group", true],
  ] as const)('mode %o of a file that is %s: open to others is %s', ([mode, whose, isOpen]) => {
    const uid = whose === 'its own' ? 1000 : 0
    expect(isOpenToOthers({ mode, uid }, 1000)).toBe(isOpen)
  })

  test('production reaches a transit engine by https only', async () => {
    const transit = (address: string) =>
      brokenKeyRing((keys) => Object.assign(keys, { transit: { ...engine, address } }))
    const engine = { keyName: 'cards', tokenFile: '/run/token' }
    const open = await transit('http://vault.eu')
    expect(() => loadKeyRing(open)).not.toThrow()
    chmodSync(open, 0o600)
    const refused = () => loadKeyRing(open, { production: true })
    expect(refused).toThrow(/:\n {2}transit\.address must be https in production$/)
    const sealed = await transit('https://vault.eu/http:')
    chmodSync(sealed, 0o600)
    expect(() => loadKeyRing(sealed, { production: true })).not.toThrow()
  })

  test('a key ring that is printed or serialised shows no secret key', async () => {
    const { path, keyRing } = await freshKeyRing()
    const { wallets: _, ...keys } = JSON.parse(readFileSync(path, 'utf8')) as StoredKeys
    const { wallets: __, ...loaded } = keyRing
    const shown = inspect(loaded, { depth: 9 }) + JSON.stringify(loaded)
    expect(shown).not.toContain(keys.vault[0]?.key)
    expect(shown).not.toContain(keys.ids.key)
    expect(shown).not.toContain(keys.signing[0]?.privateJwk.d)
  })
})

describe('retiring', () => {
  test('an old key goes for good, and the others stay as they were', async () => {
    const { path, keyRing } = await freshKeyRing()
    const old = keyRing.vault[0]?.id ?? ''
    await rotate(path, 'vault')
    await rotate(path, 'vault')
    const [newest, newer] = loadKeyRing(path).vault
    await retire(path, 'vault', old)
    expect(loadKeyRing(path).vault.map(({ id }) => id)).toEqual([newest?.id, newer?.id])
    expect(loadKeyRing(path).payload.map(({ id }) => id)).toEqual([keyRing.payload[0]?.id])
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  test('the key in use stays, of each algorithm', async () => {
    const { path, keyRing } = await freshKeyRing()
    const [rsa, curve] = keyRing.encryption.map(({ kid }) => kid)
    for (const kid of [rsa, curve])
      await expect(retire(path, 'encryption', String(kid))).rejects.toThrow(
        new KeyRingError(path, [`${String(kid)} is in use: rotate first`]),
      )
    await rotate(path, 'encryption')
    await retire(path, 'encryption', String(curve))
    expect(loadKeyRing(path).encryption.map(({ alg }) => alg)).toEqual([
      'RSA-OAEP-256',
      'ECDH-ES+A256KW',
      'RSA-OAEP-256',
    ])
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  test('a key that is not there, and a ring that cannot be read, change nothing', async () => {
    const { path } = await freshKeyRing()
    const before = readFileSync(path, 'utf8')
    await expect(retire(path, 'payload', 'nobody')).rejects.toThrow(
      new KeyRingError(path, ['payload has no key nobody']),
    )
    expect(readFileSync(path, 'utf8')).toBe(before)
    const broken = await brokenKeyRing((keys) => Object.assign(keys, { vault: [] }))
    await expect(retire(broken, 'payload', 'nobody')).rejects.toMatchObject({
      problems: ['vault has no key'],
    })
    await expect(retire(`${path}.not`, 'payload', 'nobody')).rejects.toThrow('the file is missing')
  })

  test('nothing new stands under a key since the next of its kind was made', async () => {
    const { path, keyRing } = await freshKeyRing()
    const [rsa, curve] = keyRing.encryption.map(({ kid }) => kid)
    expect(supersededAt(path, 'encryption', rsa ?? '')).toBeUndefined()
    for (const year of ['2031', '2032']) {
      await rotate(path, 'encryption')
      const stored = JSON.parse(readFileSync(path, 'utf8')) as StoredKeys
      stored.encryption.slice(0, 2).forEach((key, place) => {
        key.createdAt = `${year}-01-0${String(place + 1)}T00:00:00.000Z`
      })
      writeFileSync(path, JSON.stringify(stored))
    }
    expect(supersededAt(path, 'encryption', rsa ?? '')).toEqual(new Date('2031-01-01'))
    expect(supersededAt(path, 'encryption', curve ?? '')).toEqual(new Date('2031-01-02'))
    const middle = loadKeyRing(path).encryption[3]?.kid
    expect(supersededAt(path, 'encryption', String(middle))).toEqual(new Date('2032-01-02'))
  })
})

describe('rotating', () => {
  test('the fresh key comes first and the old ones stay', async () => {
    const { path, keyRing } = await freshKeyRing()
    for (const purpose of ['vault', 'payload', 'signing', 'encryption', 'wallets'] as const) {
      await rotate(path, purpose)
    }
    const rotated = loadKeyRing(path)
    expect(rotated.vault.map(({ id }) => id)).toEqual([expect.any(String), keyRing.vault[0]?.id])
    expect(rotated.signing[1]?.kid).toBe(keyRing.signing[0]?.kid)
    expect(rotated.encryption).toHaveLength(4)
    expect(rotated.wallets.google[1]).toEqual(keyRing.wallets.google[0])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('a second rotation at the same time is refused', async () => {
    const { path } = await freshKeyRing()
    const both = await Promise.allSettled([rotate(path, 'vault'), rotate(path, 'vault')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(loadKeyRing(path).vault).toHaveLength(2)
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  test('a running process finds a key that another one has added', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { path, keyRing } = await freshKeyRing()
    await rotate(path, 'vault')
    const fresh = loadKeyRing(path).vault[0]?.id
    vi.setSystemTime(Date.now() + 2_000)
    expect(findKey(keyRing, ({ vault }) => vault.find(({ id }) => id === fresh))).toBeDefined()
    expect(keyRing.vault[0]?.id).toBe(fresh)
  })

  test('made-up key ids do not make the file be read again and again', async () => {
    // To rotate takes longer than a second on a busy machine.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { path, keyRing } = await freshKeyRing()
    await rotate(path, 'vault')
    expect(keyRing.refresh()).toBe(false)
    expect(keyRing.vault).toHaveLength(1)
  })

  test('the file is read again a second after the last time, not before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { keyRing } = await freshKeyRing()
    const start = Date.now()
    const refreshedAt = [999, 1_000, 1_999, 2_000].filter((afterMs) => {
      vi.setSystemTime(start + afterMs)
      return keyRing.refresh()
    })
    expect(refreshedAt).toEqual([1_000, 2_000])
  })

  test('a key ring that cannot be read is not rotated, and its lock is given back', async () => {
    const path = await brokenKeyRing((keys) => Object.assign(keys, { vault: [] }))
    const before = readFileSync(path, 'utf8')
    await expect(rotate(path, 'payload')).rejects.toThrow('vault has no key')
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  test('production stays strict when the file is read again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { path } = await freshKeyRing()
    const keyRing = loadKeyRing(path, { production: true })
    chmodSync(path, 0o604)
    vi.setSystemTime(Date.now() + 2_000)
    expect(() => keyRing.refresh()).toThrow('its mode must be 0600')
  })

  test('keys stay usable when the file is broken meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { path, keyRing } = await freshKeyRing()
    writeFileSync(path, '{}')
    vi.setSystemTime(Date.now() + 2_000)
    expect(findKey(keyRing, () => undefined)).toBeUndefined()
    expect(keyRing.vault).toHaveLength(1)
  })
})

async function brokenKeyRing(spoil: (keys: StoredKeys) => void): Promise<string> {
  const { path } = await freshKeyRing()
  const keys = JSON.parse(readFileSync(path, 'utf8')) as StoredKeys
  spoil(keys)
  writeFileSync(path, JSON.stringify(keys))
  return path
}

function problemsOf(path: string): readonly string[] {
  try {
    loadKeyRing(path)
  } catch (error) {
    if (error instanceof KeyRingError) return error.problems
  }
  return []
}
