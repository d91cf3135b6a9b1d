import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { many } from '../../src/postgres/db.ts'
import { freshDatabase } from '../support/database.ts'

const folderOf = (name: string) =>
  fileURLToPath(new URL(`../../src/postgres/${name}/`, import.meta.url))
const textsOf = (name: string): [file: string, text: string][] =>
  readdirSync(folderOf(name))
    .sort()
    .map((file) => [file, readFileSync(folderOf(name) + file, 'utf8')])

const inFiles = (): string[] => textsOf('functions').map(([file]) => file.replace('.sql', ''))

/** The functions that a migration says. */
const saidBy = (text: string): string[] =>
  [...text.matchAll(/^create (?:or replace )?function ([\w.]+)\s*\(/gim)].map(([, name]) => name!)

/** Every function that more than one migration has said. */
const redefined = (): string[] => {
  const said = textsOf('migrations').flatMap(([, text]) => saidBy(text))
  return [...new Set(said.filter((name, index) => said.indexOf(name) !== index))].sort()
}

test('a function that was redefined stands whole in a file of its own, as the database has it', async () => {
  const { pool } = await freshDatabase()
  const names = inFiles()
  expect(names).toEqual(expect.arrayContaining(redefined()))
  const rows = await many<{ name: string; text: string }>(
    pool,
    `select p.proname as name,
            string_agg(pg_get_functiondef(p.oid) || ';', E'\\n' order by p.pronargs) || E'\\n' as text
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'public' and p.proname = any($1)
      group by p.proname order by p.proname collate "C"`,
    [names],
  )
  expect(rows.map(({ name }) => name)).toEqual(names)
  for (const { name, text } of rows)
    await expect(text).toMatchFileSnapshot(`../../src/postgres/functions/${name}.sql`)
})

test('a change of such a file comes with a migration that names the whole of them', () => {
  const hash = createHash('sha256')
  for (const [file, text] of textsOf('functions')) hash.update(`${file}\0${text}`)
  const named = textsOf('migrations').flatMap(
    ([, text]) => /^-- functions: ([0-9a-f]+)$/m.exec(text)?.[1] ?? [],
  )
  expect(named.at(-1)).toBe(hash.digest('hex'))
})

/** Those up to here repeat some; what has been applied is not changed. */
const LAST_THAT_REPEATS = '0057-returned-captures.sql'

test('what stands in such a file is said nowhere else: a newer migration names the files and repeats none', () => {
  const repeated = textsOf('migrations')
    .filter(([file]) => file > LAST_THAT_REPEATS)
    .flatMap(([file, text]) => saidBy(text).map((name) => ({ file, name })))
  expect(repeated.filter(({ name }) => inFiles().includes(name))).toEqual([])
})
