import { randomUUID } from 'node:crypto'
import type { FrameLocator, Page } from 'playwright-core'
import { openPage } from './browser.ts'
import type { Json } from './http.ts'
import { card, visa } from './cards.ts'
import { device, succeeded } from './merchant.ts'
import type { Merchant, Wish } from './merchant.ts'
import { until } from './until.ts'
import { shop } from './world.ts'

/** A payment whose payer is sent to our page. */
export const createLink = (wish: Wish = {}, merchant: Merchant = shop): Promise<Json> =>
  merchant.create({ channel: 'PAYWALL', method: 'UNKNOWN', ...wish })

/** A payer who has opened the link of a new payment. */
export async function arrive(
  wish: Wish = {},
  context: Parameters<typeof openPage>[0] = {},
  merchant: Merchant = shop,
): Promise<{ page: Page; payment: Json }> {
  const payment = await createLink(wish, merchant)
  const page = await openPage(context)
  await page.goto(payment.redirectURL)
  return { page, payment }
}

/** A payer who has opened the link under which a card is stored. */
export async function arriveToStore(): Promise<{ page: Page; tokenization: Json }> {
  const tokenization = await tokenize(shop, { channel: 'PAYWALL' })
  const page = await openPage()
  await page.goto(tokenization.redirectURL)
  return { page, tokenization }
}

/** The number of a card that a merchant has stored. */
export async function storeCard(
  merchant: Merchant,
  scenario = 100,
  wish: object = {},
): Promise<string> {
  const { tokenizerId } = await tokenize(merchant, { instrument: card(visa(scenario)), ...wish })
  const stored = await until(
    'the card stored',
    async () => succeeded(await merchant.call('GET', `/tokenizer/${tokenizerId}`)),
    ({ status }) => status === 'COMPLETED',
  )
  return stored.token.instrumentNo
}

const tokenize = async (merchant: Merchant, wish: object): Promise<Json> =>
  succeeded(
    await merchant.call('POST', '/tokenizer', {
      channel: 'WEBAPI',
      merchant: { merchantId: merchant.merchantId, redirectURL: 'https://shop.example/return' },
      customer: { email: `${randomUUID()}@example.com` },
      device,
      ...wish,
    }),
  )

/** Chooses a method; a wallet is a button and needs no choice. */
export async function choose(page: Page, method: string): Promise<void> {
  const radio = page.locator(`[data-method="${method}"] > .pick`)
  if ((await radio.count()) > 0) await radio.click()
}

export async function typeCard(page: Page, number: string): Promise<void> {
  await choose(page, 'CARD')
  await page.locator('#card-instrumentNo').fill(number)
  await page.locator('#card-expiry').fill('1230')
  await page.locator('#card-cvv').fill(number.startsWith('3') ? '1234' : '123')
}

export async function payByCard(page: Page, number: string): Promise<void> {
  await typeCard(page, number)
  await submit(page, 'CARD')
}

export async function payByBlik(page: Page, code: string): Promise<void> {
  await choose(page, 'BLIK')
  await page.locator('#blik-code').fill(code)
  await submit(page, 'BLIK')
}

/** Up to the page of the bank, which is waited for. */
export async function goToBank(page: Page, bank = 'Simulated Bank'): Promise<void> {
  await choose(page, 'PBL')
  await page.getByText(bank).click()
  await submit(page, 'PBL')
  await page.waitForURL(/\/bank\/pay/)
}

export const submit = (page: Page, form: string): Promise<void> =>
  page.locator(`form[data-form="${form}"] button[type=submit]`).click()

/** Until the page says so at its top; if it never does, the error tells what it says instead. */
export async function heading(page: Page, name: string | RegExp): Promise<void> {
  try {
    await page.getByRole('heading', { level: 1, name }).waitFor()
  } catch (error) {
    const shown = await page.locator('h1').allInnerTexts()
    throw new Error(`${page.url()} says "${shown.join(', ')}"`, { cause: error })
  }
}

/** Until the screen is there that has such an element. */
export const screen = (page: Page, selector: string): Promise<void> =>
  page.locator(selector).waitFor()

/** The issuer's page in its frame. */
export const challengeFrame = (page: Page): FrameLocator =>
  page.frameLocator('iframe[name=challenge]')

export async function answerChallenge(page: Page, code = '123456'): Promise<void> {
  await challengeFrame(page).locator('#otp').fill(code)
  await challengeFrame(page).getByRole('button', { name: 'Confirm' }).click()
}
