import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { visa } from '../../support/cards.ts'
import {
  answerChallenge,
  arrive,
  choose,
  heading,
  payByBlik,
  payByCard,
} from '../../support/checkout.ts'
import { inspectInBothLanguages } from '../../support/inspect-screen.ts'
import { until } from '../../support/until.ts'
import { shop } from '../../support/world.ts'

const UNSUPPORTED = '4999990000000007'
const phone = { viewport: { width: 390, height: 844 } }
const desktop = { viewport: { width: 1280, height: 900 } }

const idOf = (page: Page): string => new URL(page.url()).pathname.split('/')[3] ?? ''

/** Without scripts a payer asks for news; with them the page does. */
async function reads(page: Page, text: string): Promise<void> {
  const again = page.getByRole('link', { name: /^(Check again|Sprawdź ponownie)$/ })
  const look = async (): Promise<string> => {
    if (await again.isVisible()) await again.click()
    return page.locator('main').innerText()
  }
  await until(`the page to say: ${text}`, look, (shown) => shown.includes(text))
}

describe.each([
  ['on a phone', phone],
  ['at a desk, without scripts', { ...desktop, javaScriptEnabled: false }],
  ['in Polish', { ...phone, locale: 'pl-PL' }],
])('a payer who has never seen the page, %s', (_, device) => {
  const isPolish = 'locale' in device
  const say = (english: string, polish: string): string => (isPolish ? polish : english)

  test('pays after two mistakes, without leaving it', async () => {
    const { page, payment } = await arrive({}, device)
    await payByCard(page, visa(121))
    await reads(page, say('not enough money on the account.', 'za mało środków.'))
    await reads(page, say('Nothing was charged.', 'Nic nie pobrano.'))
    await payByBlik(page, '100001')
    await reads(page, say('The BLIK code is wrong.', 'Kod BLIK jest błędny.'))
    expect(await page.locator('#blik-code').isVisible()).toBe(true)
    await payByCard(page, visa(100))
    await reads(page, say('Payment successful', 'Płatność udana'))

    const paid = idOf(page)
    expect(paid).not.toBe(payment.paymentId)
    const back = (await page.locator('a[data-return]').getAttribute('href')) ?? ''
    expect(new URL(back).searchParams.get('paymentId')).toBe(paid)
    expect((await shop.status(payment.paymentId)).status).toBe('REJECTED')
    expect((await shop.status(paid)).status).toBe('COMPLETED')

    await page.goto(new URL(`/pay/p/${payment.paymentId}`, page.url()).href)
    await heading(page, say('Payment successful', 'Płatność udana'))
  })
})

describe('the next try', () => {
  test('takes another card after one that is not accepted, and after a failed confirmation', async () => {
    const { page } = await arrive()
    await payByCard(page, UNSUPPORTED)
    await reads(page, 'This card cannot be used here.')
    await payByCard(page, visa(102))
    await answerChallenge(page, '000000')
    await reads(page, 'The confirmation with your bank did not succeed.')
    await payByCard(page, visa(102))
    await answerChallenge(page)
    await heading(page, 'Payment successful')
  })

  test.each([
    ['GPAY', 'Google Pay'],
    ['APAY', 'Apple Pay'],
  ])('is made with another card in the wallet %s', async (method, name) => {
    const { page } = await arrive()
    await choose(page, method)
    await page.locator(`#${method.toLowerCase()}-card`).selectOption('declined')
    await page.getByRole('button', { name: `Pay with ${name}` }).click()
    await heading(page, 'Payment not successful')
    await choose(page, method)
    await page.getByRole('button', { name: `Pay with ${name}` }).click()
    await heading(page, 'Payment successful')
  })

  test('is not offered after a card that is blocked', async () => {
    const { page } = await arrive()
    await payByCard(page, visa(124))
    await page.locator('.result.failed').waitFor()
    expect(await page.locator('form[data-form]').count()).toBe(0)
    await inspectInBothLanguages(page, 'failed')
  })

  test('looks right: what happened, what can be done, the way back', async () => {
    for (const [name, device] of Object.entries({ again: phone, 'wide-again': desktop })) {
      const { page } = await arrive({}, device)
      await payByCard(page, visa(121))
      await reads(page, 'not enough money')
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('errors')
      await page.getByRole('link', { name: /^Back to/ }).waitFor()
      await inspectInBothLanguages(page, name)
    }
  })
})
