import { isDeepStrictEqual } from 'node:util'
import type { MerchantSettings } from '../domain/merchant.ts'
import type { DbPool } from '../postgres/db.ts'
import { createConnectorAccounts } from '../postgres/providers/connector-accounts.ts'
import type { ConnectorAccounts } from '../postgres/providers/connector-accounts.ts'
import type { createEnvelope } from '../vault/envelope.ts'

/** Cards go over Stripe, and over the invented acquirer when Stripe is away; the rest over Autopay. */
export const routedSettings: Partial<MerchantSettings> = {
  routes: [{ name: 'cards', to: [{ via: 'stripe/main' }, { via: 'sandbox/main' }] }],
  bank: 'autopay/main',
  blik: 'autopay/main',
}

/** The accounts that these settings name, at the simulators of this sandbox. */
export async function seedAccounts(
  db: DbPool,
  envelope: ReturnType<typeof createEnvelope>,
  { merchantId, sandboxUrl, acquirerKey }: SeededAccounts,
): Promise<void> {
  const accounts = createConnectorAccounts(db, envelope)
  const main = { merchantId, account: 'main' }
  await keep(
    accounts,
    { ...main, connector: 'stripe' },
    {
      settings: { url: `${sandboxUrl}/stripe` },
      credential: { secretKey: 'sk_test_sandbox', webhookKey: 'whsec_sandbox' },
    },
  )
  await keep(
    accounts,
    { ...main, connector: 'sandbox' },
    {
      settings: { url: `${sandboxUrl}/acquirer` },
      credential: { key: `${acquirerKey}_${merchantId}` },
    },
  )
  await keep(
    accounts,
    { ...main, connector: 'autopay' },
    {
      settings: { url: `${sandboxUrl}/autopay`, serviceId: '100003' },
      credential: { sharedKey: 'autopay-sandbox' },
    },
  )
}

interface SeededAccounts {
  merchantId: string
  sandboxUrl: string
  acquirerKey: string
}

type Save = Parameters<ConnectorAccounts['save']>

/** An account that is saved again would have the same credential twice. */
async function keep(accounts: ConnectorAccounts, name: Save[0], account: Save[1]): Promise<void> {
  const known = await accounts.open(name)
  const stored = known && { settings: known.settings, credential: known.credentials[0] }
  if (!isDeepStrictEqual(stored, account)) await accounts.save(name, account)
}
