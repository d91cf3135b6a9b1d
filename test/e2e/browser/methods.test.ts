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
    expect(await page.locator('details[data-method=BLIK]').count()).toBe(0)
    await payByCard(page, visa(100))
    await heading(page, 'Payment successful')
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
  test('it groups digits, names the organization, and refuses a mistyped number', async () => {
    const { page } = await arrive()
    const number = page.locator('#card-instrumentNo')
    await number.pressSequentially('5105100000001003')
    expect(await number.inputValue()).toBe('5105 1000 0000 1003')
    expect(await page.locator('[data-brand]').innerText()).toBe('Mastercard')
    await page.locator('#card-expiry').pressSequentially('120')
    await submit(page, 'CARD')
    await page.locator('.errors:visible').waitFor()
    expect(await page.locator('.errors li:visible').count()).toBe(3)
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('errors')
  })

  test('it asks American Express for four digits', async () => {
    const { page } = await arrive()
    await page.locator('#card-instrumentNo').pressSequentially('378282000001006')
    expect(await page.locator('#card-instrumentNo').inputValue()).toBe('3782 820000 01006')
    await page.getByText('Four digits on the front of the card').waitFor()
  })
})
