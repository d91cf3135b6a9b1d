import type { Db, Statement } from '../db.ts'
import { many, statement } from '../db.ts'

const PAGE = 200

interface Pages {
  all: Statement
  one: Statement
}

/** The same columns for all, a page at a time by their id, and for one of them. */
export const pagesBy = (name: string, columns: string, id: string): Pages => ({
  all: statement(name, `${columns} where ${id} > $1 order by ${id} limit $2`),
  one: statement(`${name}_of_one`, `${columns} where ${id} = $1`),
})

/** All of them or one, a page at a time, each page as of one moment. */
export async function* readPages<T extends object>(
  db: Db,
  { all, one }: Pages,
  idOf: (row: T) => string,
  id?: string,
): AsyncGenerator<T[], void, undefined> {
  if (id !== undefined) {
    yield many<T>(db, one, [id])
    return
  }
  for (let after = ''; ;) {
    const page = await many<T>(db, all, [after, PAGE])
    const last = page.at(-1)
    if (!last) return
    yield page
    after = idOf(last)
  }
}

/** The lines of an owner's journal, oldest first, as a column. */
export const journalOf = (owner: string): string =>
  `(select coalesce(jsonb_agg(jsonb_build_object('version', j.version,
              'at', round(extract(epoch from j.at) * 1000), 'events', j.events)
              order by j.version), '[]')
       from journal j where j.owner_id = ${owner}) as journal`
