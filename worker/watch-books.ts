import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from '../src/domain/finding.ts'
import type { Log } from '../src/process/log.ts'
import { createDbPool } from '../src/postgres/db.ts'
import type { Db } from '../src/postgres/db.ts'
import { cancelStatements } from '../src/postgres/processes/cancel-statements.ts'
import { alone } from '../src/postgres/processes/latest-rows.ts'
import { checkRound, readBooksSeen } from '../src/postgres/review/ledger-watch.ts'

const ROUND_MS = 60_000
/** Whoever of several processes is first does the round; the others find it done. */
const FRESH_SECONDS = 45
/** Everything is summed up once a day, on a connection that nobody pays over. */
const STATEMENT_MS = 15 * 60_000
const SHOWN = 10
const CANCEL_EVERY_MS = 200

/** Checks the books round after round, in one process at a time, until it is told to stop. */
export function watchBooks({
  databaseUrl,
  log,
  everyMs = ROUND_MS,
  check = checkRound,
}: {
  databaseUrl: string
  log: Log
  everyMs?: number
  check?: (db: Db) => Promise<Finding[]>
}): () => Promise<void> {
  const applicationName = `tollgate-books-${randomUUID()}`
  // One holds the turn, one checks, one can stop that.
  const db = createDbPool({
    databaseUrl,
    applicationName,
    maxConnections: 3,
    statementTimeoutMs: STATEMENT_MS,
    onError: () => undefined,
  })
  let isOver = false
  let underWay: Promise<void> | undefined
  const round = () =>
    alone(db, 'tollgate books', async () => {
      const seen = await readBooksSeen(db)
      if (seen && seen.age < FRESH_SECONDS) return
      logFindings(log, await check(db))
    }).catch((error: unknown) => {
      // How long ago the last round was is a figure of its own, with an alarm.
      if (!isOver) log.warn({ err: error }, 'the books could not be checked')
    })
  const timer = setInterval(() => {
    underWay ??= round().finally(() => (underWay = undefined))
  }, everyMs)
  return async () => {
    clearInterval(timer)
    isOver = true
    // Summing up a large ledger takes minutes, and whoever stops a process does not wait for that.
    while (underWay) {
      await cancelStatements(db, applicationName).catch(() => undefined)
      await Promise.race([underWay, sleep(CANCEL_EVERY_MS)])
    }
    await db.end()
  }
}

function logFindings(log: Log, findings: Finding[]): void {
  if (findings.length === 0) return
  log.error(
    { count: findings.length, findings: findings.slice(0, SHOWN) },
    'the books do not agree: see `ledger check`',
  )
}
