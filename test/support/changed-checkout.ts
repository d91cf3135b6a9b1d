import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Change {
  file: string
  from: string
  to: string
}

/** A copy of the code that workers run, with one line changed. */
export function changedCheckout(checkout: string, change: Change): string {
  for (const part of ['workflows', 'worker', 'src', 'activities', 'package.json'])
    cpSync(join(root, part), join(checkout, part), { recursive: true })
  execFileSync('ln', ['-s', join(root, 'node_modules'), join(checkout, 'node_modules')])
  const path = join(checkout, change.file)
  const text = readFileSync(path, 'utf8')
  expect(text, `${change.file} has the line that is changed`).toContain(change.from)
  writeFileSync(path, text.replace(change.from, change.to))
  return checkout
}

const CAPTURE = '    capture: {\n      decide: (payment, command, context) => {'

/** A build that breaks at the capture of a hold. */
export const brokenCapture: Change = {
  file: 'src/domain/payment/operations/capture.ts',
  from: CAPTURE,
  to: `${CAPTURE}\n  if (payment.transactions.length > 0) throw new TypeError('amount of undefined')`,
}
