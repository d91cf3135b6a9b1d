import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync } from 'node:fs'
import { realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Connection } from '../../postgres/connection.ts'
import { baseEnvironment } from '../environment.ts'
import { explainFailure, StackFailure } from '../failure.ts'
import type { ProcessSpec } from '../processes/managed-process.ts'
import { choosePostgresAccount } from './postgres-account.ts'
import type { Account } from './postgres-account.ts'
import { findPostgres, isReachable } from './postgres-binaries.ts'
import { endProcess, identify } from '../processes/process-identity.ts'
import { lineReady, probeReady } from '../processes/ready.ts'

export interface EmbeddedPostgres {
  spec: ProcessSpec
  url: string
}

/** A Postgres of our own on loopback, with its data under `home`; initialised on first use. */
export async function embedPostgres(settings: {
  home: string
  port: number
  password: string
}): Promise<EmbeddedPostgres> {
  const data = join(settings.home, 'postgres')
  const account = choosePostgresAccount(data)
  const binaries = requireBinaries(data, account)
  if (!existsSync(data)) await initialise(data, binaries, account, settings.password)
  const url = `postgres://tollgate:${settings.password}@127.0.0.1:${String(settings.port)}/tollgate`
  const spec: ProcessSpec = {
    name: 'postgres',
    command: join(binaries, 'postgres'),
    args: ['-D', pathFor(data, account), ...serverOptions(settings.port)],
    env: baseEnvironment(),
    cwd: data,
    ...(account.isOther && { uid: account.uid, gid: account.gid }),
    ready: async (context) => {
      await lineReady('ready to accept connections')(context)
      await probeReady(() => hasDatabase(url))(context)
    },
    startAttempts: 5,
    stopSignal: 'SIGINT',
    beforeStart: () => endOrphan(data),
  }
  return { spec, url }
}

function requireBinaries(data: string, account: Account): string {
  const version = join(data, 'PG_VERSION')
  const neededMajor = existsSync(version) ? Number(readFileSync(version, 'utf8')) : undefined
  const found = findPostgres(account, neededMajor)
  if (found !== undefined) return found.directory
  const which = neededMajor === undefined ? 'No Postgres' : `No Postgres ${String(neededMajor)}`
  throw new StackFailure(
    `${which} runs on this machine (${process.platform}-${process.arch}): ` +
      'install the system package "postgresql", or set DATABASE_URL to one that runs elsewhere.',
  )
}

/** Into a folder beside, which then takes the name: an interrupted start leaves nothing half. */
async function initialise(
  data: string,
  binaries: string,
  account: Account,
  password: string,
): Promise<void> {
  const draft = `${data}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const secrets = mkdtempSync(join(tmpdir(), 'tollgate-'))
  const passwordFile = join(secrets, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account.isOther) {
    for (const path of [draft, secrets, passwordFile]) chownSync(path, account.uid, account.gid)
  }
  const options = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--username=tollgate']
  try {
    await promisify(execFile)(
      join(binaries, 'initdb'),
      ['-D', pathFor(draft, account), `--pwfile=${passwordFile}`, ...options],
      { ...account, cwd: draft, env: baseEnvironment(), timeout: 120_000 },
    )
    renameSync(draft, data)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw new StackFailure(`Postgres could not create its data: ${explainFailure(error)}`)
  } finally {
    rmSync(secrets, { recursive: true, force: true })
  }
}

/**
 * Under a folder that the account may not pass (root's home), the name of the data folder is the
 * process's own working directory, which it was put into before it changed its user.
 */
function pathFor(directory: string, account: Account): string {
  return isReachable(directory, account) ? directory : '/proc/self/cwd'
}

function serverOptions(port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '300',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    cluster_name: 'tollgate',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Makes the database on the way: it is missing only before the first start. */
async function hasDatabase(url: string): Promise<boolean> {
  const client = new Connection({
    connectionString: url.replace(/tollgate$/, 'postgres'),
    connectionTimeoutMillis: 2000,
  })
  try {
    await client.connect()
    const { rowCount } = await client.query(`select from pg_database where datname = 'tollgate'`)
    if (rowCount === 0) await client.query('create database tollgate')
    return true
  } finally {
    await client.end().catch(() => {})
  }
}

/** A server that outlived its parent is stopped; a pid file that names another process removed. */
async function endOrphan(data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const identity = identify(Number.parseInt(readFileSync(pidFile, 'utf8'), 10))
  if (identity === undefined) return
  if (isServerOf(identity.pid, data)) await endProcess(identity, 'SIGINT', 10_000)
  else rmSync(pidFile, { force: true })
}

function isServerOf(pid: number, data: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${String(pid)}/cwd`) === realpathSync(data)
  } catch {
    return false
  }
}
