import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `stack.json`: where everything is while it runs; tests and tools read it. */
export interface StackFile {
  api: string
  operator: string
  portal: string
  sandbox: string
  temporal: string
  temporalUi: string
  /** The figures of a server of our own. */
  temporalMetrics?: string
  namespace: string
  /** All that it listens on. */
  ports: readonly number[]
  /** As the application; the others as the roles of cards, of reports, and of migrations. */
  postgres: string
  postgresVault: string
  postgresReader: string
  postgresOwner: string
  /** Of the first operator. */
  operatorToken: string
  operators: SeededOperator[]
  people: SeededPerson[]
  merchants: SeededMerchant[]
  agents: SeededAgent[]
}

export interface SeededMerchant {
  merchantId: string
  secret: string
  notificationSecret: string
}

export interface SeededOperator {
  name: string
  role: string
  token: string
}

/** Of the first merchant, on the portal. */
export interface SeededPerson {
  merchantId: string
  name: string
  role: string
  password: string
  /** What an authenticator app is given. */
  totpSecret: string
}

export interface SeededAgent {
  merchantId: string
  secret: string
  actsFor: string[]
}

/** Appears at once and whole: a reader that waits for it never sees half a file. */
export function writeStackFile(home: string, contents: StackFile): void {
  const path = join(home, 'stack.json')
  writeFileSync(`${path}.draft`, `${JSON.stringify(contents, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.draft`, path)
}

export function removeStackFile(home: string): void {
  rmSync(join(home, 'stack.json'), { force: true })
}
