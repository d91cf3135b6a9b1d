import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { visa } from '../../support/cards.ts'
import {
  arrive,
  choose,
  goToBank,
  heading,
  payByBlik,
  payByCard,
  storeCard,
  submit,
  typeCard,
} from '../../support/checkout.ts'
import { openMerchant, shop } from '../../support/world.ts'

describe('a payer pays', () => {
  test('by card, and goes back to the shop with the payment and the order', async () => {
    const { page, payment } = await arrive({ order: { extOrderId: `order-${Date.now()}` } })
    await payByCard(page, visa(100))
    await heading(page, 'Payment successful')
    const back = new URL((await page.locator('a[data-return]').getAttribute('href')) ?? '')
    expect(back.origin + back.pathname).toBe('https://shop.example/return')
    expect(back.searchParams.get('paymentId')).toBe(payment.paymentId)
    expect(back.searchParams.get('extOrderId')).toMatch(/^order-/)
    expect(await shop.status(payment.paymentId)).toMatchObject({ status: 'COMPLETED' })
  })

  test('by BLIK, and waits with a clock until the phone has confirmed', async () => {
    const { page, payment } = await arrive()
    await payByBlik(page, '777 123')
    await heading(page, 'Payment successful')
    expect(await shop.status(payment.paymentId)).toMatchObject({ status: 'COMPLETED' })
  })

  test('by bank transfer on the page of the bank', async () => {
    const { page, payment } = await arrive()
    await goToBank(page)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await heading(page, 'Payment successful')
    expect(await shop.status(payment.paymentId)).toMatchObject({ status: 'COMPLETED' })
  })

  test.each([
    ['GPAY', 'Google Pay'],
    ['APAY', 'Apple Pay'],
    ['C2P', 'Click to Pay'],
  ])('with the wallet %s', async (method, name) => {
    const { page, payment } = await arrive()
    await choose(page, method)
    await page.getByRole('button', { name: `Pay with ${name}` }).click()
    await heading(page, 'Payment successful')
    expect(await shop.status(payment.paymentId)).toMatchObject({ status: 'COMPLETED' })
  })

  test('with a BLIK alias, in the app of their choice', async () => {
    const alias = { type: 'BLIK_UID', alias: 'alias-two' }
    const { page, payment } = await arrive({ method: 'BLIK', instrument: alias })
    await page.getByText('Second Bank').click()
    await submit(page, 'APP')
    await heading(page, 'Payment successful')
    expect(await shop.status(payment.paymentId)).toMatchObject({ status: 'COMPLETED' })
  })

  test('with a stored card, and is not asked for its number again', async () => {
    const merchant = await openMerchant()
    const instrument = { type: 'COF', instrumentNo: await storeCard(merchant) }
    const wish = { method: 'CARD', instrument, device: undefined }
    const { page, payment } = await arrive(wish, {}, merchant)
    await heading(page, 'Payment successful')
    expect(await merchant.status(payment.paymentId)).toMatchObject({ status: 'COMPLETED' })
  })

  test('with a stored card and its security code, where the merchant wants one', async () => {
    const merchant = await openMerchant({ cvvForTokens: true })
    const instrument = { type: 'COF', instrumentNo: await storeCard(merchant) }
    const { page } = await arrive({ method: 'CARD', instrument }, {}, merchant)
    await page.getByText('•••• 1000').first().waitFor()
    await page.locator('#cvv-cvv').fill('123')
    await submit(page, 'CVV')
    await heading(page, 'Payment successful')
  })

  test('a hold, and reads that the amount is reserved', async () => {
    const { page, payment } = await arrive({ options: { transKind: 'PREAUTH' } })
    expect(await page.locator('[data-method=BLIK]').count()).toBe(0)
    await payByCard(page, visa(100))
    await heading(page, 'Amount reserved')
    await page.getByText(/The amount is reserved/).waitFor()
    expect(await shop.status(payment.paymentId)).toMatchObject({ dataRequest: 'CAPTURE' })
  })
})

describe('a payer who cannot pay reads why', () => {
  test('when the account is empty', async () => {
    const { page } = await arrive()
    await payByCard(page, visa(121))
    await heading(page, 'Payment not successful')
    await page.getByText('There is not enough money on the account.').waitFor()
  })

  test('but not that the card is blocked', async () => {
    const { page, payment } = await arrive()
    await payByCard(page, visa(124))
    await heading(page, 'Payment not successful')
    expect(await page.locator('main').innerText()).not.toMatch(/block/i)
    expect(await shop.status(payment.paymentId)).toMatchObject({ rejectCode: 'CARD_BLOCKED' })
  })

  test('when the transfer was declined at the bank', async () => {
    const { page } = await arrive()
    await goToBank(page, 'Other Bank')
    await page.getByRole('button', { name: 'Decline' }).click()
    await heading(page, 'Payment not successful')
  })

  test('when the BLIK code is wrong', async () => {
    const { page } = await arrive()
    await payByBlik(page, '100001')
    await heading(page, 'Payment not successful')
    await page.getByText('The BLIK code is wrong.').waitFor()
  })
})

