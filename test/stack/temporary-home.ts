import { chmodSync, rmSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { scratchFolder } from '../support/scratch-folder.ts'

/** A folder of its own for one test, gone after it. */
export function temporaryHome(): string {
  const home = scratchFolder('tollgate-test-')
  chmodSync(home, 0o711)
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}
