import type { AcquirerDefinition } from '../src/connectors/acquirer.ts'
import type { Settles } from '../src/connectors/acquirer.ts'
import type { Bank } from '../src/connectors/bank/index.ts'
import type { Blik } from '../src/connectors/blik/index.ts'
import type { MerchantClient } from '../src/connectors/merchant/client.ts'
import type { ThreeDs } from '../src/connectors/threeds.ts'
import type { TokenService, TokenServiceName } from '../src/connectors/tokens/index.ts'
import type { CommandMessage } from '../src/domain/actor/message.ts'
import type { Report } from '../src/domain/dispute/commands.ts'
import type { Dispute } from '../src/domain/dispute/dispute.ts'
import type { CreateTokenization } from '../src/domain/tokenization/commands.ts'
import type { Log } from '../src/process/log.ts'
import type { Metrics } from '../src/process/metrics.ts'
import type { CardBook } from '../src/postgres/cards/card-book.ts'
import type { CardTokenReads } from '../src/postgres/card-tokens.ts'
import type { Hint } from '../src/postgres/changes.ts'
import type { DbPool } from '../src/postgres/db.ts'
import type { EvidenceStore } from '../src/postgres/disputes/dispute-evidence.ts'
import type { Intents } from '../src/postgres/intents.ts'
import type { Merchants } from '../src/postgres/merchants.ts'
import type { Beats } from '../src/postgres/processes/beats.ts'
import type { AccountCharges } from '../src/postgres/providers/account-health.ts'
import type { ConnectorAccounts } from '../src/postgres/providers/connector-accounts.ts'
import type { Exchanges } from '../src/postgres/providers/exchanges.ts'
import type { WebhookDeliveries } from '../src/postgres/self-service/webhook-deliveries.ts'
import type { Vault } from '../src/vault/card-vault.ts'
import type { KeyRing } from '../src/vault/key-ring.ts'
import type { NumberSeal } from '../src/vault/number-seal.ts'
import type { SecretMemory } from '../src/vault/secret-memory.ts'
import type { WalletRoots } from '../src/wallets/roots.ts'
import type { AccountClients } from './account-clients.ts'
import type { RoutedAcquirer } from './routed-acquirer.ts'

/** Everything activities reach the world through. */
export interface Deps {
  db: DbPool
  log: Log
  metrics?: Metrics
  hint: Hint
  intents: Intents
  beats: Beats
  vault: Vault
  keyRing: KeyRing
  /** For merchants' own numbers that look like cards. */
  numberSeal: NumberSeal
  acquirer: RoutedAcquirer
  routing: RoutingParts
  threeDs: ThreeDs
  blik: Blik & Settles
  bank: Bank & Settles
  /** Merchants' own accounts at such providers. */
  accounts: {
    bank: AccountClients<Bank>
    blik: AccountClients<Blik>
    threeds: AccountClients<ThreeDs>
  }
  merchants: Merchants
  merchantClient: MerchantClient
  webhooks: WebhookDeliveries
  tokenServices: Record<TokenServiceName, TokenService>
  cardTokens: CardTokenReads
  cardBook: CardBook
  evidence: EvidenceStore
  /** What providers are asked and answer; absent: nobody keeps it. */
  exchanges?: Exchanges
  tokenizations: TokenizationActors
  walletRoots: () => Promise<WalletRoots>
  /** Our name as a gateway at Google Pay. */
  googleGateway: string
  publicUrl: string
  /** The task queue that only this process takes from. */
  processQueue: string
  /** Only in the API process that took them: the CVVs and BLIK codes. */
  secrets?: SecretMemory
}

/** What a way is chosen by. */
export interface RoutingParts {
  charges: AccountCharges
  accounts: Pick<ConnectorAccounts, 'list'>
  definitions: readonly AcquirerDefinition[]
}

/** Tells a dispute something, or begins it with that; with what stands of it, where that is known. */
export type SignalDispute = (
  message: CommandMessage<Report>,
  state: Dispute | undefined,
) => Promise<void>

/** The way to other tokenizations; both throw when Temporal did not acknowledge. */
export interface TokenizationActors {
  /** Starts it, unless it was started before. */
  start(command: CreateTokenization): Promise<void>
  /** Its token was discarded through another tokenization of the same card. */
  signalDiscarded(tokenizerId: string, by: string): Promise<void>
}
