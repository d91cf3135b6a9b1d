import { execute, many, maybeOne, statement, transaction } from '../db.ts'
import type { Db, DbPool } from '../db.ts'
import { newSecret, openSecret, sealSecret } from '../self-service/sealed-secret.ts'
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
  /** Of nobody: opened as any other, with a key that nobody has, so that it takes as long. */
  decoy(): Promise<OpenAccount>
  /** Keeps a credential, sealed, until another person has agreed to it; what it is called. */
  propose(merchantId: string, credential: object): Promise<string>
  /** A new account with a proposed credential; false when there is one, or the proposal is gone. */
  make(db: Db, name: AccountName, settings: object, proposalId: string): Promise<boolean>
  /** A proposed credential for an account that is there; the one so far is then the one before. */
  rotate(db: Db, name: AccountName, proposalId: string): Promise<boolean>
  /** Of the sandbox alone, which moves from port to port: makes the account, or changes it. */
  save(name: AccountName, given: { settings: object; credential: object }): Promise<void>
  /** Forgets the credential before the present one. */
  endRotation(name: AccountName): Promise<boolean>
}

const DECOY = 'decoy'

export function createConnectorAccounts(pool: DbPool, envelope: Envelope): ConnectorAccounts {
  let sealedDecoy: Promise<SealedSecret> | undefined
  return {
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

    async decoy() {
      sealedDecoy ??= sealSecret(envelope, DECOY, JSON.stringify({ sharedKey: newSecret() }))
      const text = await openSecret(envelope, DECOY, await sealedDecoy)
      return { settings: {}, credentials: [JSON.parse(text) as object], version: '' }
    },

    async propose(merchantId, credential) {
      const sealed = await sealSecret(envelope, merchantId, JSON.stringify(credential))
      await execute(pool, FORGET_PROPOSALS)
      await execute(pool, PROPOSE, [merchantId, ...columnsOf(sealed)])
      return sealed.record_id
    },

    async make(db, name, settings, proposalId) {
      const sealed = await maybeOne<SealedSecret>(db, TAKE_PROPOSAL, [proposalId, name.merchantId])
      if (!sealed || (await execute(db, MAKE, [...values(name), settings])) === 0) return false
      await putInFront(db, name, sealed)
      return true
    },

    async rotate(db, name, proposalId) {
      const sealed = await maybeOne<SealedSecret>(db, TAKE_PROPOSAL, [proposalId, name.merchantId])
      if (!sealed || (await execute(db, TOUCH, values(name))) === 0) return false
      await putInFront(db, name, sealed)
      return true
    },

    async save(name, { settings, credential }) {
      const sealed = await sealSecret(envelope, name.merchantId, JSON.stringify(credential))
      await transaction(pool, async (db) => {
        await execute(db, SAVE, [...values(name), settings])
        await putInFront(db, name, sealed)
      })
    },

    endRotation: async (name) => (await execute(pool, REMOVE_PREVIOUS, values(name))) > 0,
  }
}

/** The row of the account is the lock: two changes at once come one after the other. */
async function putInFront(db: Db, name: AccountName, sealed: SealedSecret): Promise<void> {
  await execute(db, REMOVE_PREVIOUS, values(name))
  await execute(db, MAKE_PREVIOUS, values(name))
  await execute(db, INSERT, [...values(name), ...columnsOf(sealed)])
}

const columnsOf = ({ record_id, key_id, wrapped_key, ciphertext }: SealedSecret) => [
  ...[record_id, key_id, wrapped_key, ciphertext],
]

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

const FORGET_PROPOSALS = statement(
  'connector_proposal_forget',
  `delete from connector_proposal where proposed_at < clock_timestamp() - interval '2 days'`,
)

const PROPOSE = statement(
  'connector_proposal_insert',
  `insert into connector_proposal (merchant_id, record_id, key_id, wrapped_key, ciphertext)
   values ($1, $2, $3, $4, $5)`,
)

const TAKE_PROPOSAL = statement(
  'connector_proposal_take',
  `delete from connector_proposal where record_id = $1 and merchant_id = $2
   returning record_id, key_id, wrapped_key, ciphertext`,
)

const MAKE = statement(
  'connector_account_make',
  `insert into connector_account (merchant_id, connector, account, settings)
   values ($1, $2, $3, $4) on conflict do nothing`,
)

const TOUCH = statement(
  'connector_account_touch',
  `update connector_account set changed_at = clock_timestamp() where ${OF_ACCOUNT}`,
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
