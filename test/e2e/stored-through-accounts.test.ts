import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { faulty, movements, setAccount } from '../support/accounts.ts'
import { card } from '../support/cards.ts'
import { send, sendForm } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import type { Merchant } from '../support/merchant.ts'
import { until } from '../support/until.ts'
import { openMerchant } from '../support/world.ts'

const GOOD = '4000000000001075'
const device = { browserData: { javascriptEnabled: true, language: 'pl', colorDepth: '24' } }

/** A merchant whose acquirer asks its cardholders itself, and whose cards are stored through it. */
async function openShop(via: string, settings: object) {
  const shop = await openMerchant({ acquirer: via })
  await setAccount(shop.merchantId, via, settings)
  return shop
}

async function store(shop: Merchant, instrument?: object): Promise<Json> {
  const answer = await shop.call('POST', '/tokenizer', {
    channel: 'WEBAPI',
    merchant: { merchantId: shop.merchantId },
    customer: { email: `${randomUUID()}@example.com` },
    device,
    ...(instrument && { instrument }),
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const stands = (shop: Merchant, id: string, is: (seen: Json) => boolean) =>
  until(`tokenization ${id}`, async () => (await shop.call('GET', `/tokenizer/${id}`)).body, is)
const reaches = (shop: Merchant, id: string, wanted: string) =>
  stands(shop, id, ({ status }) => status === wanted)

/** The card is given, and the browser sent to the acquirer's page. */
async function sentAway(shop: Merchant, number: string) {
  const { tokenizerId } = await store(shop, card(number))
  const asked = await stands(shop, tokenizerId, ({ acsData }) => acsData !== undefined)
  expect(asked.acsData.redirectMode).toBe('PAGE')
  return { tokenizerId: String(tokenizerId), page: String(asked.acsData.redirectURL) }
}

async function answers(page: string, otp: string) {
  const back = (await sendForm(page, { otp })).headers.get('location') ?? ''
  expect(back).toContain('/notifications/acquirers/')
  expect((await send(back)).status).toBe(303)
}

const acquirers = [
  { via: 'stripe/main', settings: { authentication: 'acquirer' }, asks: '4000002760003184' },
  { via: 'adyen/main', settings: { timeoutMs: 2_000 }, asks: '4000000000001026' },
]

describe.each(acquirers)('a card is stored through $via without a payment', (acquirer) => {
  test('when its holder has passed, and nothing is charged', async () => {
    const shop = await openShop(acquirer.via, acquirer.settings)
    const { tokenizerId, page } = await sentAway(shop, acquirer.asks)
    await answers(page, '123456')
    const { token } = await reaches(shop, tokenizerId, 'COMPLETED')
    expect(token).toMatchObject({ type: 'COF', status: 'ACTIVE' })
    expect((await movements(tokenizerId)).filter((one) => !one.endsWith(' 0'))).toEqual([])
  })

  test('also when its holder does not come back, and not when its holder fails', async () => {
    const shop = await openShop(acquirer.via, acquirer.settings)
    const passed = await sentAway(shop, acquirer.asks)
    await sendForm(passed.page, { otp: '123456' })
    const failed = await sentAway(shop, acquirer.asks)
    await answers(failed.page, '000000')
    expect(await reaches(shop, failed.tokenizerId, 'REJECTED')).toMatchObject({
      rejectCode: 'AUTHENTICATION_FAILED',
    })
    await reaches(shop, passed.tokenizerId, 'COMPLETED')
  })
})

test('a check whose answer is lost is found, and is one', async () => {
  const shop = await openShop('stripe/main', { authentication: 'acquirer', timeoutMs: 2_000 })
  const tokenizerId = String((await store(shop)).tokenizerId)
  await faulty('stripe', tokenizerId, { action: 'cut', when: 'after' })
  const given = await shop.call('PUT', `/tokenizer/${tokenizerId}/instrument`, card(GOOD))
  expect(given.status, given.text).toBe(200)
  await reaches(shop, tokenizerId, 'COMPLETED')
  expect(await movements(tokenizerId)).toEqual(['stripe authorize 0'])
})
