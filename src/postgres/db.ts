import pg from 'pg'
import { Connection } from './connection.ts'

/** Whatever can run a query: the pool, or the one connection inside a transaction. */
export interface Db {
  query(config: pg.QueryConfig): Promise<pg.QueryResult<pg.QueryResultRow>>
}

export interface DbPool extends Db {
  connect(): Promise<pg.PoolClient>
  end(): Promise<void>
}

/** Whoever types a command waits for a busy database rather than type it again. */
export const CONNECT_AT_TERMINAL_MS = 15_000

/** SQL that is parsed once per connection; the name must be unique in the program. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export interface DbPoolOptions {
  databaseUrl: string
  applicationName: string
  maxConnections?: number
  /** How long to wait for a connection, a free one or a new one. */
  connectTimeoutMs?: number
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  onError?: (error: Error) => void
}

export function createDbPool(options: DbPoolOptions): DbPool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 5_000
  const pool = new pg.Pool({
    Client: Connection,
    connectionString: options.databaseUrl,
    application_name: options.applicationName,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 3_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    // The server cannot cancel over a dead connection, so the client gives up a little later.
    query_timeout: statementTimeoutMs + 1_000,
    lock_timeout: options.lockTimeoutMs ?? 3_000,
    idle_in_transaction_session_timeout: 10_000,
    types: { getTypeParser },
  })
  // The pool replaces a lost idle connection by itself; without a listener its own event would end the process.
  pool.on('error', (error) => options.onError?.(error))
  return {
    query: (config) => queryOnce(pool, config),
    connect: () => pool.connect(),
    end: () => pool.end(),
  }
}

/**
 * The pool's own query gives up its connection with every error, also where that is the answer: a
 * merchant who asks for more than the balance would cost a new connection each time.
 */
async function queryOnce(
  pool: pg.Pool,
  config: pg.QueryConfig,
): Promise<pg.QueryResult<pg.QueryResultRow>> {
  const client = await pool.connect()
  let broken = false
  try {
    return await client.query(config)
  } catch (error) {
    broken = !isAnswer(error)
    throw error
  } finally {
    client.release(broken)
  }
}

/** What was asked for breaks a rule of the database, or one of ours in it; the connection is as good as before. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23|TG)/.test(error.code ?? '')

export function statement(name: string, text: string): Statement {
  if (name.length > 63) throw new RangeError(`statement name over 63 characters: ${name}`)
  return Object.freeze({ name, text })
}

/**
 * A list by those conditions only that a filter gives; `$` stands for the value. A condition that may
 * be absent would hide the index from the planner.
 */
export function filtered(
  name: string,
  conditions: Readonly<Record<string, unknown>>,
  limit: number,
  text: (where: string, limit: string) => string,
): { sql: Statement; values: unknown[] } {
  const all = Object.entries(conditions)
  const given = all.filter(([, value]) => value !== undefined)
  const where = given.map(([condition], index) => condition.replace('$', `$${index + 1}`))
  // One character each, so that no two filters share a name.
  const which = given.map((one) => all.indexOf(one).toString(36)).join('')
  return {
    sql: statement(`${name}_${which}`, text(where.join(' and ') || 'true', `$${given.length + 1}`)),
    values: [...given.map(([, value]) => value), limit],
  }
}

export async function many<Row extends object>(
  db: Db,
  sql: Statement | string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await db.query(queryConfig(sql, values))
  return rows as Row[]
}

export async function maybeOne<Row extends object>(
  db: Db,
  sql: Statement | string,
  values: readonly unknown[] = [],
): Promise<Row | undefined> {
  const rows = await many<Row>(db, sql, values)
  if (rows.length > 1) throw new RowCountError(sql, 'at most one row', rows.length)
  return rows[0]
}

export async function one<Row extends object>(
  db: Db,
  sql: Statement | string,
  values: readonly unknown[] = [],
): Promise<Row> {
  const row = await maybeOne<Row>(db, sql, values)
  if (row === undefined) throw new RowCountError(sql, 'one row', 0)
  return row
}

/** Rejects unless the database answers. */
export const ping = (db: Db): Promise<number> => execute(db, 'select 1')

/** For statements whose rows nobody reads; returns how many rows were touched. */
export async function execute(
  db: Db,
  sql: Statement | string,
  values: readonly unknown[] = [],
): Promise<number> {
  const { rowCount } = await db.query(queryConfig(sql, values))
  return rowCount ?? 0
}

/**
 * Runs the work in one transaction. Deadlocks and serialization failures say that nothing
 * happened, so the work runs again, at most five times; it must therefore touch only the database.
 */
export async function transaction<Result>(
  pool: DbPool,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transactionOnce(pool, work)
    } catch (error) {
      if (attempt >= MAX_TRANSACTION_ATTEMPTS || !isRepeatable(error)) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}

export class RowCountError extends Error {
  constructor(sql: Statement | string, expected: string, actual: number) {
    const name = typeof sql === 'string' ? sql.trim().slice(0, 60) : sql.name
    super(`expected ${expected}, got ${String(actual)}: ${name}`)
    this.name = 'RowCountError'
  }
}

const MAX_TRANSACTION_ATTEMPTS = 5

async function transactionOnce<Result>(
  pool: DbPool,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    throw error
  } finally {
    client.release(broken)
  }
}

function queryConfig(sql: Statement | string, values: readonly unknown[]): pg.QueryConfig {
  const parameters = [...values]
  return typeof sql === 'string'
    ? { text: sql, values: parameters }
    : { name: sql.name, text: sql.text, values: parameters }
}

function isRepeatable(error: unknown): boolean {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  return code === '40001' || code === '40P01'
}

const getTypeParser: typeof pg.types.getTypeParser = (oid, format): unknown =>
  oid === pg.types.builtins.INT8 ? parseInt8 : pg.types.getTypeParser(oid, format)

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond a safe integer: ${text}`)
  return value
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
