import type { Db } from '../db.ts'
import { execute, statement } from '../db.ts'

/** Ends what runs on the other connections of that name; between two statements there is nothing to end. */
export const cancelStatements = (db: Db, applicationName: string): Promise<number> =>
  execute(db, CANCEL, [applicationName])

const CANCEL = statement(
  'cancel_statements',
  `select pg_cancel_backend(pid) from pg_stat_activity
    where application_name = $1 and state = 'active' and pid <> pg_backend_pid()`,
)
