import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchStack } from '../../src/stack/launch.ts'
import type { Stack } from '../../src/stack/launch.ts'
import { builtParts } from '../../src/stack/parts.ts'
import { root } from '../../src/stack/paths.ts'
import { openDatabaseRoles } from '../../src/stack/postgres/database-roles.ts'
import type { DatabaseUrls } from '../../src/stack/postgres/database-roles.ts'
import { choosePort } from '../support/choose-port.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { scratchFolder } from '../support/scratch-folder.ts'
import { makeAuthority, openTlsDoor } from '../support/tls.ts'

type Environment = Record<string, string>

/** Whatever a program said, and how it ended. */
export interface Ended {
  code: number
  text: string
  problem: string
}

export interface ProductionWorld {
  stack: Stack
  database: DatabaseUrls
  /** Where merchants find the API. */
  publicUrl: string
  /** A command line of an operator, with that operator's token. */
  tollgate(token: string, ...args: string[]): Promise<Ended>
  /** Starts a process of the stack once more, to see whether it would. */
  tryStart(name: 'api-1' | 'worker-1' | 'portal', changed?: Environment): Promise<Ended>
  /** The authority that all of it trusts. */
  ca: string
  stop(): Promise<void>
}

/** Issuers that no test card belongs to: the simulators stand for real providers. */
const OTHER_BINS = '453201:VISA'

/**
 * An installation as production wants it, on loopback: api and worker apart, TLS to Postgres, mutual
 * TLS to Temporal (a door before the development server, which has none of its own), providers and
 * public address over https, database roles, and nothing of the sandbox seeded.
 */
export async function launchProduction(): Promise<ProductionWorld> {
  const home = scratchFolder('tollgate-production-')
  const authority = await makeAuthority()
  const file = (name: string, text: string) => {
    writeFileSync(join(home, name), text, { mode: 0o600 })
    return join(home, name)
  }
  const caFile = file('ca.pem', authority.ca)
  const postgres = await startPostgresServer(await authority.issue('postgres'))
  const encrypted = `${postgres.databaseUrl}?sslmode=verify-full&sslrootcert=${caFile}`
  const database = await openDatabaseRoles(encrypted, {
    application: randomSecret(),
    vault: randomSecret(),
    reader: randomSecret(),
    portal: randomSecret(),
  })
  const ports = {
    api: await choosePort(),
    operator: await choosePort(),
    sandbox: await choosePort(),
    temporal: await choosePort(),
  }
  const server = await authority.issue('server')
  const client = await authority.issue('gateway')
  const doors = {
    api: await openTlsDoor(ports.api, server),
    operator: await openTlsDoor(ports.operator, server),
    providers: await openTlsDoor(ports.sandbox, server),
    temporal: await openTlsDoor(ports.temporal, {
      ...server,
      ca: authority.ca,
      requestCert: true,
      rejectUnauthorized: true,
      ALPNProtocols: ['h2'],
    }),
  }
  const https = ({ port }: { port: number }) => `https://127.0.0.1:${port}`
  const publicUrl = https(doors.api)
  const own: Environment = {
    ENVIRONMENT: 'production',
    NODE_EXTRA_CA_CERTS: caFile,
    PUBLIC_URL: publicUrl,
    PORTAL_URL: 'https://portal.tollgate.eu',
    PORTAL_API_URL: publicUrl,
    DATABASE_URL: database.application,
    VAULT_DATABASE_URL: database.vault,
    TEMPORAL_ADDRESS: `localhost:${doors.temporal.port}`,
    TEMPORAL_TLS: 'true',
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: caFile,
    TEMPORAL_TLS_CLIENT_CERT_PATH: file('gateway.crt', client.cert),
    TEMPORAL_TLS_CLIENT_KEY_PATH: file('gateway.key', client.key),
    OPERATOR_TOKEN: randomSecret(),
  }
  const providers = Object.fromEntries(
    ['acquirer', 'threeds', 'blik', 'bank', 'tokens'].map((name) => [
      `${name.toUpperCase()}_URL`,
      `${https(doors.providers)}/${name}`,
    ]),
  )
  const close = async () => {
    for (const door of Object.values(doors)) door.close()
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
  const stack = await launchStack({
    home,
    ports,
    apis: 1,
    gateways: 0,
    workers: 1,
    quiet: true,
    databaseUrl: database.owner,
    parts: {
      ...builtParts,
      seed: async () => ({ merchants: [], agents: [], operators: [], people: [] }),
    },
    env: {
      ...own,
      ...providers,
      THREEDS_ACQUIRER_BIN: '453201',
      // What `npm start` gives a sandbox; empty is not given.
      WALLET_ROOTS_URL: '',
      SANDBOX_RECEIVER_URL: '',
      STACK_PORTS: '',
      SANDBOX_OTHER_BINS: OTHER_BINS,
    },
  }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    stack,
    database,
    publicUrl,
    ca: authority.ca,
    tollgate: (token, ...args) =>
      run(['dist/src/cli/main.js', ...args], {
        ...stack.process('api-1').spec.env,
        TOLLGATE_HOME: join(home, 'none'),
        TOLLGATE_URL: https(doors.operator),
        TOLLGATE_TOKEN: token,
      }),
    tryStart: (name, changed = {}) => {
      const { args, env } = stack.process(name).spec
      return run(args, { ...env, PORT: '0', OPERATOR_PORT: '0', ...changed })
    },
    stop: async () => {
      await stack.stop()
      await close()
    },
  }
}

const randomSecret = () => randomBytes(24).toString('hex')

const run = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { cwd: root, timeout: 120_000, env: { PATH: process.env.PATH, ...env } },
      (error, text, problem) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, text, problem }),
    )
  })
