import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JWK } from 'jose'
import { makeCard } from '../../../src/sandbox/cards.ts'
import { openClickToPay } from '../../../src/wallets/open-click-to-pay.ts'
import { WalletRoots } from '../../../src/wallets/roots.ts'
import { startSandbox } from '../start-sandbox.ts'
import type { RunningSandbox } from '../start-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const pan = makeCard('400000', 100)
const checkout = async (changes: object = {}) => {
  const body = { pan, expDate: '203012', amount: 99.99, currency: 'PLN', ...changes }
  return (await sandbox.post('/c2p/checkout', body)).body.payload as string
}

async function open(payload: string, paymentId = 'payment-1') {
  const roots = WalletRoots.parse((await sandbox.get('/wallets/roots')).body)
  const jwk = sandbox.gateway.c2pKeys.privateKey.export({ format: 'jwk' }) as JWK
  return openClickToPay(payload, {
    roots: roots.c2p,
    keys: [{ ...jwk, kid: 'c2p-1' }],
    merchantId: 'MID-ONE',
    paymentId,
    amountMinor: 9999,
    currency: 'PLN',
    nowMs: Date.now(),
  } as Parameters<typeof openClickToPay>[1])
}

test('a checkout that the gateway opens: the card', async () => {
  expect(await open(await checkout())).toMatchObject({ card: { number: pan, expDate: '203012' } })
})

test('or a token of it, with a cryptogram, that behaves like the card', async () => {
  const outcome = await open(await checkout({ asToken: true }))
  expect(outcome).toMatchObject({ card: { isNetworkToken: true, authMethod: 'CRYPTOGRAM' } })
  const { number } = (outcome as { card: { number: string } }).card
  expect(number).not.toBe(pan)
  expect(number).toMatch(/^4000009\d{5}100\d$/)
})

test('is bound to the payment that it names', async () => {
  const payload = await checkout({ paymentId: 'payment-1' })
  expect(await open(payload)).toHaveProperty('card')
  expect(await open(payload, 'payment-2')).not.toHaveProperty('card')
})
