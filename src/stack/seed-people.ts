import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PortalRole } from '../domain/portal-role.ts'
import { hashPassword } from '../portal/auth/passwords.ts'
import { newTotpSecret } from '../portal/auth/totp.ts'
import type { DbPool } from '../postgres/db.ts'
import { createPeople } from '../postgres/portal/people.ts'
import type { Envelope } from '../postgres/self-service/sealed-secret.ts'
import { randomId } from '../vault/random-id.ts'
import type { SeededPerson } from './stack-file.ts'

const people: readonly { name: string; role: PortalRole }[] = [
  { name: 'olga', role: 'owner' },
  { name: 'sam', role: 'support' },
]

interface Credentials {
  password: string
  totpSecret: string
}

/** Two people of the sandbox's first merchant; whoever is there already stays as they are. */
export async function seedPeople(
  pool: DbPool,
  envelope: Envelope,
  { home, merchantId }: { home: string; merchantId: string },
): Promise<SeededPerson[]> {
  const credentials = keepCredentials(join(home, 'people.json'))
  const store = createPeople(pool, envelope)
  const act = { merchantId, actor: 'npm start', origin: 'npm start' }
  const seeded: SeededPerson[] = []
  for (const { name, role } of people) {
    const { password, totpSecret } = credentials[name] ?? newCredentials()
    const token = await store.invite({ personId: randomId(), name, role }, act)
    if (token !== undefined)
      await store.join(token, {
        password: await hashPassword(password),
        secret: totpSecret,
        step: 0,
        recoveryCodes: [],
        origin: act.origin,
      })
    seeded.push({ merchantId, name, role, password, totpSecret })
  }
  return seeded
}

function keepCredentials(path: string): Record<string, Credentials> {
  const known = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Credentials>)
    : {}
  const kept = Object.fromEntries(people.map(({ name }) => [name, known[name] ?? newCredentials()]))
  writeFileSync(`${path}.draft`, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.draft`, path)
  return kept
}

const newCredentials = (): Credentials => ({
  password: randomBytes(12).toString('base64url'),
  totpSecret: newTotpSecret(),
})
