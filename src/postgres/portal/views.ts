import { execute, many, statement } from '../db.ts'
import type { Db } from '../db.ts'

export interface SavedView {
  viewId: string
  name: string
  query: string
}

/** What people have saved of the list of payments, each for themselves. */
export interface SavedViews {
  list(personId: string): Promise<SavedView[]>
  /** A name that is there gets the new filter; false when there are too many. */
  save(personId: string, view: SavedView): Promise<boolean>
  /** False when it is not theirs. */
  remove(personId: string, viewId: string): Promise<boolean>
}

const MOST = 20

export const createSavedViews = (db: Db): SavedViews => ({
  list: (personId) => many(db, LIST, [personId]),
  save: async (personId, { viewId, name, query }) =>
    (await execute(db, SAVE, [viewId, personId, name, query])) === 1,
  remove: async (personId, viewId) => (await execute(db, REMOVE, [personId, viewId])) === 1,
})

const LIST = statement(
  'portal_views_list',
  `select view_id as "viewId", name, query from portal_view where person_id = $1
    order by created_at, view_id`,
)
const SAVE = statement(
  'portal_view_save',
  `insert into portal_view (view_id, person_id, name, query)
   select $1, $2, $3, $4
    where (select count(*) from portal_view where person_id = $2 and name <> $3) < ${MOST}
   on conflict (person_id, name) do update set query = excluded.query`,
)
const REMOVE = statement(
  'portal_view_remove',
  'delete from portal_view where person_id = $1 and view_id = $2',
)
