import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { visa } from '../support/cards.ts'
import { openHostedPage } from '../support/hosted-page.ts'
import { send } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import { passChallenge } from '../support/payer.ts'
import { until } from '../support/until.ts'
import { behind, plain, shop, stack } from '../support/world.ts'

const wallets = [
  ['google', 'GPAY'],
  ['apple', 'APAY'],
] as const
const pay = (type: string, token: string, wish = {}) =>
  shop.create({ method: type, instrument: { type, token }, ...wish })
const mint = (wallet: 'google' | 'apple', order: object = {}) =>
  behind.mint(wallet, { merchantId: shop.merchantId, ...order })
const isInvalid = async (paymentId: string) => {
  expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({
    rejectCode: 'WALLET_TOKEN_INVALID',
  })
  expect(await behind.log(paymentId)).toEqual([])
}

describe.concurrent.each(wallets)('a token of %s', (wallet, type) => {
  test('is opened and charged', async () => {
    const { paymentId } = await pay(type, await mint(wallet))
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
    expect(JSON.stringify(await shop.read(paymentId))).not.toContain(visa(100))
  })

  test('can be held and captured', async () => {
    const { paymentId } = await pay(type, await mint(wallet), { options: { transKind: 'PREAUTH' } })
    await shop.reaches(paymentId, 'COMPLETED')
    await shop.order(paymentId, 'capture', { amount: 10 })
    await shop.sees(paymentId, ({ amounts }) => amounts.captured === 10)
  })

  test('with one character changed is refused', async () => {
    const text = Buffer.from(await mint(wallet), 'base64').toString()
    const at = text.search(/encryptedMessage|"data"/) + 40
    const broken = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
    const { paymentId } = await pay(type, Buffer.from(broken).toString('base64'))
    await isInvalid(paymentId)
  })

  test('is good once: a second payment with it is refused', async () => {
    const token = await mint(wallet)
    const first = await pay(type, token)
    await shop.reaches(first.paymentId, 'COMPLETED')
    const second = await pay(type, token)
    await isInvalid(second.paymentId)
  })

  test('used by two payments at the same moment pays one', async () => {
    const token = await mint(wallet)
    const two = await Promise.all([pay(type, token), pay(type, token)])
    const ends = await Promise.all(
      two.map(({ paymentId }) => shop.reaches(paymentId, ['COMPLETED', 'REJECTED'])),
    )
    expect(ends.map(({ status }) => status).sort()).toEqual(['COMPLETED', 'REJECTED'])
  })

  test('made for another merchant is refused', async () => {
    const { paymentId } = await pay(type, await mint(wallet, { merchantId: plain.merchantId }))
    await isInvalid(paymentId)
  })

  test('that is none is refused without a fault of ours', async () => {
    for (const rubbish of ['bm90IGEgdG9rZW4=', Buffer.from('{}').toString('base64')]) {
      const body = shop.body({ method: type, instrument: { type, token: rubbish } })
      const answer = await shop.call('POST', '/payment', body)
      expect([200, 400], answer.text).toContain(answer.status)
      if (answer.status === 200) await isInvalid(answer.body.paymentId)
    }
  })

  test('of a declined card ends with its reason', async () => {
    const { paymentId } = await pay(type, await mint(wallet, { pan: visa(121) }))
    expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({
      rejectCode: 'INSUFFICIENT_FUNDS',
    })
  })
})

describe.concurrent('a wallet', () => {
  test('Apple: a token over another amount is refused', async () => {
    const { paymentId } = await pay('APAY', await mint('apple', { amount: 1 }))
    await isInvalid(paymentId)
  })

  test('Google: a token that had expired when it came is refused', async () => {
    const { paymentId } = await pay('GPAY', await mint('google', { lifeSeconds: 0 }))
    await isInvalid(paymentId)
  })

  test('Google: a card without a cryptogram goes through 3-D Secure', async () => {
    const token = await mint('google', { authMethod: 'PAN_ONLY', pan: visa(102) })
    const { paymentId } = await pay('GPAY', token)
    await until(
      'the challenge',
      () => shop.status(paymentId),
      ({ dataRequest }) => dataRequest === 'CARD_3DS',
    )
    await passChallenge(await shop.read(paymentId, '/acsData'))
    await shop.reaches(paymentId, 'COMPLETED')
  })
})

describe.concurrent('a session of Apple Pay', () => {
  const sessionOf = (text: string): Json => JSON.parse(Buffer.from(text, 'base64').toString())

  test('comes with a payment that waits for the wallet, and lets the wallet answer', async () => {
    const { paymentId, apaySession } = await shop.create({ method: 'APAY' })
    expect(sessionOf(apaySession)).toMatchObject({
      merchantIdentifier: `merchant.tollgate.${shop.merchantId}`,
    })
    const token = await mint('apple', { apaySession })
    await shop.give(paymentId, { type: 'APAY', token })
    await shop.reaches(paymentId, 'COMPLETED')
  })

  test('is made anew for each answer, and never stored', async () => {
    const body = shop.body({ method: 'APAY' })
    const key = { 'idempotency-key': randomUUID() }
    const [first, second] = [
      await shop.call('POST', '/payment', body, key),
      await shop.call('POST', '/payment', body, key),
    ]
    expect(second.body.paymentId).toBe(first.body.paymentId)
    const ids = [first, second].map(({ body: { apaySession } }) => sessionOf(apaySession))
    expect(ids[0].merchantSessionIdentifier).not.toBe(ids[1].merchantSessionIdentifier)
  })

  test('is given to nobody who does not wait for it', async () => {
    expect(await shop.create()).not.toHaveProperty('apaySession')
    expect(await pay('APAY', await mint('apple'))).not.toHaveProperty('apaySession')
  })

  test('is given on the page, for the host of the page', async () => {
    const { redirectURL } = await shop.create({ channel: 'PAYWALL', method: 'UNKNOWN' })
    const page = await openHostedPage(redirectURL)
    const { apaySession } = (await page.read('apple-session')).body
    expect(sessionOf(apaySession)).toMatchObject({ domainName: new URL(stack.api).hostname })
    expect((await send(`${page.url}/apple-session`)).status).toBe(404)
  })

  test('of another merchant, or changed, opens no wallet', async () => {
    const { apaySession } = await shop.create({ method: 'APAY' })
    const changed = { ...sessionOf(apaySession), expiresAt: Date.now() + 1e9 }
    const forged = Buffer.from(JSON.stringify(changed)).toString('base64')
    expect(await mint('apple', { apaySession: forged })).toBeUndefined()
    const merchantId = plain.merchantId
    expect(await mint('apple', { apaySession, merchantId })).toBeUndefined()
  })
})

describe.concurrent('Click to Pay', () => {
  const checkout = (payload: string, wish = {}) =>
    shop.create({ method: 'C2P', instrument: { type: 'C2P', payload }, ...wish })

  test.each([false, true])('is verified, opened and charged (as a token: %s)', async (asToken) => {
    const payload = await behind.checkout({ merchantId: shop.merchantId, asToken })
    const { paymentId } = await checkout(payload)
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
  })

  test('changed, or for another merchant, is refused', async () => {
    const payload = await behind.checkout({ merchantId: shop.merchantId })
    const [head, body = '', signature] = payload.split('.')
    const changed = `${head}.${body.slice(0, -2)}AA.${signature}`
    await isInvalid((await checkout(changed)).paymentId)
    const foreign = await behind.checkout({ merchantId: plain.merchantId })
    await isInvalid((await checkout(foreign)).paymentId)
  })
})
