import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Change } from '../support/changed-checkout.ts'
import { changedCheckout } from '../support/changed-checkout.ts'

/** A copy of the workflow code with one line changed, bundled as a worker runs it. */
export function changedBuild(
  folder: string,
  name: string,
  change: Change,
): { checkout: string; bundle: string } {
  const checkout = changedCheckout(join(folder, name), change)
  const bundle = join(folder, `${name}.js`)
  execFileSync(process.execPath, ['--import', 'tsx', join(checkout, 'worker/bundle.ts'), bundle], {
    cwd: checkout,
    timeout: 600_000,
  })
  return { checkout, bundle }
}
