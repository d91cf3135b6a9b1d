import { readFileSync } from 'node:fs'
import type pg from 'pg'

const TICK_MS = 10

/** CPU time of a process and its threads so far, in milliseconds (Linux). */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

export interface DatabaseCosts {
  transactions: number
  walBytes: number
  tableBytes: number
}

export async function databaseCosts(db: pg.Client): Promise<DatabaseCosts> {
  await db.query('select pg_stat_force_next_flush()')
  const { rows } = await db.query<{ transactions: string; wal: string; tables: string }>(`
    select (select xact_commit from pg_stat_database where datname = current_database()) as transactions,
           pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal,
           (select sum(pg_total_relation_size(c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname in ('public', 'vault') and c.relkind = 'r') as tables`)
  const [row] = rows
  return {
    transactions: Number(row?.transactions),
    walBytes: Number(row?.wal),
    tableBytes: Number(row?.tables),
  }
}
