import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { closeBrowser, openPage, picture } from '../../support/browser.ts'
import { visa } from '../../support/cards.ts'
import {
  arrive,
  challengeFrame,
  choose,
  heading,
  payByCard,
  submit,
} from '../../support/checkout.ts'
import { shop, stack } from '../../support/world.ts'

afterAll(closeBrowser)

/** No finding of axe, in light and in dark, and a picture of both. */
async function looksGood(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await picture(page, `${name}-${colorScheme}`)
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .exclude('iframe')
      .analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
    expect(found, `${name} ${colorScheme}`).toEqual([])
  }
}

const titles = {
  pl: { done: 'Płatność udana', failed: 'Płatność nieudana', blik: 'Potwierdź w aplikacji banku' },
  en: {
    done: 'Payment successful',
    failed: 'Payment not successful',
    blik: 'Confirm in your banking app',
  },
}

describe.each(['pl', 'en'] as const)('axe finds nothing in %s', (language) => {
  const context = { locale: language === 'pl' ? 'pl-PL' : 'en-GB' }
  const options = { language }

  test('on the choice of a method, with every method open, and with errors', async () => {
    const { page } = await arrive({ options }, context)
    for (const method of ['CARD', 'BLIK', 'PBL', 'GPAY', 'APAY', 'C2P']) {
      await choose(page, method)
      await looksGood(page, `${language}-choose-${method}`)
    }
    await choose(page, 'CARD')
    await submit(page, 'CARD')
    await looksGood(page, `${language}-errors`)
  })

  test('on a challenge, and when it has failed', async () => {
    const { page } = await arrive({ options }, context)
    await payByCard(page, visa(102))
    await challengeFrame(page).locator('#otp').waitFor()
    await looksGood(page, `${language}-challenge`)
    await challengeFrame(page).locator('#otp').fill('1')
    await challengeFrame(page).getByRole('button', { name: 'Confirm' }).click()
    await heading(page, titles[language].failed)
    await looksGood(page, `${language}-failed`)
  })

  test('while the phone is asked, and after a cancel', async () => {
    const { page } = await arrive({ options }, context)
    await choose(page, 'BLIK')
    await page.locator('#blik-code').fill('100005')
    await submit(page, 'BLIK')
    await heading(page, titles[language].blik)
    await looksGood(page, `${language}-blik`)
    await page.locator('.cancel summary').click()
    await page.locator('.cancel button').click()
    await page.locator('.result.cancelled').waitFor()
    await looksGood(page, `${language}-cancelled`)
  })

  test('while the bank is waited for, and after the payment', async () => {
    const { page, payment } = await arrive({ options }, context)
    await choose(page, 'PBL')
    await page.getByText('Simulated Bank').click()
    await submit(page, 'PBL')
    await page.waitForURL(/\/bank\/pay/)
    const bank = page.url()
    await page.goto(payment.redirectURL)
    await page.locator('.wait').waitFor()
    await looksGood(page, `${language}-bank`)
    await page.goto(bank)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await heading(page, titles[language].done)
    await looksGood(page, `${language}-done`)
  })

  test('on a link that has expired, that is dead, and on the end of a way', async () => {
    const { page, payment } = await arrive({ options }, context)
    await shop.advance(payment.paymentId, 1801)
    await page.locator('.result.expired').waitFor()
    await looksGood(page, `${language}-expired`)
    await page.goto(`${stack.api}/pay/deaddeaddeaddeaddeaddead`)
    await looksGood(page, `${language}-gone`)
    await page.goto(`${stack.api}/pay/returned`)
    await looksGood(page, `${language}-returned`)
  })
})

test('axe finds nothing on a wide screen', async () => {
  const { page } = await arrive({}, { viewport: { width: 1280, height: 900 } })
  await looksGood(page, 'wide-choose')
})

test('a payment is made with the keyboard alone', async () => {
  const { page } = await arrive()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.locator('details[data-method=CARD] summary').focus()
  await press('Tab')
  await page.keyboard.type(visa(100))
  await press('Tab')
  await page.keyboard.type('1230')
  await press('Tab')
  await page.keyboard.type('123')
  await press('Enter')
  await heading(page, 'Payment successful')
})

test('axe finds nothing in the shop, on the index and in the reference', async () => {
  const page = await openPage({ viewport: { width: 1100, height: 900 } })
  await page.goto(stack.sandbox)
  await looksGood(page, 'sandbox')
  await page.goto(`${stack.sandbox}/shop`)
  await looksGood(page, 'shop')
})
