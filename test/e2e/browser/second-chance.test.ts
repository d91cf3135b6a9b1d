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
async function waits<T>(
  page: Page,
  what: string,
  look: () => Promise<T>,
  isThere: (seen: T) => boolean,
): Promise<void> {
  const again = page.getByRole('link', { name: /^(Check again|Sprawdź ponownie)$/ })
  const lookAgain = async (): Promise<T> => {
    if (await again.isVisible()) await again.click()
    return look()
  }
  await until(what, lookAgain, isThere)
}

const reads = (page: Page, text: string): Promise<void> =>
  waits(
    page,
    `the page to say: ${text}`,
    () => page.locator('main').innerText(),
    (shown) => shown.includes(text),
  )

/** At the issuer: in a frame where there are scripts, else in place of our page. */
async function giveCode(page: Page, code: string, hasScripts: boolean): Promise<void> {
  if (hasScripts) {
    await answerChallenge(page, code)
    return
  }
  const toBank = page.getByRole('button', { name: /^(Continue to your bank|Przejdź do banku)$/ })
  await waits(page, 'the way to the bank', () => toBank.isVisible(), Boolean)
  await toBank.click()
  await page.locator('#otp').fill(code)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

const english = {
  noMoney: 'not enough money on the account.',
  nothing: 'Nothing was charged.',
  wrongCode: 'The BLIK code is wrong.',
  notConfirmed: 'The confirmation with your bank did not succeed.',
  done: 'Payment successful',
}
const polish: typeof english = {
  noMoney: 'za mało środków.',
  nothing: 'Nic nie pobrano.',
  wrongCode: 'Kod BLIK jest błędny.',
  notConfirmed: 'Potwierdzenie w banku nie powiodło się.',
  done: 'Płatność udana',
}

const withoutScripts = { javaScriptEnabled: false }

describe.each([
  ['on a phone', phone, english],
  ['on a phone, without scripts, in Polish', { ...phone, ...withoutScripts }, polish],
  ['at a desk, in Polish', desktop, polish],
  ['at a desk, without scripts', { ...desktop, ...withoutScripts }, english],
])('a payer who has never seen the page, %s', (_, device, words) => {
  const hasScripts = !('javaScriptEnabled' in device)
  const locale = words === polish ? 'pl-PL' : 'en-GB'

  test('pays after a declined card, a wrong BLIK code and a failed confirmation, without leaving it', async () => {
    const { page, payment } = await arrive({}, { ...device, locale })
    await payByCard(page, visa(121))
    await reads(page, words.noMoney)
    await reads(page, words.nothing)
    await payByBlik(page, '100001')
    await reads(page, words.wrongCode)
    expect(await page.locator('#blik-code').isVisible()).toBe(true)
    await payByCard(page, visa(102))
    await giveCode(page, '000000', hasScripts)
    await reads(page, words.notConfirmed)
    await payByCard(page, visa(102))
    await giveCode(page, '123456', hasScripts)
    await reads(page, words.done)

    const paid = idOf(page)
    expect(paid).not.toBe(payment.paymentId)
    const back = (await page.locator('a[data-return]').getAttribute('href')) ?? ''
    expect(new URL(back).searchParams.get('paymentId')).toBe(paid)
    expect((await shop.status(payment.paymentId)).status).toBe('REJECTED')
    expect((await shop.status(paid)).status).toBe('COMPLETED')

    await page.goto(new URL(`/pay/p/${payment.paymentId}`, page.url()).href)
    await heading(page, words.done)
  })
})

describe('the next try', () => {
  test('takes another card after one that is not accepted', async () => {
    const { page } = await arrive()
    await payByCard(page, UNSUPPORTED)
    await reads(page, 'This card cannot be used here.')
    await payByCard(page, visa(100))
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
      // The script comes after the words.
      await page.locator('.errors:focus').waitFor()
      await page.getByRole('link', { name: /^Back to/ }).waitFor()
      await inspectInBothLanguages(page, name)
    }
  })
})
