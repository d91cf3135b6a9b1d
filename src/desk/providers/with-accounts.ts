import { readConfig } from '../../settings/config.ts'
import { createAccountGuard } from '../../connectors/account-guard.ts'
import type { AccountGuard } from '../../connectors/account-guard.ts'
import { createConnectorAccounts } from '../../postgres/providers/connector-accounts.ts'
import type { ConnectorAccounts } from '../../postgres/providers/connector-accounts.ts'
import { createKeyWrapper } from '../../vault/create-key-wrapper.ts'
import { createEnvelope } from '../../vault/envelope.ts'
import { loadKeyRing } from '../../vault/key-ring.ts'
import type { Connections } from '../with-connections.ts'
import { withConnections } from '../with-connections.ts'

export interface AccountParts extends Pick<Connections, 'db'> {
  accounts: ConnectorAccounts
  guard: AccountGuard
}

/** As `withConnections`, for commands that need accounts and their credentials. */
export const withAccounts = <T>(run: (parts: AccountParts) => Promise<T>): Promise<T> =>
  withConnections(({ db }) => {
    const { keysFile, environment } = readConfig(process.env, 'cli')
    const envelope = createEnvelope(createKeyWrapper(loadKeyRing(keysFile)))
    const accounts = createConnectorAccounts(db, envelope)
    return run({ db, accounts, guard: createAccountGuard(environment) })
  })
