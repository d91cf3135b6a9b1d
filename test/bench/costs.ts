import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

const TICK_MS = 10

/** CPU time of a process so far, with its threads and child processes, in milliseconds (Linux). */
export function cpuMs(pid: number): number {
  return readStats()
    .filter((one) => one.pid === pid || one.parent === pid)
    .reduce((sum, { ticks }) => sum + ticks * TICK_MS, 0)
}

/** What a process holds in memory (Linux). */
export const rssMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]) / 1024

interface Stat {
  pid: number
  parent: number
  /** Of the process and of its children that have ended. */
  ticks: number
}

const readStats = (): Stat[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
        return [{ pid: Number(name), parent: Number(fields[1]), ticks }]
      } catch {
        return [] // it has ended meanwhile
      }
    })

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
