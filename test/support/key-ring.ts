import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createKeyRing, loadKeyRing } from '../../src/vault/key-ring.ts'
import type { KeyRing } from '../../src/vault/key-ring.ts'

/** A key ring in a folder of its own, removed when the test ends. */
export async function freshKeyRing(): Promise<{ path: string; keyRing: KeyRing }> {
  const path = join(freshFolder(), 'keys.json')
  if (content === undefined) {
    await createKeyRing(path)
    content = readFileSync(path)
  }
  writeFileSync(path, content, { mode: 0o600 })
  return { path, keyRing: loadKeyRing(path) }
}

// Making RSA keys takes half a second, so the tests of one process share them.
let content: Buffer | undefined

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-test-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
