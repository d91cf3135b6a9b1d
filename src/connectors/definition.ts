import type { z } from 'zod'
import type { Answer, Network } from './http.ts'

export const connectorKinds = ['acquirer', 'bank', 'blik', 'threeds', 'tokens'] as const
export type ConnectorKind = (typeof connectorKinds)[number]

/** A connector as data: what the registry, operators, routing and the conformance suite read. */
export interface Definition<Kind extends ConnectorKind, Capabilities extends object, Client> {
  /** Whose protocol it is; no other connector of its kind has this name. */
  name: string
  kind: Kind
  title: string
  capabilities: Capabilities
  /** What is no secret: addresses, time limits, switches. */
  settings: z.ZodObject
  /** What is: keys to call with, keys that its messages are checked with. */
  credential: z.ZodObject
  /** The provider's words for what became of an operation, and ours. */
  outcomes: Readonly<Record<string, string>>
  webhook?: Webhook
  /** Throws what is wrong with the account, in the names of its members and never their values. */
  open(account: Account, network?: Network): Client
  /** The account as it is kept: checked, and with what was left out. */
  stored(account: Account): { settings: object; credential: object }
  /** Asks for nothing: whether the provider is there and takes the credential. */
  probe(account: Account, network?: Network, signal?: AbortSignal): Promise<Probe>
}

/** Settings and credential as they are kept, not yet trusted. */
export interface Account {
  settings: unknown
  credential: unknown
}

export type Probe = 'ready' | 'refused' | 'silent'

/** The provider's own messages. Their keys are of their own, never those that we call with. */
export interface Webhook {
  /** The header or field that carries the signature. */
  signature: string
  /** The member of the credential that proves it; `webhookKey` unless said. */
  key?: string
  events: readonly string[]
}

interface Draft<
  Kind extends ConnectorKind,
  Capabilities extends object,
  Client,
  Settings extends z.ZodObject,
  Credential extends z.ZodObject,
  Hook extends Webhook,
> {
  name: string
  kind: Kind
  title: string
  capabilities: Capabilities
  settings: Settings
  credential: Credential
  outcomes: Readonly<Record<string, string>>
  webhook?: Hook
  connect(settings: z.infer<Settings> & Network, credential: z.infer<Credential>): Client
  ask(
    settings: z.infer<Settings> & Network,
    credential: z.infer<Credential>,
    signal?: AbortSignal,
  ): Promise<Answer<unknown>>
}

/** Completes a definition: an account is checked here, so that no connector has to. */
export function defineConnector<
  Kind extends ConnectorKind,
  Capabilities extends object,
  Client,
  Settings extends z.ZodObject,
  Credential extends z.ZodObject,
  Hook extends Webhook = never,
>({
  connect,
  ask,
  webhook,
  ...data
}: Draft<Kind, Capabilities, Client, Settings, Credential, Hook>): Definition<
  Kind,
  Capabilities,
  Client
> & { webhook?: Hook } {
  const read = (account: Account) => ({
    settings: checked(data.settings, account.settings, 'setting'),
    credential: checked(data.credential, account.credential, 'credential'),
  })
  return {
    ...data,
    ...(webhook && { webhook }),
    open(account, network) {
      const { settings, credential } = read(account)
      return connect({ ...settings, ...network }, credential)
    },
    stored: read,
    async probe(account, network, signal) {
      const { settings, credential } = read(account)
      return probeOf(await ask({ ...settings, ...network }, credential, signal))
    },
  }
}

/** What is wrong with an account. Names members, never values: a value may be a secret. */
export class AccountError extends Error {}

function checked<Schema extends z.ZodObject>(
  schema: Schema,
  value: unknown,
  what: string,
): z.infer<Schema> {
  const parsed = schema.strict().safeParse(value ?? {})
  if (parsed.success) return parsed.data as z.infer<Schema>
  const problems = parsed.error.issues.map(({ path, code, message }) =>
    code === 'unrecognized_keys' ? message : `${path.join('.') || what}: ${message}`,
  )
  throw new AccountError(`wrong ${what}: ${problems.join('; ')}`)
}

/** "Not found" in the provider's own words is an answer to somebody whom it knows. */
function probeOf(answer: Answer<unknown>): Probe {
  if (answer.type === 'answered') return 'ready'
  if (answer.type !== 'refused') return 'silent'
  return answer.status === 404 ? 'ready' : 'refused'
}
