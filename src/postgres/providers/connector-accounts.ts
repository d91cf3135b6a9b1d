import { execute, many, statement, transaction } from '../db.ts'
import type { Db, DbPool } from '../db.ts'
import { openSecret, sealSecret } from '../self-service/sealed-secret.ts'
import type { Envelope, SealedSecret } from '../self-service/sealed-secret.ts'

/** Whose account it is, at which connector, and which of several. */
export interface AccountName {
  merchantId: string
  connector: string
  account: string
}

export interface ConnectorAccount extends AccountName {
  settings: object
  createdAt: Date
  changedAt: Date
}

export interface OpenAccount {
  settings: object
  /** The one that calls are made with, then the one before it. */
  credentials: object[]
  /** Changes with everything that a client is made of. */
  version: string
}

/** Accounts of merchants at acquirers. Credentials are sealed, and readable here alone. */
export interface ConnectorAccounts {
  list(merchantId: string): Promise<ConnectorAccount[]>
  open(name: AccountName): Promise<OpenAccount | undefined>
  /** Makes the account, or changes it: the credential so far is then the one before. */
  save(name: AccountName, given: { settings: object; credential: object }): Promise<void>
  /** Forgets the credential before the present one. */
  endRotation(name: AccountName): Promise<boolean>
}

export const createConnectorAccounts = (pool: DbPool, envelope: Envelope): ConnectorAccounts => ({
  list: (merchantId) => listAccounts(pool, merchantId),

  async open(name) {
    const rows = await many<CredentialRow>(pool, OPEN, values(name))
    const [first] = rows
    if (!first) return undefined
    const credentials = await Promise.all(
      rows.map(
        async (row) => JSON.parse(await openSecret(envelope, name.merchantId, row)) as object,
      ),
    )
    const version = `${first.record_id} ${first.changed_at.toISOString()}`
    return { settings: first.settings, credentials, version }
  },

  async save(name, { settings, credential }) {
    const sealed = await sealSecret(envelope, name.merchantId, JSON.stringify(credential))
    const { record_id, key_id, wrapped_key, ciphertext } = sealed
    await transaction(pool, async (db) => {
      // The row of the account is the lock: two changes at once come one after the other.
      await execute(db, SAVE, [...values(name), settings])
      await execute(db, REMOVE_PREVIOUS, values(name))
      await execute(db, MAKE_PREVIOUS, values(name))
      await execute(db, INSERT, [...values(name), record_id, key_id, wrapped_key, ciphertext])
    })
  },

  endRotation: async (name) => (await execute(pool, REMOVE_PREVIOUS, values(name))) > 0,
})

/** Without credentials, so that nobody needs a key to read it. */
export const listAccounts = (db: Db, merchantId: string): Promise<ConnectorAccount[]> =>
  many<ConnectorAccount>(db, LIST, [merchantId])

/** The accounts of all merchants at these connectors. */
export const listAccountsAt = (db: Db, connectors: readonly string[]): Promise<AccountName[]> =>
  many<AccountName>(db, LIST_AT, [connectors])

interface CredentialRow extends SealedSecret {
  settings: object
  changed_at: Date
}

const values = ({ merchantId, connector, account }: AccountName) => [merchantId, connector, account]

const OF_ACCOUNT = 'merchant_id = $1 and connector = $2 and account = $3'

const LIST = statement(
  'connector_account_list',
  `select merchant_id as "merchantId", connector, account, settings,
          created_at as "createdAt", changed_at as "changedAt"
     from connector_account where merchant_id = $1 order by connector, account`,
)

const LIST_AT = statement(
  'connector_account_list_at',
  `select merchant_id as "merchantId", connector, account
     from connector_account where connector = any($1) order by connector, account, merchant_id`,
)

const OPEN = statement(
  'connector_account_open',
  `select a.settings, a.changed_at, c.record_id, c.key_id, c.wrapped_key, c.ciphertext
     from connector_account a join connector_credential c using (merchant_id, connector, account)
    where ${OF_ACCOUNT} order by c.slot`,
)

const SAVE = statement(
  'connector_account_save',
  `insert into connector_account (merchant_id, connector, account, settings) values ($1, $2, $3, $4)
   on conflict (merchant_id, connector, account)
   do update set settings = $4, changed_at = clock_timestamp()`,
)

const REMOVE_PREVIOUS = statement(
  'connector_credential_remove_previous',
  `delete from connector_credential where ${OF_ACCOUNT} and slot = 2`,
)

const MAKE_PREVIOUS = statement(
  'connector_credential_make_previous',
  `update connector_credential set slot = 2 where ${OF_ACCOUNT} and slot = 1`,
)

const INSERT = statement(
  'connector_credential_insert',
  `insert into connector_credential
     (merchant_id, connector, account, slot, record_id, key_id, wrapped_key, ciphertext)
   values ($1, $2, $3, 1, $4, $5, $6, $7)`,
)
