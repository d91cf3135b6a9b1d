import { describe, expect, test } from 'vitest'
import { openPage } from '../../support/browser.ts'
import { inspectScreen } from '../../support/inspect-screen.ts'
import { stack } from '../../support/world.ts'

const viewport = { width: 1440, height: 900 }

describe('a developer reads', () => {
  test('the reference on a phone: create, with an instrument open', async () => {
    const page = await openPage()
    await page.goto(`${stack.api}/docs/operations/createPayment`)
    await page
      .locator('.members > li > details > summary', { hasText: 'instrument' })
      .first()
      .click()
    await page.getByText('BLIK_CODE').first().click()
    await inspectScreen(page, 'reference-phone')
  })

  test('the reference finds, copies, and keeps the language', async () => {
    const page = await openPage({ viewport, permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(`${stack.api}/docs`)
    await page.getByLabel('Search').fill('refund_exists')
    await page.locator('#found a').first().click()
    await page.waitForURL('**/docs/mistakes#refund_exists')
    await page.keyboard.press('/')
    await page.keyboard.type('capure')
    await page.locator('#found a').first().click()
    await page.waitForURL('**/docs/operations/capturePayment')
    await page.getByText('Python', { exact: true }).click()
    await page.locator('.panel.in-Python .copy').click()
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('urllib.request')
    await page.goto(`${stack.api}/docs/operations/refundPayment`)
    expect(await page.locator('.panel.in-Python').isVisible()).toBe(true)
  })

  test('without scripts every sample, member and page can still be reached', async () => {
    const page = await openPage({ viewport, javaScriptEnabled: false })
    await page.goto(`${stack.api}/docs/operations/capturePayment`)
    await page.getByText('PHP', { exact: true }).click()
    expect(await page.locator('.panel.in-PHP').isVisible()).toBe(true)
    expect(await page.locator('.panel.in-curl').isVisible()).toBe(false)
    await page.getByRole('navigation').getByRole('link', { name: 'Test data' }).click()
    await page.getByRole('heading', { name: 'Cards' }).waitFor()
  })
})
