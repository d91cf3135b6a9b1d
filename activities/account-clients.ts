import { AccountError } from '../src/connectors/definition.ts'
import type { AccountGuard } from '../src/connectors/account-guard.ts'
import type { Account } from '../src/connectors/definition.ts'
import type { Network } from '../src/connectors/http.ts'
import type { Log } from '../src/process/log.ts'
import type {
  AccountName,
  ConnectorAccounts,
} from '../src/postgres/providers/connector-accounts.ts'

interface Parts<Client> {
  definitions: readonly { name: string; open(account: Account, network?: Network): Client }[]
  accounts: Pick<ConnectorAccounts, 'open'>
  guard: AccountGuard
  log: Pick<Log, 'error'>
}

/** Undefined when the account is not there, or can not be opened. */
export type AccountClients<Client> = (to: AccountName) => Promise<Client | undefined>

/** Clients of merchants' own accounts, kept until an account changes. */
export function createAccountClients<Client>({
  definitions,
  accounts,
  guard,
  log,
}: Parts<Client>): AccountClients<Client> {
  const clients = new Map<string, { version: string; client: Client }>()

  async function clientOf(to: AccountName): Promise<Client | undefined> {
    const definition = definitions.find(({ name }) => name === to.connector)
    const account = definition && (await accounts.open(to))
    if (!account) return undefined
    const name = `${to.merchantId} ${to.connector} ${to.account}`
    const known = clients.get(name)
    if (known?.version === account.version) return known.client
    const { settings, credentials } = account
    const network = guard(settings)
    const client = definition.open({ settings, credential: credentials[0] }, network)
    clients.set(name, { version: account.version, client })
    return client
  }

  /** What is wrong with an account is for an operator; that it could not be read is for a retry. */
  return (to) =>
    clientOf(to).catch((error: unknown) => {
      if (!(error instanceof AccountError)) throw error
      log.error({ ...to, problem: error.message }, 'an account at a provider cannot be opened')
      return undefined
    })
}
