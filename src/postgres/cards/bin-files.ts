import { createHash } from 'node:crypto'
import type { BinRow } from '../../domain/cards/bin-row.ts'
import type { BinFile } from '../../domain/cards/read-bin-file.ts'
import { execute, many, maybeOne, one, statement, transaction } from '../db.ts'
import type { Db, DbPool } from '../db.ts'

export interface LoadedBinFile {
  id: number
  name: string
  sha256: string
  rowCount: number
  asOf: string | null
  loadedAt: string
  loadedBy: string
}

const COLUMNS = `id, name, sha256, row_count as "rowCount", to_char(as_of, 'YYYY-MM-DD') as "asOf",
  to_char(loaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "loadedAt", loaded_by as "loadedBy"`

const CURRENT_BIN_FILE = statement(
  'current_bin_file',
  `select ${COLUMNS} from bin_file order by id desc limit 1`,
)
const BIN_RANGES = statement(
  'bin_ranges',
  'select low, high, facts from bin_range where file_id = $1 order by low, high desc',
)
const INSERT_FILE = `insert into bin_file (name, sha256, row_count, as_of, loaded_by)
  values ($1, $2, $3, $4, $5) returning ${COLUMNS}`
const INSERT_RANGES = `insert into bin_range (file_id, low, high, facts)
  select $1, (r ->> 'low')::bigint, (r ->> 'high')::bigint, r - 'low' - 'high'
    from jsonb_array_elements($2::jsonb) r`

const BIN_FILE_AGE = statement(
  'bin_file_age',
  `select extract(epoch from now() - coalesce(as_of, loaded_at))::float as seconds
     from bin_file order by id desc limit 1`,
)

const ROWS_AT_A_TIME = 5_000

/** The file in force; none before the first was loaded. */
export const currentBinFile = (db: Db): Promise<LoadedBinFile | undefined> =>
  maybeOne<LoadedBinFile>(db, CURRENT_BIN_FILE)

/** How old the facts in force are by the file's own date; none before the first file. */
export const binFileAgeSeconds = async (db: Db): Promise<number | undefined> =>
  (await maybeOne<{ seconds: number }>(db, BIN_FILE_AGE))?.seconds

export async function readBinRanges(db: Db, fileId: number): Promise<BinRow[]> {
  type Row = { low: number; high: number; facts: Omit<BinRow, 'low' | 'high'> }
  const rows = await many<Row>(db, BIN_RANGES, [fileId])
  return rows.map(({ low, high, facts }) => ({ ...facts, low, high }))
}

interface Loading {
  name: string
  text: string
  file: BinFile
  by: string
}

/** Puts a whole file in force at once. The same text again changes nothing. */
export function saveBinFile(
  pool: DbPool,
  { name, text, file, by }: Loading,
): Promise<LoadedBinFile> {
  const sha256 = createHash('sha256').update(text).digest('hex')
  return transaction(pool, async (db) => {
    await execute(db, 'lock table bin_file in exclusive mode')
    const standing = await currentBinFile(db)
    if (standing?.sha256 === sha256) return standing
    const values = [name, sha256, file.rows.length, file.asOf ?? null, by]
    const loaded = await one<LoadedBinFile>(db, INSERT_FILE, values)
    for (let from = 0; from < file.rows.length; from += ROWS_AT_A_TIME) {
      const rows = file.rows.slice(from, from + ROWS_AT_A_TIME)
      await execute(db, INSERT_RANGES, [loaded.id, JSON.stringify(rows)])
    }
    await execute(db, 'delete from bin_range where file_id <> $1', [loaded.id])
    return loaded
  })
}
