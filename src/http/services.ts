import type { GatewayConfig } from '../settings/config.ts'
import type { Outcome } from '../domain/actor/call.ts'
import type { ThreeDsMethod } from '../domain/instrument.ts'
import type { ThreeDsVersions } from '../domain/three-ds-versions.ts'
import type { Admission, Gateway } from '../gateway/gateway.ts'
import type { Health } from '../process/health.ts'
import type { Log } from '../process/log.ts'
import type { Metrics } from '../process/metrics.ts'
import type { CardBook } from '../postgres/cards/card-book.ts'
import type { CardTokenReads } from '../postgres/card-tokens.ts'
import type { MerchantLists } from '../postgres/lists/merchant-lists.ts'
import type { Merchants } from '../postgres/merchants.ts'
import type { DisputeReads } from '../postgres/disputes/disputes.ts'
import type { EvidenceStore } from '../postgres/disputes/dispute-evidence.ts'
import type { ConnectorAccounts } from '../postgres/providers/connector-accounts.ts'
import type { PortalSessions } from '../postgres/portal/sessions.ts'
import type { Accounts } from '../postgres/self-service/accounts.ts'
import type { ApiKeys } from '../postgres/self-service/api-keys.ts'
import type { MerchantSettlements } from '../postgres/self-service/merchant-settlements.ts'
import type { ReportedSettlements } from '../postgres/settlements/reported-settlements.ts'
import type { PaymentLinks } from '../postgres/self-service/payment-links.ts'
import type { Webhooks } from '../postgres/self-service/webhooks.ts'
import type { PaymentReads } from '../postgres/payments.ts'
import type { TokenizationReads } from '../postgres/tokenizations.ts'
import type { IdempotentAnswers } from '../postgres/idempotent-answers.ts'
import type { AuthFailures } from './auth/auth-failures.ts'
import type { Vault } from '../vault/card-vault.ts'
import type { KeyRing } from '../vault/key-ring.ts'
import type { NumberSeal } from '../vault/number-seal.ts'
import type { SecretMemory } from '../vault/secret-memory.ts'
import type { BearerTokens } from './auth/bearer-tokens.ts'
import type { WaitingPlaces } from './waiting-places.ts'

/** What of the settings endpoints and pages act by. */
type ServedConfig = Pick<
  GatewayConfig,
  | 'environment'
  | 'server'
  | 'rateLimitPerSecond'
  | 'providers'
  | 'wallets'
  | 'docs'
  | 'sandboxReceiverUrl'
  | 'localPorts'
  | 'cardLikeIds'
>

/** Everything an endpoint may use. `start-api.ts` makes the real ones. */
export interface Services {
  config: ServedConfig
  log: Log
  metrics: Metrics
  gateway: Gateway
  /** Whether there is room for one more command. */
  admission: Pick<Admission, 'arrive'>
  /** Where callers wait whose answers are held back. */
  places: WaitingPlaces
  payments: PaymentReads
  tokenizations: TokenizationReads
  disputes: DisputeReads
  /** What merchants put forward in disputes, sealed. */
  evidence: EvidenceStore
  merchants: Merchants
  authFailures: AuthFailures
  answers: IdempotentAnswers
  vault: Vault
  /** CVV and BLIK codes, in this process only. */
  secrets: SecretMemory
  /** This process's own task queue: calls that need those secrets run here. */
  secretOwner: string
  keyRing: KeyRing
  /** For merchants' own numbers that look like cards. */
  numberSeal: NumberSeal
  bearerTokens: BearerTokens
  /** Stored cards and network tokens that payments are made with. */
  cardTokens: CardTokenReads
  /** Card art of a VTS token, from the network. */
  cardVisual(instrumentRef: string, visualId: string): Promise<VisualLookup>
  /** The keys that wallets encrypt to, as they are published. */
  walletKeys(): object
  ids: Ids
  /** What merchants list: payments, events, and what moved their balance. */
  lists: MerchantLists
  webhooks: Webhooks
  links: PaymentLinks
  accounts: Accounts
  /** Merchants' accounts at acquirers, whose messages are signed with keys of their own. */
  connectorAccounts: ConnectorAccounts
  apiKeys: ApiKeys
  /** Of merchants' people: the portal presents them with what it asks in their names. */
  sessions: Pick<PortalSessions, 'look'>
  settlements: MerchantSettlements
  /** What providers tell of settlements by themselves. */
  reportedSettlements: ReportedSettlements
  cardBook: CardBook
  /** The list of banks, at most a minute old. */
  banks(account: BankAccount): Promise<Bank[]>
  /** The 3DS versions that a card number's range speaks, as far as the server says so in time. */
  threeDsVersions(
    account: ThreeDsAccount,
    number: string,
    signal?: AbortSignal,
  ): Promise<ThreeDsVersions>
  /** What came of a challenge, when the 3-D Secure server is asked; undefined while it is open. */
  threeDsResult(account: ThreeDsAccount, serverTransId: string): Promise<Outcome | undefined>
  /** What the card's issuer wants to run in the payer's browser, under a new transaction. */
  threeDsMethod(account: ThreeDsAccount, number: string): Promise<ThreeDsMethod | undefined>
  /** Whether the acquirer of such an account takes several captures of one hold. */
  takesSeveralCaptures(via: string | undefined): boolean
  /** Whether BLIK or the bank can give back what was paid through such an account. */
  givesMoneyBack(kind: 'bank' | 'blik', via: string | undefined): boolean
  /** Apple's session that lets the browser show its sheet; none where Apple Pay on the web is not set up. */
  appleSession(request: AppleSessionRequest): Promise<string | undefined>
  /** Whether Apple would know us as this merchant. */
  hasAppleCertificate(merchantIdentifier: string): boolean
  /** The description of every endpoint that is served. */
  openapi(): object
  health: Health
}

/** The few of them that a function says it uses; whoever calls it need not have the others. */
export type Uses<Name extends keyof Services> = Pick<Services, Name>

export interface Ids {
  random(): string
  /** Always the same id for the same parts. */
  keyed(...parts: string[]): string
  /** Keyed hash of a request's body, without what must not be kept. */
  bodyHash(body: unknown): string
}

export interface AppleSessionRequest {
  merchantIdentifier: string
  displayName: string
  domainName: string
}

/** Which 3-D Secure server is asked: a merchant's own account, else that of the installation. */
export interface ThreeDsAccount {
  merchantId: string
  /** As `connector/account`. */
  threeds?: string | undefined
}

/** Whose list it is: a merchant's own account, else that of the installation. */
export interface BankAccount {
  merchantId: string
  /** As `connector/account`. */
  via?: string | undefined
  /** The merchant's intermediaries, the preferred first; absent: all. */
  providers?: readonly string[] | undefined
}

export interface Bank {
  provider: string
  bank: string
  bankId: number
  name: string
  iconURL: string
  available: boolean
}

export type VisualLookup =
  | {
      type: 'found'
      visual: { visualId: string; contentType: string; width: number; height: number; data: string }
    }
  | { type: 'notFound' }
  | { type: 'unknown' }
