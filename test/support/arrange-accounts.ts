import { join } from 'node:path'
import type { MerchantSettings } from '../../src/domain/merchant.ts'
import { createMerchants } from '../../src/postgres/merchants.ts'
import { createConnectorAccounts } from '../../src/postgres/providers/connector-accounts.ts'
import { keepSecrets } from '../../src/stack/secrets.ts'
import { createEnvelope } from '../../src/vault/envelope.ts'
import { loadKeyRing } from '../../src/vault/key-ring.ts'
import { createLocalKeyWrapper } from '../../src/vault/local-key-wrapper.ts'
import { openPool } from './open-pool.ts'

interface Place {
  postgres: string
  home: string
  sandbox: string
}

/** The number of the merchant's service at Autopay. */
export const AUTOPAY_SERVICE = '900100'

const PRZELEWY24_SHOP = 900_200

/** Gives a merchant of any stack accounts at the providers of its sandbox, and settings. */
export async function arrangeAccounts(
  { postgres, home, sandbox }: Place,
  merchantId: string,
  settings: Partial<MerchantSettings>,
  timeoutMs = 2_000,
): Promise<void> {
  const pool = openPool(postgres)
  try {
    const keyRing = loadKeyRing(join(home, 'keys.json'))
    const envelope = createEnvelope(createLocalKeyWrapper(keyRing))
    const accounts = createConnectorAccounts(pool, envelope)
    const key = `${keepSecrets(join(home, 'secrets.json')).acquirerKey}_${merchantId}`
    // The same account twice: once with a 3-D Secure server of ours, once with Stripe's own.
    for (const [account, authentication] of Object.entries({ main: 'server', own: 'acquirer' }))
      await accounts.save(
        { merchantId, connector: 'stripe', account },
        {
          settings: { url: `${sandbox}/stripe`, timeoutMs, authentication },
          credential: { secretKey: `sk_test_sandbox_${merchantId}`, webhookKey: 'whsec_sandbox' },
        },
      )
    await accounts.save(
      { merchantId, connector: 'sandbox', account: 'main' },
      { settings: { url: `${sandbox}/acquirer`, timeoutMs }, credential: { key } },
    )
    await accounts.save(
      { merchantId, connector: 'adyen', account: 'main' },
      {
        settings: {
          url: `${sandbox}/adyen`,
          merchantAccount: `Shop${merchantId}`,
          timeoutMs,
          authentication: 'acquirer',
        },
        credential: { apiKey: 'adyen-sandbox', hmacKey: 'ad'.repeat(32) },
      },
    )
    await accounts.save(
      { merchantId, connector: 'autopay', account: 'main' },
      {
        settings: { url: `${sandbox}/autopay`, serviceId: AUTOPAY_SERVICE, timeoutMs },
        credential: { sharedKey: 'autopay-sandbox' },
      },
    )
    await accounts.save(
      { merchantId, connector: 'przelewy24', account: 'main' },
      {
        settings: { url: `${sandbox}/przelewy24`, merchantId: PRZELEWY24_SHOP, timeoutMs },
        credential: { reportKey: 'przelewy24-sandbox-reports', crc: 'przelewy24-sandbox' },
      },
    )
    const merchants = createMerchants(pool, envelope)
    const merchant = await merchants.find(merchantId)
    if (!merchant) throw new Error(`no merchant ${merchantId}`)
    const { kind, name } = merchant
    await merchants.save({ merchantId, kind, name, settings })
  } finally {
    await pool.end()
  }
}
