import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Env = Record<string, string | undefined>
type Addresses = 'api' | 'operator' | 'portal' | 'sandbox' | 'temporal' | 'namespace'
type StackJson = Partial<Record<Addresses | 'postgres' | 'postgresVault', string>> & {
  ports?: number[]
}

/** The settings given, and beside them those of the stack that `npm start` runs here. */
export function cliEnvironment(env: Env = process.env): Env {
  const home = env.TOLLGATE_HOME ?? '.tollgate'
  const path = join(home, 'stack.json')
  if (!existsSync(path)) return env
  const stack = JSON.parse(readFileSync(path, 'utf8')) as StackJson
  return {
    ENVIRONMENT: 'sandbox',
    DATABASE_URL: stack.postgres,
    VAULT_DATABASE_URL: stack.postgresVault,
    KEYS_FILE: join(home, 'keys.json'),
    PORTAL_KEYS_FILE: join(home, 'portal-keys.json'),
    TEMPORAL_ADDRESS: stack.temporal,
    TEMPORAL_NAMESPACE: stack.namespace,
    PUBLIC_URL: stack.api,
    PORT: portOf(stack.api),
    OPERATOR_PORT: portOf(stack.operator),
    SANDBOX_RECEIVER_URL: stack.sandbox && `${stack.sandbox}/merchant`,
    STACK_PORTS: stack.ports?.join(','),
    PORTAL_URL: stack.portal,
    TOLLGATE_URL: stack.operator,
    ...env,
  }
}

const portOf = (url: string | undefined): string | undefined => url && new URL(url).port
