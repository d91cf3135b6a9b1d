import type { Page } from 'playwright-core'
import { openPage } from './browser.ts'
import type { Json } from './http.ts'
import type { Wish } from './merchant.ts'
import { shop } from './world.ts'

/** A payment whose payer is sent to our page. */
export const createLink = (wish: Wish = {}): Promise<Json> =>
  shop.create({ channel: 'PAYWALL', method: 'UNKNOWN', ...wish })

/** A payer who has opened the link of a new payment. */
export async function arrive(
  wish: Wish = {},
  context: Parameters<typeof openPage>[0] = {},
): Promise<{ page: Page; payment: Json }> {
  const payment = await createLink(wish)
  const page = await openPage(context)
  await page.goto(payment.redirectURL)
  return { page, payment }
}

/** Opens a method, unless it is open already. */
export async function choose(page: Page, method: string): Promise<void> {
  const details = page.locator(`details[data-method="${method}"]`)
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click()
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

export const submit = (page: Page, form: string): Promise<void> =>
  page.locator(`form[data-form="${form}"] button[type=submit]`).click()

export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor()

/** The issuer's page in its frame. */
export const challengeFrame = (page: Page) => page.frameLocator('iframe[name=challenge]')
