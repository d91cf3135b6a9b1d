import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { loadKeyRing } from '../../src/vault/key-ring.ts'
import type { KeyRing } from '../../src/vault/key-ring.ts'
import { newKeys } from '../../src/vault/new-keys.ts'
import type { StoredKeys } from '../../src/vault/new-keys.ts'
import { createPortalKeys, loadPortalKeys } from '../../src/vault/portal-keys.ts'

/** A key ring in a folder of its own, removed when the test ends. */
export async function freshKeyRing(): Promise<{ path: string; keyRing: KeyRing }> {
  const path = join(freshFolder(), 'keys.json')
  writeFileSync(path, JSON.stringify(sharedKeys()), { mode: 0o600 })
  return Promise.resolve({ path, keyRing: loadKeyRing(path) })
}

/** The same of the portal's own keys. */
export async function freshPortalKeys() {
  const path = join(freshFolder(), 'portal-keys.json')
  await createPortalKeys(path)
  return { path, keys: loadPortalKeys(path) }
}

/** Making RSA keys takes half a second, so the tests of one process share them. */
export function sharedKeys(): StoredKeys {
  const file = process.env.TEST_KEY_RING
  shared ??= file ? (JSON.parse(readFileSync(file, 'utf8')) as StoredKeys) : newKeys()
  return structuredClone(shared)
}

let shared: StoredKeys | undefined

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-test-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
