import { binFileAgeSeconds } from '../../postgres/cards/bin-files.ts'
import type { Db } from '../../postgres/db.ts'
import { readClockDrift } from '../../postgres/review/alarm-figures.ts'
import { readDatabaseFacts, sandboxLeftovers } from '../../postgres/review/deployment.ts'
import type { DatabaseFacts } from '../../postgres/review/deployment.ts'
import { ok, warning, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

const DAY_SECONDS = 86_400
const OLD_FILE_DAYS = 45
const CLOCK_SECONDS = 1

interface Databases {
  db: Db
  vaultDb: Db
  /** In production: what encrypts instead of TLS, where somebody says so. */
  demands: { production: boolean; withoutTls: string | undefined }
}

/** Roles, encryption, clock, issuer file and what the sandbox has left. */
export async function checkDatabase({ db, vaultDb, demands }: Databases): Promise<Finding[]> {
  const [application, vault] = [await readDatabaseFacts(db), await readDatabaseFacts(vaultDb)]
  return [
    ...roleFindings(application, vault),
    tlsFinding('database tls', application, demands),
    tlsFinding('vault database tls', vault, demands),
    clockFinding(await readClockDrift(db)),
    binFinding(await binFileAgeSeconds(db)),
    ...(demands.production ? (await sandboxLeftovers(db)).map(leftover) : []),
  ]
}

export function roleFindings(application: DatabaseFacts, vault: DatabaseFacts): Finding[] {
  const check = 'database roles'
  const mend = 'sign in as tollgate_app (DATABASE_URL) and tollgate_vault (VAULT_DATABASE_URL)'
  const problems = [
    ...(application.superuser ? [`${application.role} is a superuser`] : []),
    ...(application.owner ? [`${application.role} owns the tables`] : []),
    ...(application.readsCards ? [`${application.role} may read cards`] : []),
    ...(vault.readsCards ? [] : [`${vault.role} may not read cards`]),
  ]
  return problems.length === 0
    ? [ok(check, `${application.role}, ${vault.role}`)]
    : problems.map((found) => wrong(check, found, mend))
}

function tlsFinding(
  check: string,
  { encrypted }: DatabaseFacts,
  { production, withoutTls }: Databases['demands'],
): Finding {
  if (encrypted) return ok(check, 'encrypted')
  if (withoutTls !== undefined) return ok(check, `not encrypted: ${withoutTls}`)
  const mend =
    'add sslmode=verify-full to its address, or name what encrypts in DATABASE_WITHOUT_TLS'
  return production
    ? wrong(check, 'not encrypted', mend)
    : warning(check, 'not encrypted; production refuses that', mend)
}

export const clockFinding = (seconds: number): Finding => {
  const found = `${seconds.toFixed(3)} s from the database's clock`
  return seconds <= CLOCK_SECONDS
    ? ok('clock', found)
    : wrong('clock', found, 'let NTP or chrony run on both machines')
}

export function binFinding(ageSeconds: number | undefined): Finding {
  const mend = 'load the newest file of your acquirer: tollgate bins load <file>'
  if (ageSeconds === undefined) return warning('issuer file', 'none is loaded', mend)
  const days = Math.floor(ageSeconds / DAY_SECONDS)
  const found = `${days} days old`
  return days <= OLD_FILE_DAYS ? ok('issuer file', found) : warning('issuer file', found, mend)
}

const leftover = (found: string): Finding =>
  wrong('sandbox data', found, 'use a database that was never a sandbox')
