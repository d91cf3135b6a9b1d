import { expect, test } from 'vitest'
import { checkDatabase } from '../../../src/cli/doctor/check-database.ts'
import { execute } from '../../../src/postgres/db.ts'
import { refuseSandboxData } from '../../../src/postgres/review/deployment.ts'
import { commandLine } from '../../support/cli.ts'
import { freshDatabase } from '../../support/database.ts'

const production = { production: true, withoutTls: undefined }

test('an owner without TLS, the issuer file of the sandbox and a right clock: each is said', async () => {
  const { pool } = await freshDatabase()
  const findings = await checkDatabase({ db: pool, vaultDb: pool, demands: production })
  const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]))
  expect(states).toMatchObject({
    'database roles': 'wrong',
    'database tls': 'wrong',
    clock: 'ok',
    'issuer file': 'ok',
    'sandbox data': 'wrong',
  })
  const excepted = { production: true, withoutTls: 'WireGuard' }
  const again = await checkDatabase({ db: pool, vaultDb: pool, demands: excepted })
  expect(again.find(({ check }) => check === 'database tls')).toMatchObject({ state: 'ok' })
})

test('what the sandbox left is found, and production does not start beside it', async () => {
  const { pool } = await freshDatabase()
  await execute(
    pool,
    `insert into merchant (mid, kind, name) values ('1', 'merchant', 'Sandbox Shop')`,
  )
  await expect(refuseSandboxData(pool)).rejects.toThrow(/bins\.csv.*Sandbox Shop/)
  await execute(
    pool,
    `insert into bin_file (name, sha256, row_count, loaded_by)
     values ('issuers.csv', '${'1'.repeat(64)}', 1, 'anna')`,
  )
  await execute(pool, `update merchant set status = 'disabled'`)
  await expect(refuseSandboxData(pool)).resolves.toBeUndefined()
})

test('the command looks at the rest when Temporal is away, and its exit code tells', async () => {
  const { url } = await freshDatabase()
  const env = { DATABASE_URL: url, KEYS_FILE: 'none', ENVIRONMENT: 'sandbox' }
  const { code, text } = await commandLine(env)('doctor', '--json')
  expect(code).toBe(1)
  const { findings } = JSON.parse(text)
  const checks = findings.map(({ check }: { check: string }) => check)
  for (const check of [
    'settings',
    'database roles',
    'clock',
    'temporal',
    'Google Pay',
    'Apple Pay',
    'Click to Pay',
  ])
    expect(checks).toContain(check)
})
