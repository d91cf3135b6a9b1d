import type { DbPool } from './postgres/db.ts'

/**
 * One image, and what it does is its first argument: `node dist/src/role.js api`. Each role
 * is a program of its own; this file only finds it.
 */
const roles: Record<string, () => Promise<unknown>> = {
  gateway: () => import('./gateway-main.ts'),
  api: () => import('./main.ts'),
  worker: () => import('../worker/main.ts'),
  portal: () => import('./portal-main.ts'),
  sandbox: () => import('./sandbox/main.ts'),
  cli: () => import('./cli/main.ts'),
  migrate: async () => {
    const { migrate } = await import('./postgres/migrate.ts')
    const applied = await migrate(required('DATABASE_URL'))
    if (applied.length > 0) await auditMigrations(applied)
    if (process.env['ENVIRONMENT'] !== 'production') await loadTestCards()
    say('the database is up to date')
  },
  keys: async () => {
    const { createKeyRing } = await import('./vault/key-ring.ts')
    const isNew = await createKeyRing(required('KEYS_FILE'))
    say(isNew ? 'a new key ring was written' : 'the key ring is there already')
  },
  'portal-keys': async () => {
    const { createPortalKeys } = await import('./vault/portal-keys.ts')
    const isNew = await createPortalKeys(required('PORTAL_KEYS_FILE'))
    say(isNew ? 'new keys of the portal were written' : 'the keys of the portal are there already')
  },
}

const [role = ''] = process.argv.splice(2, 1)
const start = roles[role]
if (start) {
  await start()
} else {
  say(`say which: ${Object.keys(roles).join(', ')}`)
  process.exitCode = 2
}

/** Who changed the database itself is written down like everything else that operators do. */
async function auditMigrations(applied: readonly string[]): Promise<void> {
  const { auditOperator } = await import('./postgres/operator-audit.ts')
  const { hostname, userInfo } = await import('node:os')
  await asOwner((db) =>
    auditOperator(db, {
      operator: `account/${userInfo().username}`,
      action: 'migrate',
      subject: 'database',
      origin: hostname(),
      outcome: 'done',
      detail: { applied },
    }),
  )
}

/** Before anything else was loaded, the sandbox has its test cards. */
async function loadTestCards(): Promise<void> {
  const { currentBinFile } = await import('./postgres/cards/bin-files.ts')
  const { loadSandboxBins } = await import('./stack/load-sandbox-bins.ts')
  await asOwner(async (db) => {
    if (!(await currentBinFile(db))) await loadSandboxBins(db)
  })
}

async function asOwner(run: (db: DbPool) => Promise<void>): Promise<void> {
  const { createDbPool } = await import('./postgres/db.ts')
  const databaseUrl = required('DATABASE_URL')
  const db = createDbPool({ databaseUrl, applicationName: 'tollgate-migrate' })
  try {
    await run(db)
  } finally {
    await db.end()
  }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing`)
  return value
}
