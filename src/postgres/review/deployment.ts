import { many, one, statement } from '../db.ts'
import type { Db } from '../db.ts'

/** What a connection to the database says of itself and of what it may do. */
export interface DatabaseFacts {
  role: string
  encrypted: boolean
  superuser: boolean
  /** Whether it may read cards. */
  readsCards: boolean
  /** Whether it may change the tables themselves. */
  owner: boolean
}

export const readDatabaseFacts = (db: Db): Promise<DatabaseFacts> => one(db, FACTS)

/** What only the sandbox has, and production must not: its issuer file, merchants and people. */
export const sandboxLeftovers = async (db: Db): Promise<string[]> =>
  (await many<{ what: string }>(db, LEFTOVERS)).map(({ what }) => what)

/** Test cards must never pass for real ones: production does not start beside what the sandbox left. */
export async function refuseSandboxData(db: Db): Promise<void> {
  const found = await sandboxLeftovers(db)
  if (found.length > 0)
    throw new Error(`production does not start on the data of a sandbox: ${found.join('; ')}`)
}

const FACTS = statement(
  'deployment_facts',
  `select current_user as role,
          coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
          (select rolsuper from pg_roles where rolname = current_user) as superuser,
          has_column_privilege('vault.secret', 'ciphertext', 'select') as "readsCards",
          exists (select from pg_class where relname = 'payment' and relkind = 'r'
                     and pg_has_role(relowner, 'usage')) as owner`,
)

const LEFTOVERS = statement(
  'deployment_leftovers',
  `select 'the issuer file of the sandbox is in force (' || name || ')' as what from (
     select name, loaded_by from bin_file order by id desc limit 1
   ) current where loaded_by = 'sandbox'
   union all
   select 'the merchant ' || mid || ' is one of the sandbox (' || name || ')' from merchant
    where name like 'Sandbox %' and status = 'active'
   union all
   select 'somebody of the sandbox may sign in to the portal (' || name || ')' from portal_person
    where created_by = 'npm start' and disabled_at is null`,
)
