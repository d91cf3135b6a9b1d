import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { execute } from '../../src/postgres/db.ts'
import { startListedApp } from '../http/support/listed-payments.ts'
import type { ListedApp } from '../http/support/listed-payments.ts'
import { startPaymentApp } from '../http/support/payment-app.ts'
import { SHOP } from '../http/support/test-app.ts'
import { startPortalApp } from '../portal/portal-app.ts'
import { findChromium } from '../support/find-chromium.ts'
import { startOperatorApp } from '../support/operator-app.ts'

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const NAME = 'Winter & Wolf Books'
const desk = { width: 1280, height: 800 }

let browser: Browser
let app: ListedApp
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findChromium(), timeout: 120_000 })
  app = await startListedApp()
  await rename(app)
})
afterAll(async () => {
  await browser.close()
  await app.close()
})

const rename = async ({ services: { merchants } }: Pick<ListedApp, 'services'>): Promise<void> => {
  const shop = await merchants.find(SHOP.merchantId)
  await merchants.save({ ...shop!, name: NAME })
}

async function open(options: BrowserContextOptions, cookie?: [string, string], url = '') {
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(120_000)
  if (cookie) await context.addCookies([{ name: cookie[0], value: cookie[1], url }])
  return context.newPage()
}

/** What a reader sees, in either theme. */
async function keep(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) })
  }
}

test('the payment page on a phone', async () => {
  const shop = await startPaymentApp({}, { pageMethods: ['CARD', 'BLIK', 'PBL'] }, { page: true })
  onTestFinished(() => shop.close())
  await rename(shop)
  const order = { amount: 148.5, description: 'Two books and a map', extOrderId: 'W-2041' }
  const { redirectURL } = await shop.page({ order })
  const page = await open({ viewport: { width: 390, height: 780 }, deviceScaleFactor: 2 })
  await page.goto(`${shop.url}${new URL(redirectURL).pathname}?lang=en`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[data-method="CARD"] > .pick').click()
  await page.locator('#card-instrumentNo').fill('4000000000001000')
  await page.locator('#card-expiry').fill('1230')
  await page.locator('#card-cvv').fill('123')
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement).blur()
    window.scrollTo(0, 0)
  })
  await keep(page, 'payment-page')
})

test('the portal, with the days of a shop', async () => {
  await addDays(app)
  for (const amountMinor of [2_490, 14_850, 6_100])
    await app.payments.sale({ order: { amountMinor, currency: 'PLN', extOrderId: 'W' } as never })
  const portal = await startPortalApp(app)
  onTestFinished(() => portal.close())
  const { browser: own } = await portal.enter(SHOP.merchantId, 'maria', 'owner')
  const page = await open({ viewport: desk }, [...own.cookies][0], portal.origin)
  await page.goto(`${portal.origin}/portal`)
  await page.locator('[data-chart] canvas').waitFor()
  await keep(page, 'portal')
})

test('one payment, explained to an operator', async () => {
  const order = { amountMinor: 32_000, currency: 'PLN', extOrderId: 'W-2042' }
  const hold = { transKind: 'PREAUTH', validTime: 1_800 }
  const paymentId = await app.payments.sale({ order, options: hold } as never)
  await app.payments.command(paymentId, { name: 'capture', amountMinor: 28_000 } as never)
  await app.payments.command(paymentId, { name: 'refund', amountMinor: 4_500 } as never)
  const { url, cookie, close } = await startOperatorApp(app.pool)
  onTestFinished(close)
  const page = await open({ viewport: { width: 1280, height: 1000 } }, cookie, url)
  await page.goto(`${url}/payments/${paymentId}`)
  await page.getByRole('heading', { name: 'What happened' }).waitFor()
  expect(await page.getByRole('searchbox').count()).toBe(1)
  await page.getByRole('heading', { name: 'What can be done' }).evaluate((title) => {
    window.scrollTo(0, title.getBoundingClientRect().top - 40)
  })
  await keep(page, 'incident')
})

/** Earlier days as the portal keeps them, so that its chart has something to show. */
const addDays = ({ pool }: ListedApp): Promise<unknown> =>
  execute(
    pool,
    `insert into portal_day (merchant_id, day, method, organization, currency, payments, approved, declined,
                             waiting, holds, held_minor, sold_minor, refunded_minor)
     select $1, current_date - back, method, organization, 'PLN', sales + declined, sales, declined, 0, 0, 0,
            sales * price, (sales / 9) * price
       from generate_series(1, 29) as back
      cross join (values ('CARD', 'VISA', 9, 9850), ('CARD', 'MASTERCARD', 6, 11200), ('BLIK', '', 11, 6400),
                         ('PBL', '', 2, 18900)) as kinds (method, organization, most, price)
      cross join lateral (
        select (most * (1.15 + sin(back * 0.9 + most) * 0.45)
                 * case when extract(isodow from current_date - back) > 5 then 1.5 else 1 end)::int as sales,
               (back * most) % 7 / 5 as declined) as figures`,
    [SHOP.merchantId],
  )
