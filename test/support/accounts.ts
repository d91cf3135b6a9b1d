import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { MerchantSettings } from '../../src/domain/merchant.ts'
import { commandLine } from './cli.ts'
import { send } from './http.ts'
import type { Merchant } from './merchant.ts'
import { hearAdyen } from './provider-messages.ts'
import { behind, openMerchant, providerKeys, stack } from './world.ts'

export const tollgate = commandLine({ TOLLGATE_HOME: stack.home })

/** Gives a merchant an account at a provider as an operator does, by a file that does not stay. */
export async function giveAccount(merchantId: string, via: string, account: object) {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-account-'))
  const file = join(folder, 'account.json')
  try {
    writeFileSync(file, JSON.stringify(account))
    const asking = ['--account', file, '--reason', 'test', '--by', 'anna', '--json']
    const asked = await tollgate('accounts', 'set', merchantId, via, ...asking)
    expect(asked.problem).toBe('')
    const { id } = JSON.parse(asked.text) as { id: string }
    const done = await tollgate('approvals', 'approve', id, '--by', 'jan')
    expect(done.problem).toBe('')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The account of a merchant at one of the sandbox's acquirers; `settings` may spoil it. */
export async function setAccount(merchantId: string, via: string, settings: object = {}) {
  if (via.startsWith('adyen/')) return setAdyenAccount(merchantId, via, settings)
  const account = via.startsWith('stripe/')
    ? {
        settings: { url: `${stack.sandbox}/stripe`, ...settings },
        credential: { secretKey: `sk_test_sandbox_${merchantId}`, webhookKey: 'whsec_sandbox' },
      }
    : {
        settings: { url: `${stack.sandbox}/acquirer`, ...settings },
        credential: { key: `${providerKeys().acquirerKey}_${merchantId}` },
      }
  await giveAccount(merchantId, via, account)
}

/** At Adyen every merchant has an account of its own, whose messages come to it. */
async function setAdyenAccount(merchantId: string, via: string, settings: object) {
  const merchantAccount = `Shop${merchantId}`
  await giveAccount(merchantId, via, {
    settings: {
      url: `${stack.sandbox}/adyen`,
      disputesUrl: `${stack.sandbox}/adyen/DisputeService/v30`,
      reportsUrl: `${stack.sandbox}/adyen/reports/download/MerchantAccount`,
      merchantAccount,
      ...settings,
    },
    credential: {
      apiKey: 'adyen-sandbox',
      hmacKey: 'ad'.repeat(32),
      reportUser: 'report@Company.Tollgate',
      reportPassword: 'adyen-sandbox',
    },
  })
  await hearAdyen(stack, merchantId, via.split('/')[1])
}

/** A merchant with accounts at two acquirers, Stripe's first. */
export async function openRoutedMerchant(
  settings: Partial<MerchantSettings> = {},
  timeoutMs = 1_000,
): Promise<Merchant> {
  const routes = [{ name: 'all', to: [{ via: 'stripe/main' }, { via: 'sandbox/main' }] }]
  const shop = await openMerchant({ routes, ...settings })
  await setAccount(shop.merchantId, 'stripe/main', { timeoutMs })
  await setAccount(shop.merchantId, 'sandbox/main', { timeoutMs })
  return shop
}

/** What the providers have done under the payment's references, and where. */
export const movements = async (paymentId: string) =>
  (await behind.log(paymentId))
    .filter(({ processed }) => processed)
    .map(
      ({ provider, operation, amountMinor }) => `${provider} ${operation} ${String(amountMinor)}`,
    )

/** Stripe pays the account what is open, and its report is read. */
export async function settleAtStripe({ merchantId }: Merchant): Promise<void> {
  await send(`${stack.sandbox}/stripe/simulator/payouts`, {
    method: 'POST',
    headers: { authorization: `Bearer sk_test_sandbox_${merchantId}` },
  })
  const account = ['--account', 'stripe/main', '--merchant', merchantId]
  const run = await tollgate('settlement', 'run', ...account, '--by', 'anna')
  if (run.code !== 0) throw new Error(run.text + run.problem)
}

/** Misbehaviour of a provider towards one payment. */
export const faulty = (
  provider: 'stripe' | 'adyen' | 'acquirer' | 'autopay' | 'przelewy24',
  paymentId: string,
  fault: object,
) =>
  send(`${stack.sandbox}/faults`, {
    method: 'POST',
    body: { provider, referencePrefix: paymentId, operation: 'authorize', times: 1, ...fault },
  })
