import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of its own for one test, gone after it. */
export function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-test-'))
  chmodSync(home, 0o711)
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}
