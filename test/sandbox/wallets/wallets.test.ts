import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCard } from '../../../src/sandbox/cards.ts'
import { openApplePay } from '../../../src/wallets/open-apple-pay.ts'
import { openGooglePay } from '../../../src/wallets/open-google-pay.ts'
import type { AllRoots } from '../../wallets/support/all-roots.ts'
import { allRootsOf } from '../../wallets/support/all-roots.ts'
import { startSandbox } from '../start-sandbox.ts'
import type { RunningSandbox } from '../start-sandbox.ts'

let sandbox: RunningSandbox
let roots: AllRoots
beforeAll(async () => {
  sandbox = await startSandbox()
  roots = allRootsOf((await sandbox.get('/wallets/roots')).body)
})
afterAll(() => sandbox.stop())

const pan = makeCard('400000', 100)
const mint = (wallet: string, changes: object = {}) =>
  sandbox.post(`/wallets/${wallet}`, {
    pan,
    expDate: '203012',
    amount: 99.99,
    currency: 'PLN',
    ...changes,
  })

const pem = (keys: RunningSandbox['gateway']['googleKeys']) => [
  { privateKeyPem: keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() },
]
const openGoogle = (token: string, merchantId = 'MID-ONE') =>
  openGooglePay(token, {
    roots: roots.google,
    keys: pem(sandbox.gateway.googleKeys),
    gateway: 'tollgate',
    merchantId,
    nowMs: Date.now(),
  })
const openApple = (token: string, changes: object = {}) =>
  openApplePay(token, {
    roots: roots.apple,
    keys: pem(sandbox.gateway.appleKeys),
    merchantIdentifier: 'merchant.tollgate.MID-ONE',
    amountMinor: 9999,
    currency: 'PLN',
    nowMs: Date.now(),
    ...changes,
  })

describe('Google Pay', () => {
  test('a token that the gateway opens: a device card with a cryptogram', async () => {
    const outcome = await openGoogle((await mint('google')).body.token)
    expect(outcome).toMatchObject({
      card: {
        number: pan,
        expDate: '203012',
        authMethod: 'CRYPTOGRAM',
        isNetworkToken: true,
        eci: '05',
      },
    })
  })

  test('or the card itself', async () => {
    const token = (await mint('google', { authMethod: 'PAN_ONLY' })).body.token
    expect(await openGoogle(token)).toMatchObject({ card: { number: pan, authMethod: 'PAN_ONLY' } })
  })

  test('is for one merchant', async () => {
    const token = (await mint('google', { merchantId: 'MID-TWO' })).body.token
    expect(await openGoogle(token)).not.toHaveProperty('card')
    expect(await openGoogle(token, 'MID-TWO')).toHaveProperty('card')
  })
})

describe('Apple Pay', () => {
  test('a token that the gateway opens', async () => {
    const outcome = await openApple((await mint('apple')).body.token)
    expect(outcome).toMatchObject({
      card: {
        number: pan,
        expDate: '203012',
        authMethod: 'CRYPTOGRAM',
        isNetworkToken: true,
        eci: '05',
      },
    })
  })

  test('is for one merchant, amount and currency', async () => {
    const token = (await mint('apple')).body.token
    for (const changes of [
      { merchantIdentifier: 'merchant.tollgate.MID-TWO' },
      { amountMinor: 1 },
      { currency: 'EUR' },
    ])
      expect(await openApple(token, changes)).not.toHaveProperty('card')
  })
})

describe('the mint', () => {
  test.each([{ pan: '4999990000000007' }, { expDate: '30' }, { amount: 0 }, { currency: 'ZZZ' }])(
    'refuses %o',
    async (changes) => {
      expect((await mint('google', changes)).status).toBe(400)
      expect((await mint('apple', changes)).status).toBe(400)
    },
  )

  test('says so when the gateway publishes no keys', async () => {
    const alone = await startSandbox()
    alone.gateway.server.closeAllConnections()
    alone.gateway.server.close()
    const body = { pan, expDate: '203012', amount: 1, currency: 'PLN' }
    const answer = await alone.post('/wallets/google', body)
    expect(answer.status).toBe(503)
    expect(answer.body.message).toContain('wallet-keys.json')
    await alone.stop()
  })
})
