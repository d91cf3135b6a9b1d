import { expect, test } from 'vitest'
import { many } from '../../src/postgres/db.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { freshDatabase } from '../support/database.ts'
import { tableNotes } from './database-notes.ts'

test('the page of tables is what the migrations make', async () => {
  const { pool } = await freshDatabase()
  const tables = await readTables(pool)
  expect(Object.keys(tableNotes).sort()).toEqual([...tables.keys()].sort())
  await expect(pageOf(tables)).toMatchFileSnapshot('../../docs/database.md')
})

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  isKey: boolean
  rule: string | null
}

async function readTables(pool: DbPool): Promise<Map<string, Column[]>> {
  const columns = await many<Column>(
    pool,
    `select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as "table",
            a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
            coalesce(a.attnum = any (k.conkey), false) as "isKey",
            (select string_agg(pg_get_constraintdef(o.oid), '; ' order by o.conname) from pg_constraint o
              where o.conrelid = c.oid and o.contype = 'c' and o.conkey = array[a.attnum]) as rule
       from pg_attribute a
       join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
       join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'vault')
       left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
      where a.attnum > 0 and not a.attisdropped
      order by 1, a.attnum`,
  )
  const tables = new Map<string, Column[]>()
  for (const column of columns)
    tables.set(column.table, [...(tables.get(column.table) ?? []), column])
  return tables
}

const pageOf = (tables: Map<string, Column[]>): string =>
  [
    '# Tables',
    '',
    'Every table of the database, as the files in `src/postgres/migrations` make it. Made by a test, which fails when',
    'it is out of date: `npx vitest run --project database test/docs -u` writes it again. What a table is for stands in',
    '`test/docs/database-notes.ts`.',
    '',
    'Amounts are minor units of the currency beside them; times are UTC. Card numbers are in `vault.secret` only, encrypted;',
    'CVVs and BLIK codes are in no table.',
    '',
    ...[...tables].flatMap(([table, columns]) => [
      `## ${table}`,
      '',
      tableNotes[table] ?? '',
      '',
      '| Column | Type | Rule |',
      '|---|---|---|',
      ...columns.map(({ name, type, isNullable, isKey, rule }) => {
        const rules = [isKey ? 'key' : isNullable ? 'may be null' : '', readable(rule)]
        return `| \`${name}\` | ${type} | ${rules.filter(Boolean).join('; ')} |`.replace(
          '|  |',
          '| |',
        )
      }),
      '',
    ]),
  ].join('\n')

/** As Postgres prints a constraint, without its casts and its outer brackets. */
const readable = (rule: string | null): string =>
  rule === null
    ? ''
    : `\`${rule
        .replace(/::\w+(\[\])?/g, '')
        .replace(/= ANY \(\(?ARRAY\[(.*?)\]\)?\)/g, 'in ($1)')
        .replace(/^CHECK \((.*)\)$/s, '$1')
        .replace(/^\((.*)\)$/s, '$1')
        .replaceAll('|', '\\|')}\``
