import type { CardToken, TokenStatus, TokenType } from '../domain/card-token.ts'
import type { Organization } from '../domain/instrument.ts'
import type { Db } from './db.ts'
import { many, maybeOne, statement } from './db.ts'

/** Stored cards and network tokens, as payments and merchants find them. */
export interface CardTokenReads {
  /** By the number that the merchant pays with (COF). */
  find(merchantId: string, instrumentNo: string): Promise<CardToken | undefined>
  /** By the network's reference (VTS, SCOF). */
  findByRef(merchantId: string, instrumentRef: string): Promise<CardToken | undefined>
  /** All that were made of one card, newest first. */
  findByCard(merchantId: string, fingerprint: string): Promise<CardToken[]>
  /** The active number of a customer's card, or of the very card that is kept there. */
  findActive(owner: CardOwner): Promise<CardToken | undefined>
  /** The active cards that a merchant, or its agent, has stored for one customer, newest first. */
  ofCustomer(by: StoredBy, customerKey: string): Promise<CardToken[]>
  /** Every tokenization of the token that this one led to, but itself. */
  siblings(tokenizerId: string): Promise<string[]>
  /** The tokenizations of a network's token, whichever merchant's they are. */
  tokenizersOf(instrumentRef: string): Promise<string[]>
  /** The tokenizations of a stored card, by the number that its merchant pays with. */
  tokenizersOfCard(merchantId: string, instrumentNo: string): Promise<string[]>
  /** Whether a token was made through this agent. */
  isOfAgent(merchantId: string, tokenId: string, agentId: string): Promise<boolean>
  /** Whether a token was made for this customer. */
  isOfCustomer(merchantId: string, tokenId: string, customerKey: string): Promise<boolean>
}

interface StoredBy {
  merchantId: string
  agentId?: string | undefined
}

export interface CardOwner {
  merchantId: string
  customerKey: string
  fingerprint: string
  vaultRef: string
}

export function createCardTokenReads(db: Db): CardTokenReads {
  const find = async (merchantId: string, tokenId: string, isCof: boolean) => {
    const row = await maybeOne<Row>(db, FIND, [merchantId, tokenId, isCof])
    return row && toCardToken(row)
  }
  const ids = async (sql: typeof SIBLINGS, ...values: string[]): Promise<string[]> =>
    (await many<{ tokenizer_id: string }>(db, sql, values)).map((row) => row.tokenizer_id)
  return {
    find: (merchantId, instrumentNo) => find(merchantId, instrumentNo, true),
    findByRef: (merchantId, instrumentRef) => find(merchantId, instrumentRef, false),
    findByCard: async (merchantId, fingerprint) =>
      (await many<Row>(db, FIND_BY_CARD, [merchantId, fingerprint])).map(toCardToken),
    findActive: async ({ merchantId, customerKey, fingerprint, vaultRef }) => {
      const row = await maybeOne<Row>(db, FIND_ACTIVE, [
        merchantId,
        customerKey,
        fingerprint,
        vaultRef,
      ])
      return row && toCardToken(row)
    },
    ofCustomer: async ({ merchantId, agentId }, customerKey) =>
      (await many<Row>(db, OF_CUSTOMER, [merchantId, customerKey, agentId ?? null])).map(
        toCardToken,
      ),
    siblings: (tokenizerId) => ids(SIBLINGS, tokenizerId),
    tokenizersOf: (instrumentRef) => ids(TOKENIZERS_OF, instrumentRef),
    tokenizersOfCard: (merchantId, instrumentNo) => ids(OF_CARD, merchantId, instrumentNo),
    isOfAgent: async (merchantId, tokenId, agentId) =>
      (await maybeOne(db, IS_OF_AGENT, [merchantId, tokenId, agentId])) !== undefined,
    isOfCustomer: async (merchantId, tokenId, customerKey) =>
      (await maybeOne(db, IS_OF_CUSTOMER, [merchantId, tokenId, customerKey])) !== undefined,
  }
}

interface Row {
  token_id: string
  type: TokenType
  tokenizer_id: string
  fingerprint: string | null
  vault_ref: string | null
  card_mask: string
  exp_date: string
  organization: Organization
  status: TokenStatus
  visuals: NonNullable<CardToken['visuals']>
  created_at: Date
}

const toCardToken = (row: Row): CardToken => ({
  type: row.type,
  ...(row.type === 'COF' ? { instrumentNo: row.token_id } : { instrumentRef: row.token_id }),
  tokenizerId: row.tokenizer_id,
  ...(row.vault_ref !== null && { vaultRef: row.vault_ref }),
  ...(row.fingerprint !== null && { fingerprint: row.fingerprint }),
  cardMask: row.card_mask,
  expDate: row.exp_date,
  organization: row.organization,
  status: row.status,
  visuals: row.visuals,
  createdAt: row.created_at.getTime(),
})

const COLUMNS = `token_id, type, tokenizer_id, fingerprint, vault_ref, card_mask, exp_date,
  organization, status, visuals, created_at`

const FIND = statement(
  'card_token_find',
  `select ${COLUMNS} from card_token
   where merchant_id = $1 and token_id = $2 and (type = 'COF') = $3`,
)

const FIND_BY_CARD = statement(
  'card_token_find_by_card',
  `select ${COLUMNS} from card_token
   where merchant_id = $1 and fingerprint = $2 order by created_at desc, token_id limit 100`,
)

// The card of a payment with a stored card has its number already, whoever the customer is.
const FIND_ACTIVE = statement(
  'card_token_find_active',
  `select ${COLUMNS} from card_token
   where merchant_id = $1 and fingerprint = $3 and type = 'COF' and status = 'ACTIVE'
     and (vault_ref = $4 or customer_key = $2)
   order by vault_ref = $4 desc limit 1`,
)

const OF_CUSTOMER = statement(
  'card_token_of_customer',
  `select ${COLUMNS} from card_token
   where merchant_id = $1 and customer_key = $2 and type = 'COF' and status = 'ACTIVE'
     and ($3::text is null or exists (
       select from tokenization t where t.merchant_id = card_token.merchant_id
         and t.token_id = card_token.token_id and t.agent_id = $3))
   order by created_at desc, token_id limit 10`,
)

const SIBLINGS = statement(
  'card_token_siblings',
  `select other.tokenizer_id from tokenization own
     join tokenization other on other.merchant_id = own.merchant_id and other.token_id = own.token_id
   where own.tokenizer_id = $1 and other.tokenizer_id <> $1 and other.status = 'COMPLETED'`,
)

const TOKENIZERS_OF = statement(
  'card_token_tokenizers_of',
  `select t.tokenizer_id from card_token c
     join tokenization t on t.merchant_id = c.merchant_id and t.token_id = c.token_id
   where c.token_id = $1 and c.type <> 'COF'`,
)

const OF_CARD = statement(
  'card_token_tokenizers_of_card',
  `select tokenizer_id from tokenization
   where merchant_id = $1 and token_id = $2 and kind = 'COF' and status = 'COMPLETED'`,
)

const IS_OF_AGENT = statement(
  'card_token_is_of_agent',
  `select 1 as found from tokenization
   where merchant_id = $1 and token_id = $2 and agent_id = $3 limit 1`,
)

const IS_OF_CUSTOMER = statement(
  'card_token_is_of_customer',
  `select 1 as found from card_token
   where merchant_id = $1 and token_id = $2 and customer_key = $3 limit 1`,
)
