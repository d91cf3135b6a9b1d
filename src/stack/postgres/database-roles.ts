import { Connection } from '../../postgres/connection.ts'

/** One database, as each of its roles reaches it. */
export interface DatabaseUrls {
  /** Migrates, and nothing else. */
  owner: string
  application: string
  vault: string
  reader: string
  /** Of merchants' people: their sessions and figures, and nothing of payments. */
  portal: string
}

/** A database of somebody else's, where one address is all that we were given. */
export const oneRole = (url: string): DatabaseUrls => ({
  owner: url,
  application: url,
  vault: url,
  reader: url,
  portal: url,
})

/** Lets the roles of the application in; what they may do is said by the migrations. */
export async function openDatabaseRoles(
  owner: string,
  passwords: Record<Exclude<keyof DatabaseUrls, 'owner'>, string>,
): Promise<DatabaseUrls> {
  const client = new Connection({ connectionString: owner, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    for (const [name, role] of Object.entries(ROLES))
      await letIn(client, role, passwords[name as keyof typeof ROLES])
  } finally {
    await client.end()
  }
  const as = (name: keyof typeof ROLES) => withUser(owner, ROLES[name], passwords[name])
  return {
    owner,
    application: as('application'),
    vault: as('vault'),
    reader: as('reader'),
    portal: as('portal'),
  }
}

/** Makes the role where it is missing, and gives it this password. */
export async function letIn(client: Connection, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  const verb = rowCount === 0 ? 'create' : 'alter'
  await client.query(`${verb} role ${role} login password ${client.escapeLiteral(password)}`)
}

const ROLES = {
  application: 'tollgate_app',
  vault: 'tollgate_vault',
  reader: 'tollgate_reader',
  portal: 'tollgate_portal',
} as const

function withUser(address: string, user: string, password: string): string {
  const url = new URL(address)
  url.username = user
  url.password = password
  return url.href
}
