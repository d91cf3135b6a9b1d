import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Connection } from '../../../postgres/connection.ts'
import { baseEnvironment } from '../../environment.ts'
import { explainFailure, StackFailure } from '../../failure.ts'
import { letIn } from '../../postgres/database-roles.ts'

/** Where the nodes of a cluster keep what they know. */
export interface Stores {
  host: string
  port: string
  password: string
}

export const STORE_USER = 'temporal'
export const STORE_PLUGIN = 'postgres12_pgx'

/** Each database with the name of its tables in the tool. */
const databases = { temporal: 'temporal', temporal_visibility: 'visibility' } as const

/** Role, databases and tables for a cluster; doing it again raises the tables to the tool's version. */
export async function makeStores(
  ownerUrl: string,
  password: string,
  sqlTool: string,
): Promise<Stores> {
  await createDatabases(ownerUrl, password)
  const { hostname, port } = new URL(ownerUrl)
  const stores = { host: hostname, port, password }
  for (const [database, schema] of Object.entries(databases))
    await raiseSchema(sqlTool, stores, database, `postgresql/v12/${schema}`)
  return stores
}

async function createDatabases(ownerUrl: string, password: string): Promise<void> {
  const client = new Connection({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await letIn(client, STORE_USER, password)
    for (const name of Object.keys(databases)) {
      const found = await client.query('select from pg_database where datname = $1', [name])
      if (found.rowCount === 0) await client.query(`create database ${name} owner ${STORE_USER}`)
    }
  } finally {
    await client.end()
  }
}

async function raiseSchema(
  sqlTool: string,
  { host, port, password }: Stores,
  database: string,
  schema: string,
): Promise<void> {
  const run = (...args: string[]) =>
    promisify(execFile)(
      sqlTool,
      [
        ...['--plugin', STORE_PLUGIN, '--ep', host, '-p', port, '-u', STORE_USER],
        ...['--db', database, ...args],
      ],
      { env: { ...baseEnvironment(), SQL_PASSWORD: password }, timeout: 120_000 },
    )
  const update = () => run('update-schema', '--schema-name', schema)
  // An empty database has no version that could be raised.
  await update().catch(async () => {
    await run('setup-schema', '-v', '0.0')
    await update().catch((error: unknown) => {
      throw new StackFailure(`Temporal's tables could not be made: ${explainFailure(error)}`)
    })
  })
}
