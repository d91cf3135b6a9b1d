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

/** A copy of the workflow code with one line changed, bundled as a worker runs it. */
export function changedBuild(
  folder: string,
  name: string,
  change: Change,
): { checkout: string; bundle: string } {
  const checkout = join(folder, name)
  for (const part of ['workflows', 'worker', 'src', 'activities', 'package.json'])
    cpSync(join(root, part), join(checkout, part), { recursive: true })
  execFileSync('ln', ['-s', join(root, 'node_modules'), join(checkout, 'node_modules')])
  const path = join(checkout, change.file)
  const text = readFileSync(path, 'utf8')
  expect(text, `${change.file} has the line that is changed`).toContain(change.from)
  writeFileSync(path, text.replace(change.from, change.to))
  const bundle = join(folder, `${name}.js`)
  execFileSync(process.execPath, ['--import', 'tsx', join(checkout, 'worker/bundle.ts'), bundle], {
    cwd: checkout,
    timeout: 120_000,
  })
  return { checkout, bundle }
}
