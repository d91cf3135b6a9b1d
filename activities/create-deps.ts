import type { Deps, TokenizationActors } from './deps.ts'
import { createAccountClients } from './account-clients.ts'
import { createRoutedAcquirer } from './routed-acquirer.ts'
import { reportedLines, reportedBatches } from './settlement/reported-batches.ts'
import { createWalletRoots } from './wallet-roots.ts'
import type { GatewayConfig } from '../src/settings/config.ts'
import type { Settles } from '../src/connectors/acquirer.ts'
import { createAccountGuard } from '../src/connectors/account-guard.ts'
import { createAcquirer } from '../src/connectors/sandbox-acquirer/index.ts'
import { createBank } from '../src/connectors/bank/index.ts'
import { createBlik } from '../src/connectors/blik/index.ts'
import { createMerchantClient } from '../src/connectors/merchant/client.ts'
import { calledAddressRules } from '../src/domain/web-address.ts'
import { acquirers, banks, bliks, threeDsServers } from '../src/connectors/registry.ts'
import { createThreeDs } from '../src/connectors/threeds/index.ts'
import { createTokenServices } from '../src/connectors/tokens/index.ts'
import type { Log } from '../src/process/log.ts'
import type { Metrics } from '../src/process/metrics.ts'
import { createCardBook } from '../src/postgres/cards/card-book.ts'
import { createCardTokenReads } from '../src/postgres/card-tokens.ts'
import { createHints } from '../src/postgres/changes.ts'
import type { Changes } from '../src/postgres/changes.ts'
import type { DbPool } from '../src/postgres/db.ts'
import { createBeats } from '../src/postgres/processes/beats.ts'
import { createAccountCharges } from '../src/postgres/providers/account-health.ts'
import { createConnectorAccounts } from '../src/postgres/providers/connector-accounts.ts'
import { createExchanges } from '../src/postgres/providers/exchanges.ts'
import { createEvidenceStore } from '../src/postgres/disputes/dispute-evidence.ts'
import { createIntents } from '../src/postgres/intents.ts'
import { createMerchants } from '../src/postgres/merchants.ts'
import { createWebhookDeliveries } from '../src/postgres/self-service/webhook-deliveries.ts'
import { createReportedSettlements } from '../src/postgres/settlements/reported-settlements.ts'
import { createVault } from '../src/vault/card-vault.ts'
import { createEnvelope } from '../src/vault/envelope.ts'
import type { KeyRing } from '../src/vault/key-ring.ts'
import { createKeyWrapper } from '../src/vault/create-key-wrapper.ts'
import { createNumberSeal } from '../src/vault/number-seal.ts'
import type { SecretMemory } from '../src/vault/secret-memory.ts'
import { present } from '../src/domain/present.ts'

interface ProcessParts {
  config: GatewayConfig
  db: DbPool
  vaultDb: DbPool
  keyRing: KeyRing
  log: Log
  metrics: Metrics
  tokenizations: TokenizationActors
  processQueue: string
  secrets?: SecretMemory
  /** Of a process that also waits for commits: it hears of its own at once. */
  changes?: Pick<Changes, 'heard' | 'sender'>
}

/** What activities reach the world through, made of a process's own parts. */
export function createDeps(parts: ProcessParts): Deps {
  const { config, db, vaultDb, keyRing, log, metrics, tokenizations } = parts
  const { processQueue, secrets, changes } = parts
  const { providers } = config
  const envelope = createEnvelope(createKeyWrapper(keyRing))
  const accounts = createConnectorAccounts(db, envelope)
  const guard = createAccountGuard(config.environment)
  const ofAccounts = {
    bank: createAccountClients({ definitions: banks, accounts, guard, log }),
    blik: createAccountClients({ definitions: bliks, accounts, guard, log }),
    threeds: createAccountClients({ definitions: threeDsServers, accounts, guard, log }),
  }
  const reported = createReportedSettlements(db)
  return {
    db,
    log,
    metrics,
    keyRing,
    numberSeal: createNumberSeal(keyRing.fingerprint),
    hint: createHints(db, changes),
    intents: createIntents(db),
    beats: createBeats(db),
    vault: createVault({ db: vaultDb, keyRing }),
    acquirer: createRoutedAcquirer({
      own: reporting(createAcquirer(providers.acquirer), providers.acquirer),
      definitions: acquirers,
      accounts,
      guard,
      log,
      reportedBatches: (to, reports) => reportedBatches(reported, to, reports),
      otherReports: async (to) => {
        const bank = await ofAccounts.bank(to)
        return bank && (bank.reports ?? reportedLines(reported, to))
      },
    }),
    routing: { charges: createAccountCharges(db), accounts, definitions: acquirers },
    threeDs: createThreeDs(providers.threeds),
    blik: reporting(createBlik(providers.blik), providers.blik),
    bank: reporting(createBank(providers.bank), providers.bank),
    accounts: ofAccounts,
    merchants: createMerchants(db, envelope),
    webhooks: createWebhookDeliveries(db, envelope),
    merchantClient: createMerchantClient(calledAddressRules(config)),
    tokenServices: createTokenServices(providers.tokens),
    cardTokens: createCardTokenReads(db),
    evidence: createEvidenceStore(db, envelope),
    ...(config.exchangeDays > 0 && {
      exchanges: createExchanges(db, envelope, (error) => {
        log.warn({ err: error }, 'what a provider said is not kept')
      }),
    }),
    cardBook: createCardBook(db, { onlyListed: config.environment === 'sandbox' }),
    tokenizations,
    walletRoots: createWalletRoots(config.wallets, { log, metrics }),
    googleGateway: config.wallets.googleGateway ?? 'tollgate',
    publicUrl: config.server.publicUrl,
    processQueue,
    ...present({ secrets }),
  }
}

/** A provider that is absent has nothing to settle, every day anew. */
const reporting = <Provider extends Settles>(
  provider: Provider,
  { absent }: { absent?: true },
): Provider => (absent ? { ...provider, ...settlesNothing } : provider)

const settlesNothing: Settles = {
  closeSettlement: (fileId) => Promise.resolve({ fileId, total: 0 }),
  settlementLines: (fileId) => Promise.resolve({ fileId, total: 0, lines: [] }),
}
