import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openPage } from '../../support/browser.ts'
import { visa } from '../../support/cards.ts'
import {
  answerChallenge,
  arriveToStore,
  goToBank,
  heading,
  payByBlik,
  payByCard,
  submit,
  typeCard,
} from '../../support/checkout.ts'
import { shop, stack } from '../../support/world.ts'

/** Of the seller with accounts of its own, whose cards go there. */
const NO_FUNDS_AT_STRIPE = '4000000000009995'

test('somebody who has read nothing buys with a challenge and sees the notification', async () => {
  const page = await openPage({ viewport: { width: 1100, height: 900 } })
  await page.goto(stack.sandbox)
  await page.getByRole('link', { name: 'Open the demo shop' }).click()
  await page.getByRole('button', { name: 'Buy' }).first().click()
  await page.waitForURL(/\/pay\/p\//)
  await payByCard(page, visa(102))
  await answerChallenge(page)
  await heading(page, 'Payment successful')
  await comeBack(page)
  await openConsole(page)
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByText('REFUND', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Refund' }).waitFor({ state: 'detached' })
})

/** Buys the first good by this method and leaves the payer on the payment page. */
async function buy(method: string): Promise<Page> {
  const page = await openPage({ viewport: { width: 1100, height: 900 } })
  await page.goto(`${stack.sandbox}/shop`)
  const good = page.locator('.card').first()
  await good.getByLabel('Payment method').selectOption(method)
  await good.getByRole('button', { name: 'Buy' }).click()
  await page.waitForURL(/\/pay\/p\//)
  return page
}

/** Back in the shop: the payer is thanked, and reads nothing that only the shop's people know. */
async function comeBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Back to/ }).click()
  await page.waitForURL(/\/shop\/orders\//)
  await heading(page, 'Thank you for your order')
  expect(await page.locator('main').innerText()).not.toMatch(/COMPLETED|PENDING|[Nn]otification/)
}

/** Behind the counter, where the shop hears of the payment and checks who says so. */
async function openConsole(page: Page): Promise<void> {
  await page.getByRole('link', { name: /merchant console/ }).click()
  await page.getByText('valid ✓').nth(1).waitFor()
  expect(await page.getByText('not valid').count()).toBe(0)
  await page
    .getByText(/^Raw notification/)
    .first()
    .click()
  await page.getByText('"paymentId"').first().waitFor()
}

describe('in the shop one buys', () => {
  const ways: [method: string, pay: (page: Page) => Promise<void>][] = [
    ['CARD', (page) => payByCard(page, visa(100))],
    ['BLIK', (page) => payByBlik(page, '777123')],
    [
      'PBL',
      async (page) => {
        await goToBank(page)
        await page.getByRole('button', { name: 'Pay', exact: true }).click()
      },
    ],
    ['GPAY', (page) => submit(page, 'GPAY')],
    ['APAY', (page) => submit(page, 'APAY')],
    ['C2P', (page) => submit(page, 'C2P')],
  ]

  test.each(ways)('by %s, which is open already, and the shop is told', async (method, pay) => {
    const page = await buy(method)
    await pay(page)
    await heading(page, 'Payment successful')
    await comeBack(page)
    await openConsole(page)
    await page.locator('.badge[data-status=COMPLETED]').waitFor()
  })

  test('and cancels before and after the payment', async () => {
    const page = await buy('CARD')
    await page.goto(`${stack.sandbox}/shop`)
    await page
      .getByRole('link', { name: /^SHOP-/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Go to the payment page' }).click()
    await payByCard(page, visa(100))
    await heading(page, 'Payment successful')
    await comeBack(page)
    await openConsole(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.locator('.badge[data-status=CANCELLED]').waitFor()

    const unpaid = await buy('CARD')
    await unpaid.goto(`${stack.sandbox}/shop`)
    await unpaid
      .getByRole('link', { name: /^SHOP-/ })
      .first()
      .click()
    await heading(unpaid, 'Your order waits for its payment')
    await unpaid.getByRole('link', { name: /merchant console/ }).click()
    await unpaid.getByRole('button', { name: 'Cancel' }).click()
    await unpaid.locator('.badge[data-status=CANCELLED]').waitFor()
    await unpaid.getByRole('link', { name: 'What the payer sees' }).click()
    await heading(unpaid, 'Your order was cancelled')
  })

  test('and reads why the gateway refuses', async () => {
    const page = await buy('CARD')
    await payByCard(page, visa(100))
    await heading(page, 'Payment successful')
    await comeBack(page)
    await openConsole(page)
    await page.getByLabel('Amount').fill('1000')
    await page.getByRole('button', { name: 'Refund' }).click()
    await heading(page, 'The gateway refused')
    await page.getByText('refund_exceeds_amount').waitFor()
  })
})

test('an order that was paid at the second try belongs to the same seller', async () => {
  const page = await openPage()
  await page.goto(`${stack.sandbox}/shop`)
  const good = page.locator('.card').nth(1)
  await good.getByLabel('Seller').selectOption({ index: 1 })
  await good.getByRole('button', { name: 'Buy' }).click()
  await payByCard(page, NO_FUNDS_AT_STRIPE)
  await heading(page, 'Payment not successful')
  await page.getByRole('link', { name: /^Back to/ }).click()
  await heading(page, 'Your payment did not go through')
  await page.getByRole('link', { name: 'Try to pay again' }).click()
  await payByCard(page, visa(100))
  await heading(page, 'Payment successful')
  await comeBack(page)
})

test('a hold is captured in the shop', async () => {
  const page = await openPage({ viewport: { width: 1100, height: 900 } })
  await page.goto(`${stack.sandbox}/shop`)
  const good = page.locator('.card').nth(1)
  await good.getByLabel('Payment method').selectOption('CARD')
  await good.getByLabel(/Reserve only/).check()
  await good.getByRole('button', { name: 'Buy' }).click()
  await payByCard(page, visa(100))
  await heading(page, 'Amount reserved')
  await comeBack(page)
  await page.getByText('The amount is reserved.').waitFor()
  await openConsole(page)
  await page.getByRole('button', { name: 'Capture' }).click()
  await page.getByRole('button', { name: 'Refund' }).waitFor()
})

test('a card is stored on our page', async () => {
  const { page, tokenization } = await arriveToStore()
  await heading(page, 'Your card')
  await typeCard(page, visa(102))
  await page.getByRole('button', { name: 'Save card' }).click()
  await answerChallenge(page)
  await heading(page, 'Card saved')
  const { body: stored } = await shop.call('GET', `/tokenizer/${tokenization.tokenizerId}`)
  expect(stored).toMatchObject({ status: 'COMPLETED', token: { cardMask: '400000******1026' } })
})

test('the reference is served offline, and its client makes a call', async () => {
  const page = await openPage({ viewport: { width: 1200, height: 900 } })
  const outside: string[] = []
  const problems: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(stack.api) && !request.url().startsWith('data:'))
      outside.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.goto(`${stack.api}/docs`)
  await page.getByText('/v1/ecommerce/payment/{paymentId}/capture').click()
  await page.waitForURL(/\/docs\/operations\//)
  await page.getByText('capture_exceeds_preauthorized').first().waitFor()
  await page.getByRole('link', { name: 'Try it' }).click()
  await page.waitForURL(/createPayment#try/)
  await page.getByLabel('Example').selectOption('A card')
  await page.getByRole('button', { name: 'Send' }).click()
  const answer = page.locator('.try output')
  await answer.locator('strong', { hasText: '200' }).waitFor()
  const paymentId = /"paymentId": "(\w+)"/.exec(await answer.innerText())?.[1] ?? ''
  // What the next request needs is there already.
  await page.goto(`${stack.api}/docs/operations/getPaymentStatus`)
  expect(await page.getByLabel('paymentId').inputValue()).toBe(paymentId)
  await page.getByRole('button', { name: 'Send' }).click()
  await answer.getByText('"status"').waitFor()
  expect(outside).toEqual([])
  expect(problems).toEqual([])
})
