import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { embedPostgres } from '../../src/stack/postgres/embedded-postgres.ts'
import { ManagedProcess } from '../../src/stack/processes/managed-process.ts'
import type { ProcessSpec } from '../../src/stack/processes/managed-process.ts'
import { choosePort } from './choose-port.ts'
import { scratchFolder } from './scratch-folder.ts'
import type { Credentials } from './tls.ts'

export interface PostgresServer {
  readonly databaseUrl: string
  stop(): Promise<void>
}

/** A throw-away server: real Postgres, but nothing is flushed to disk, since nothing must last. */
export async function startPostgresServer(tls?: Credentials): Promise<PostgresServer> {
  const home = scratchFolder('tollgate-postgres-')
  chmodSync(home, 0o755)
  const port = await choosePort()
  const { spec, url } = await embedPostgres({ home, port, password: 'test' })
  const settings = [...FASTER, ...(tls ? encrypted(home, tls, spec) : [])]
  const args = [...spec.args, ...settings.flatMap((setting) => ['-c', setting])]
  const care = { logPath: join(home, 'log'), autoRestart: false, restartsPerMinute: 0 }
  const server = new ManagedProcess({ ...spec, args }, { ...care, events: SILENT })
  await server.start()
  return {
    databaseUrl: url,
    async stop() {
      await server.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The key is the server's own: it refuses one that others may read. */
function encrypted(
  home: string,
  { cert, key }: Credentials,
  { uid, gid }: Pick<ProcessSpec, 'uid' | 'gid'>,
): string[] {
  const [certFile, keyFile] = [join(home, 'server.crt'), join(home, 'server.key')]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key, { mode: 0o600 })
  if (uid !== undefined && gid !== undefined) chownSync(keyFile, uid, gid)
  return ['ssl=on', `ssl_cert_file=${certFile}`, `ssl_key_file=${keyFile}`]
}

const FASTER = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const ignore = () => undefined
const SILENT = { onSpawn: ignore, onExit: ignore, onCrash: ignore, onGiveUp: ignore }
