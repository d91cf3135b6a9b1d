import type { Db } from '../../../src/postgres/db.ts'
import { many } from '../../../src/postgres/db.ts'

export interface Size {
  table: string
  /** As far as the last analyze knows. */
  rows: number
  bytes: number
  indexBytes: number
}

/** What each table takes on disk, with its partitions, the largest first. */
export const readSizes = (db: Db): Promise<Size[]> =>
  many<Size>(
    db,
    `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as "table",
            sum(greatest(c.reltuples, 0))::bigint as rows,
            sum(pg_total_relation_size(c.oid))::bigint as bytes,
            sum(pg_indexes_size(c.oid))::bigint as "indexBytes"
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'vault') and c.relkind = 'r'
      group by 1 order by 3 desc`,
  )
