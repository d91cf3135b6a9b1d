import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { StackFailure } from './failure.ts'

/** What the processes of one stack share and nobody chose; made once and kept with the data. */
export interface Secrets {
  /** Of the owner; the others are those of the roles that the processes work as. */
  postgresPassword: string
  applicationPassword: string
  vaultPassword: string
  readerPassword: string
  portalPassword: string
  /** Of a Temporal cluster on the same Postgres. */
  temporalPassword: string
  operatorToken: string
  acquirerKey: string
  acquirerWebhookKey: string
  threedsKey: string
  threedsWebhookKey: string
  blikKey: string
  blikWebhookKey: string
  bankServiceId: string
  bankKey: string
  bankWebhookKey: string
  tokensKey: string
  tokensWebhookKey: string
}

export function keepSecrets(path: string): Secrets {
  const known = existsSync(path) ? readSecrets(path) : {}
  const secrets = { ...newSecrets(), ...known }
  const draft = `${path}.draft`
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, path)
  return secrets
}

function readSecrets(path: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<Secrets>
  } catch {
    throw new StackFailure(
      `${path} cannot be read. The database password is in it: put the file back, or remove the ` +
        'whole folder to begin with an empty gateway.',
    )
  }
}

function newSecrets(): Secrets {
  const secret = () => randomBytes(24).toString('base64url')
  return {
    postgresPassword: secret(),
    applicationPassword: secret(),
    vaultPassword: secret(),
    readerPassword: secret(),
    portalPassword: secret(),
    temporalPassword: secret(),
    operatorToken: secret(),
    acquirerKey: secret(),
    acquirerWebhookKey: secret(),
    threedsKey: secret(),
    threedsWebhookKey: secret(),
    blikKey: secret(),
    blikWebhookKey: secret(),
    bankServiceId: String(100_000 + (randomBytes(4).readUInt32BE() % 900_000)),
    bankKey: secret(),
    bankWebhookKey: secret(),
    tokensKey: secret(),
    tokensWebhookKey: secret(),
  }
}
