import type { Db, Statement } from '../postgres/db.ts'
import { execute, many, one, statement } from '../postgres/db.ts'
import type { Envelope } from './envelope.ts'
import { ownerOf, toSealed } from './secret-row.ts'
import type { SecretRow } from './secret-row.ts'

export type RewrapResult = { rewrapped: number; unreadable: string[]; last: string | undefined }

type Store = { db: Db; envelope: Envelope }
type Batch = Store & { of: SealedKind; limit: number; after: string | undefined }

/** Everything that stands sealed under the vault's keys: a kind that is missing here would be lost. */
export const vaultKinds = [
  'cards',
  'merchantSecrets',
  'webhookSecrets',
  'connectorCredentials',
  'connectorProposals',
  'disputeEvidence',
  'providerExchanges',
] as const
/** The secrets of people's one-time codes, which stand under the portal's own keys. */
export const portalKinds = ['portalCodes'] as const
const sealedKinds = [...vaultKinds, ...portalKinds]
export type SealedKind = (typeof sealedKinds)[number]

/**
 * Moves up to `limit` secrets to the current wrapping key while traffic runs. Each row says
 * itself under which key it stands, so a run that was cut off just starts again. Call with
 * the last reference until nothing is left; unreadable rows are listed and passed over.
 */
export async function rewrapSecrets(batch: Batch): Promise<RewrapResult> {
  const { db, envelope, of, limit, after } = batch
  const { selectOutdated, replaceKey } = statements[of]
  const current = await envelope.currentKeyId()
  const rows = await many<SecretRow>(db, selectOutdated, [current, after ?? '', limit])
  const result: RewrapResult = { rewrapped: 0, unreadable: [], last: rows.at(-1)?.ref }
  for (const row of rows) {
    const sealed = await envelope.rewrap(toSealed(row), ownerOf(row)).catch(() => undefined)
    if (sealed) {
      const values = [row.ref, row.key_id, sealed.keyId, sealed.wrappedKey]
      result.rewrapped += await execute(db, replaceKey, values)
    } else {
      result.unreadable.push(row.ref)
    }
  }
  return result
}

/** Tries one secret of every kind and key in use. */
export async function findUnreadableKeys(
  { db, envelope }: Store,
  kinds: readonly SealedKind[],
): Promise<string[]> {
  const unreadable = new Set<string>()
  for (const kind of kinds)
    for (const row of await many<SecretRow>(db, statements[kind].selectOnePerKey))
      await envelope.open(toSealed(row), ownerOf(row)).then(
        (plaintext) => plaintext.fill(0),
        () => unreadable.add(row.key_id),
      )
  return [...unreadable]
}

/** How many secrets would be lost with this key. */
export async function countUnder(db: Db, keyId: string): Promise<number> {
  let found = 0
  for (const kind of sealedKinds)
    found += (await one<{ count: number }>(db, statements[kind].countUnder, [keyId])).count
  return found
}

interface Place {
  table: string
  ref: string
  merchantId: string
  isThere: string
}

const places: Record<SealedKind, Place> = {
  cards: {
    table: 'vault.secret',
    ref: 'ref',
    merchantId: 'merchant_id',
    isThere: 'destroyed_at is null',
  },
  merchantSecrets: {
    table: 'merchant_secret',
    ref: 'record_id',
    merchantId: 'mid',
    isThere: 'true',
  },
  webhookSecrets: {
    table: 'webhook_secret',
    ref: 'record_id',
    merchantId: 'merchant_id',
    isThere: 'true',
  },
  connectorCredentials: {
    table: 'connector_credential',
    ref: 'record_id',
    merchantId: 'merchant_id',
    isThere: 'true',
  },
  connectorProposals: {
    table: 'connector_proposal',
    ref: 'record_id',
    merchantId: 'merchant_id',
    isThere: 'true',
  },
  disputeEvidence: {
    table: 'dispute_evidence',
    ref: 'ref',
    merchantId: 'merchant_id',
    isThere: 'true',
  },
  providerExchanges: {
    table: 'provider_exchange',
    ref: 'ref',
    merchantId: 'merchant_id',
    isThere: 'true',
  },
  portalCodes: {
    table: 'portal_totp',
    ref: 'record_id',
    merchantId: 'merchant_id',
    isThere: 'true',
  },
}

const statements = {
  cards: statementsOf('cards'),
  merchantSecrets: statementsOf('merchantSecrets'),
  webhookSecrets: statementsOf('webhookSecrets'),
  connectorCredentials: statementsOf('connectorCredentials'),
  connectorProposals: statementsOf('connectorProposals'),
  disputeEvidence: statementsOf('disputeEvidence'),
  providerExchanges: statementsOf('providerExchanges'),
  portalCodes: statementsOf('portalCodes'),
} satisfies Record<SealedKind, Record<string, Statement>>

function statementsOf(kind: SealedKind) {
  const { table, ref, merchantId, isThere } = places[kind]
  const columns = `${ref} as ref, ${merchantId} as merchant_id, key_id, wrapped_key, ciphertext`
  return {
    selectOutdated: statement(
      `sealed_select_outdated_${kind}`,
      `select ${columns} from ${table}
        where key_id <> $1 and ${ref} > $2 and ${isThere} order by ${ref} limit $3`,
    ),
    // Conditional, so that a secret destroyed or re-wrapped meanwhile is left as it is.
    replaceKey: statement(
      `sealed_replace_key_${kind}`,
      `update ${table} set key_id = $3, wrapped_key = $4
        where ${ref} = $1 and key_id = $2 and ${isThere}`,
    ),
    countUnder: statement(
      `sealed_count_under_${kind}`,
      `select count(*)::int as count from ${table} where key_id = $1 and ${isThere}`,
    ),
    // Jumps from key to key along the index instead of reading every row.
    selectOnePerKey: statement(
      `sealed_one_per_key_${kind}`,
      `with recursive keys as (
         (select min(key_id) as key_id from ${table} where ${isThere})
         union all
         select (select min(key_id) from ${table} where key_id > keys.key_id and ${isThere})
         from keys where keys.key_id is not null
       )
       select sample.*
       from keys cross join lateral (
         select ${columns} from ${table} where key_id = keys.key_id and ${isThere}
         order by ${ref} limit 1
       ) sample`,
    ),
  }
}
