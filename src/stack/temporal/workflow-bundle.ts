import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { baseEnvironment } from '../environment.ts'
import { StackFailure } from '../failure.ts'
import { root, tsx } from '../paths.ts'

/** Builds the workflow code once for all workers and restarts; unchanged sources keep theirs. */
export async function workflowBundle(builder: string): Promise<string> {
  const folder = join(root, 'node_modules/.cache/tollgate')
  const path = join(folder, `workflows-${sourceHash(builder)}.js`)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const draft = `${path}.${process.pid}`
  const args = ['--import', tsx, join(root, builder), draft]
  const options = { cwd: root, env: baseEnvironment(), timeout: BUILD_TIMEOUT_MS }
  await promisify(execFile)(process.execPath, args, options).catch((error: unknown) => {
    throw new StackFailure(`The workflows could not be bundled: ${lastLines(error)}`)
  })
  renameSync(draft, path)
  return path
}

const BUILD_TIMEOUT_MS = 10 * 60_000
/** All that workflow code may import of ours, by the lint rule on imports. */
const SOURCES = ['workflows', 'src/domain']

function sourceHash(builder: string): string {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.[jt]sx?$/.test(file))
      .sort()
      .map((file) => join(folder, file)),
  )
  for (const file of [...files, builder, 'package-lock.json']) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex').slice(0, 12)
}

function lastLines(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return text.trim().split('\n').slice(-10).join('\n')
}
