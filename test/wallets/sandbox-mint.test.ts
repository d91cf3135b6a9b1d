import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createC2p } from '../../src/sandbox/c2p/c2p.ts'
import type { Settings } from '../../src/sandbox/settings.ts'
import { loadAuthorities } from '../../src/sandbox/wallets/authorities.ts'
import { createWallets } from '../../src/sandbox/wallets/wallets.ts'
import { generateWalletKeys, publicWalletKeys } from '../../src/wallets/keys.ts'
import { openApplePay } from '../../src/wallets/open-apple-pay.ts'
import { openClickToPay } from '../../src/wallets/open-click-to-pay.ts'
import { openGooglePay } from '../../src/wallets/open-google-pay.ts'
import type { AllRoots } from './support/all-roots.ts'
import { allRootsOf } from './support/all-roots.ts'

const keys = generateWalletKeys()
const app = express().use(express.json())
const server = createServer(app)
let url = ''
let roots: AllRoots

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // The mint reads nothing else of its settings.
  const settings = { gatewayUrl: url } as Settings
  const authorities = await loadAuthorities(undefined)
  app.get('/.well-known/wallet-keys.json', (_, response) => {
    response.json(publicWalletKeys(keys))
  })
  app.use('/wallets', createWallets(settings, authorities))
  app.use('/c2p', createC2p(settings, authorities))
  roots = allRootsOf(await (await fetch(`${url}/wallets/roots`)).json())
})

afterAll(() => void server.close())

const order = {
  pan: '4000000000001000',
  expDate: '203012',
  amount: 99.99,
  currency: 'PLN',
  merchantId: 'MID-1',
}

const payment = { merchantId: 'MID-1', amountMinor: 9999, currency: 'PLN' as const }

async function mint(path: string, extra: object = {}): Promise<string> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...order, ...extra }),
  })
  const { token, payload } = (await answer.json()) as { token?: string; payload?: string }
  return token ?? payload ?? ''
}

describe('what the sandbox mints opens here', () => {
  test('Google Pay with a cryptogram and without', async () => {
    const trust = { roots: roots.google, keys: keys.google, nowMs: Date.now() }
    const context = { ...payment, ...trust, gateway: 'tollgate' }
    expect(await openGooglePay(await mint('/wallets/google'), context)).toMatchObject({
      type: 'opened',
      card: { number: order.pan, expDate: '203012', authMethod: 'CRYPTOGRAM', eci: '05' },
    })
    const plain = await mint('/wallets/google', { authMethod: 'PAN_ONLY' })
    expect(await openGooglePay(plain, context)).toMatchObject({
      type: 'opened',
      card: { number: order.pan, authMethod: 'PAN_ONLY', isNetworkToken: false },
    })
    const foreign = await mint('/wallets/google', { merchantId: 'MID-2' })
    expect((await openGooglePay(foreign, context)).type).toBe('invalid')
  })

  test('Apple Pay', async () => {
    const trust = { roots: roots.apple, keys: keys.apple, nowMs: Date.now() }
    const context = { ...payment, ...trust, merchantIdentifier: 'merchant.tollgate.MID-1' }
    expect(await openApplePay(await mint('/wallets/apple'), context)).toMatchObject({
      type: 'opened',
      card: { number: order.pan, expDate: '203012', authMethod: 'CRYPTOGRAM', eci: '05' },
    })
    for (const wrong of [{ amount: 99.98 }, { currency: 'EUR' }, { merchantId: 'MID-2' }]) {
      const token = await mint('/wallets/apple', wrong)
      expect((await openApplePay(token, context)).type).toBe('invalid')
    }
  })

  test('Click to Pay with a card and with a token', async () => {
    const context = {
      ...payment,
      roots: roots.c2p,
      keys: keys.c2p,
      paymentId: 'payment-1',
      dpaId: 'tollgate-MID-1',
      nowMs: Date.now(),
    }
    for (const extra of [{}, { paymentId: 'payment-1' }]) {
      expect(await openClickToPay(await mint('/c2p/checkout', extra), context)).toMatchObject({
        type: 'opened',
        card: { number: order.pan, expDate: '203012', authMethod: 'PAN_ONLY' },
      })
    }
    const token = await mint('/c2p/checkout', { asToken: true })
    expect(await openClickToPay(token, context)).toMatchObject({
      type: 'opened',
      card: { authMethod: 'CRYPTOGRAM', isNetworkToken: true },
    })
    const wrongs = [{ amount: 1 }, { paymentId: 'payment-2' }, { merchantId: 'MID-2' }]
    for (const wrong of wrongs) {
      const payload = await mint('/c2p/checkout', wrong)
      expect((await openClickToPay(payload, context)).type).toBe('invalid')
    }
  })
})