describe('the card form helps', () => {
  const errors = (page: Page) => page.locator('.error:visible').allInnerTexts()

  test('it groups digits, shows the organization, and says of each field what is wrong', async () => {
    const { page } = await arrive()
    await choose(page, 'CARD')
    expect(await page.locator('[data-mark]:visible').count()).toBe(4)
    const number = page.locator('#card-instrumentNo')
    await number.pressSequentially('5105100000001003')
    expect(await number.inputValue()).toBe('5105 1000 0000 1003')
    expect(await page.locator('[data-mark]:visible').getAttribute('data-mark')).toBe('MASTERCARD')
    await page.locator('#card-expiry').pressSequentially('1020')
    await page.locator('#card-cvv').fill('12')
    await submit(page, 'CARD')
    expect(await errors(page)).toEqual([
      'Check the digits: one of them is wrong',
      'This date has passed',
      'One digit too few',
    ])
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('card-instrumentNo')
  })

  test('it asks American Express for four digits', async () => {
    const { page } = await arrive()
    await choose(page, 'CARD')
    await page.locator('#card-instrumentNo').pressSequentially('378282000001006')
    expect(await page.locator('#card-instrumentNo').inputValue()).toBe('3782 820000 01006')
    await page.getByText('Four digits on the front of the card').waitFor()
  })

  test('it keeps what was typed in another language, but for the security code', async () => {
    const { page } = await arrive()
    await typeCard(page, visa(100))
    await page.getByRole('link', { name: 'Polski' }).click()
    await heading(page, 'Jak chcesz zapłacić?')
    expect(await page.locator('#card-instrumentNo').inputValue()).toBe('4000 0000 0000 1000')
    expect(await page.locator('#card-expiry').inputValue()).toBe('12/30')
    expect(await page.locator('#card-cvv').inputValue()).toBe('')
    expect(await page.locator('[data-mark]:visible').getAttribute('data-mark')).toBe('VISA')
  })
})

describe('without a connection', () => {
  test('the page says so within 3 seconds, keeps what was typed, and goes on', async () => {
    const { page } = await arrive()
    await typeCard(page, visa(100))
    await page.context().setOffline(true)
    await page.getByText('No connection. We keep trying.').waitFor({ timeout: 3_000 })
    await submit(page, 'CARD')
    expect(await page.locator('#card-instrumentNo').inputValue()).not.toBe('')
    await page.context().setOffline(false)
    await page.locator('.lost').waitFor({ state: 'detached' })
    await submit(page, 'CARD')
    await heading(page, 'Payment successful')
  })

  test('a wait for a phone is survived', async () => {
    const { page, payment } = await arrive()
    await payByBlik(page, '100005')
    await heading(page, 'Confirm in your banking app')
    const ring = page.locator('.ring')
    const left = () => ring.evaluate((one) => Number(one.style.getPropertyValue('--left')))
    await expect.poll(left).toBeLessThan(1)
    await page.context().setOffline(true)
    await page.getByText('No connection. We keep trying.').waitFor({ timeout: 3_000 })
    await shop.order(payment.paymentId, 'cancel')
    await expect
      .poll(() => shop.status(payment.paymentId), { timeout: 150_000 })
      .toMatchObject({ status: 'CANCELLED' })
    await page.context().setOffline(false)
    await heading(page, 'Payment cancelled')
  })
})

test('the result tells method, card, date and a reference that can be copied', async () => {
  const { page, payment } = await arrive()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await payByCard(page, visa(100))
  await heading(page, 'Payment successful')
  const facts = await page.locator('.result .facts').innerText()
  expect(facts).toMatch(/Method\s+Card\s+Card\s+Visa •••• 1000\s+Date\s+\d+ \w+ \d{4}, \d\d:\d\d/)
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(payment.paymentId)
})

test('wallets come first, then BLIK, and one method is always chosen', async () => {
  const { page } = await arrive()
  const order = await page
    .locator('[data-method]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-method')))
  expect(order).toEqual(['APAY', 'GPAY', 'C2P', 'BLIK', 'CARD', 'PBL'])
  const chosen = () => page.locator('.pick :checked').inputValue()
  expect(await chosen()).toBe('BLIK')
  await page.locator('[data-method=BLIK] > .pick').click()
  expect(await chosen()).toBe('BLIK')
  await page.locator('.pick :checked').focus()
  for (const method of ['CARD', 'PBL', 'BLIK']) {
    await page.keyboard.press('ArrowDown')
    expect(await chosen()).toBe(method)
    expect(await page.locator('.panel:visible').count()).toBe(1)
  }
})
