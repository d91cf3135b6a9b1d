import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newKeys } from '../../src/vault/new-keys.ts'

/** One key ring for all tests of a run: RSA keys take half a second each time. */
export default function keyRingSetup(): (() => void) | undefined {
  if (process.env['TEST_KEY_RING']) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-keys-'))
  const file = join(folder, 'keys.json')
  writeFileSync(file, JSON.stringify(newKeys()), { mode: 0o600 })
  process.env['TEST_KEY_RING'] = file
  return () => rmSync(folder, { recursive: true, force: true })
}
