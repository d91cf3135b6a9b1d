import { openapiDocument } from '../contract/openapi.ts'
import { createCardBook } from '../postgres/cards/card-book.ts'
import type { DbPool } from '../postgres/db.ts'
import { createEvidenceStore } from '../postgres/disputes/dispute-evidence.ts'
import { createIdempotentAnswers } from '../postgres/idempotent-answers.ts'
import { createMerchantLists } from '../postgres/lists/merchant-lists.ts'
import { createConnectorAccounts } from '../postgres/providers/connector-accounts.ts'
import { createMerchants } from '../postgres/merchants.ts'
import { createPortalSessions } from '../postgres/portal/sessions.ts'
import { createAccounts } from '../postgres/self-service/accounts.ts'
import { createApiKeys } from '../postgres/self-service/api-keys.ts'
import { createMerchantSettlements } from '../postgres/self-service/merchant-settlements.ts'
import { createReportedSettlements } from '../postgres/settlements/reported-settlements.ts'
import { createPaymentLinks } from '../postgres/self-service/payment-links.ts'
import { createWebhooks } from '../postgres/self-service/webhooks.ts'
import { createVault } from '../vault/card-vault.ts'
import { createEnvelope } from '../vault/envelope.ts'
import { createKeyWrapper } from '../vault/create-key-wrapper.ts'
import type { KeyRing } from '../vault/key-ring.ts'
import { createNumberSeal } from '../vault/number-seal.ts'
import { createAuthFailures } from './auth/auth-failures.ts'
import { createBankList } from './lookups/bank-list.ts'
import type { Endpoint } from './endpoint.ts'
import { createIds } from './ids.ts'
import type { Services } from './services.ts'
import { createThreeDsMethodLookup } from './lookups/three-ds-method-lookup.ts'
import { createBearerTokens } from './auth/bearer-tokens.ts'
import { createWaitingPlaces } from './waiting-places.ts'
import { createThreeDsVersionLookup } from './lookups/three-ds-version-lookup.ts'

/** What only the process itself can give; all else of the services is made of it. */
export type ServiceParts = Pick<
  Services,
  | 'config'
  | 'log'
  | 'metrics'
  | 'keyRing'
  | 'payments'
  | 'tokenizations'
  | 'disputes'
  | 'cardTokens'
  | 'gateway'
  | 'admission'
  | 'secrets'
  | 'secretOwner'
  | 'cardVisual'
  | 'walletKeys'
  | 'threeDsVersions'
  | 'threeDsResult'
  | 'appleSession'
  | 'hasAppleCertificate'
  | 'takesSeveralCaptures'
  | 'givesMoneyBack'
  | 'banks'
  | 'health'
> & { db: DbPool; vaultDb: DbPool; endpoints: readonly Endpoint[] }

const INTERFACE_VERSION = '2.1.15'

export function createServices(given: ServiceParts): Services {
  const { db, vaultDb, endpoints, banks, threeDsVersions, ...parts } = given
  const { config, keyRing } = parts
  const { publicUrl } = config.server
  const remembered = createThreeDsVersionLookup(threeDsVersions, keyRing.fingerprint)
  // Some hundred milliseconds of work, which nobody who pays waits for.
  let document: object | undefined
  return {
    ...parts,
    ...storesOf(db, keyRing),
    vault: createVault({ db: vaultDb, keyRing }),
    bearerTokens: createBearerTokens({ keyRing, issuer: publicUrl, audience: config.environment }),
    ids: createIds(keyRing),
    places: createWaitingPlaces(),
    numberSeal: createNumberSeal(keyRing.fingerprint),
    cardBook: createCardBook(db, { onlyListed: config.environment === 'sandbox' }),
    banks: createBankList(banks),
    threeDsVersions: remembered,
    threeDsMethod: createThreeDsMethodLookup(remembered, threeDsVersions),
    openapi: () =>
      (document ??= openapiDocument(endpoints, {
        serverUrl: publicUrl,
        version: INTERFACE_VERSION,
      })),
  }
}

/** What merchants' records and lists are read and written with. */
function storesOf(db: DbPool, keyRing: KeyRing) {
  const envelope = createEnvelope(createKeyWrapper(keyRing))
  return {
    merchants: createMerchants(db, envelope),
    webhooks: createWebhooks(db, envelope),
    links: createPaymentLinks(db),
    accounts: createAccounts(db),
    connectorAccounts: createConnectorAccounts(db, envelope),
    apiKeys: createApiKeys(db),
    sessions: createPortalSessions(db),
    settlements: createMerchantSettlements(db),
    reportedSettlements: createReportedSettlements(db),
    authFailures: createAuthFailures(db),
    answers: createIdempotentAnswers(db),
    lists: createMerchantLists(db),
    evidence: createEvidenceStore(db, envelope),
  }
}
