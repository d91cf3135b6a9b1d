import type { BrowserContext, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openPage } from '../../support/browser.ts'
import { visa } from '../../support/cards.ts'
import {
  answerChallenge,
  arrive,
  challengeFrame,
  heading,
  payByBlik,
  payByCard,
  submit,
  typeCard,
} from '../../support/checkout.ts'
import { shop } from '../../support/world.ts'

const charges = async (paymentId: string) =>
  (await shop.transactions(paymentId)).filter((one: { type: string }) => one.type === 'AUTH')

/** Holds forms back until so many are on their way. */
async function sendTogether(context: BrowserContext, forms: number): Promise<void> {
  const held: Route[] = []
  await context.route('**/instrument', async (route) => {
    held.push(route)
    if (held.length === forms) await Promise.all(held.map((one) => one.continue()))
  })
}

describe('a link', () => {
  test('that expires tells so by itself, on the open page', async () => {
    const { page, payment } = await arrive()
    await heading(page, 'How would you like to pay?')
    await shop.advance(payment.paymentId, 1801)
    await heading(page, 'Time is up')
  })

  test('that was restored is dead, and so is its open page; the new one works', async () => {
    const { page, payment } = await arrive()
    const restored = await shop.order(payment.paymentId, 'restore')
    await heading(page, 'This link is no longer active')
    await page.goto(payment.redirectURL)
    await heading(page, 'This link is no longer active')
    await page.goto(restored.redirectURL)
    await payByCard(page, visa(100))
    await heading(page, 'Payment successful')
  })

  test('leaves the address bar, so that the address alone opens nothing elsewhere', async () => {
    const { page, payment } = await arrive()
    expect(page.url()).not.toContain(new URL(payment.redirectURL).pathname.split('/').at(-1))
    expect(new URL(page.url()).search).toBe('')
    const other = await openPage()
    const answer = await other.goto(page.url())
    expect(answer?.status()).toBe(404)
    await heading(other, 'This link is no longer active')
  })

  test('opens on a second device, which shows where the payment stands', async () => {
    const { page, payment } = await arrive()
    await payByCard(page, visa(102))
    await challengeFrame(page).locator('#otp').waitFor()
    const phone = await openPage()
    await phone.goto(payment.redirectURL)
    await answerChallenge(phone)
    await heading(phone, 'Payment successful')
    await heading(page, 'Payment successful')
  })

  test('pays once in two tabs, the one opened first included', async () => {
    const { page, payment } = await arrive()
    const tab = await page.context().newPage()
    await tab.goto(payment.redirectURL)
    await payByCard(page, visa(100))
    await heading(page, 'Payment successful')
    await heading(tab, 'Payment successful')
    expect(await charges(payment.paymentId)).toHaveLength(1)
  })

  test('pays once when both tabs are sent at the same time', async () => {
    const { page, payment } = await arrive()
    const tab = await page.context().newPage()
    await tab.goto(payment.redirectURL)
    await typeCard(page, visa(100))
    await typeCard(tab, visa(107))
    await sendTogether(page.context(), 2)
    await Promise.all([submit(page, 'CARD'), submit(tab, 'CARD')])
    await heading(page, 'Payment successful')
    await heading(tab, 'Payment successful')
    expect(await charges(payment.paymentId)).toHaveLength(1)
  })

  test('survives reload, before, in the middle and after', async () => {
    const { page, payment } = await arrive()
    await page.reload()
    await payByCard(page, visa(102))
    await challengeFrame(page).locator('#otp').waitFor()
    await page.reload()
    await answerChallenge(page)
    await heading(page, 'Payment successful')
    await page.reload()
    await heading(page, 'Payment successful')
    expect(await charges(payment.paymentId)).toHaveLength(1)
  })

  test('shows what is true after the back button, and charges nothing again', async () => {
    const { page, payment } = await arrive()
    await payByCard(page, visa(100))
    await heading(page, 'Payment successful')
    await page.goBack()
    await page.goForward()
    await heading(page, 'Payment successful')
    await page.goto('about:blank')
    await page.goBack()
    await heading(page, 'Payment successful')
    expect(await charges(payment.paymentId)).toHaveLength(1)
  })

  test('shows a clock while the phone is asked, and can be cancelled meanwhile', async () => {
    const { page, payment } = await arrive()
    await payByBlik(page, '100005')
    await heading(page, 'Confirm in your banking app')
    expect(await page.locator('.ring .countdown').innerText()).toMatch(/^[01]:\d\d$/)
    await page.getByText('Cancel payment').click()
    await page.getByRole('button', { name: 'Yes, cancel' }).click()
    await heading(page, 'Payment cancelled')
    expect(await shop.status(payment.paymentId)).toMatchObject({
      status: 'CANCELLED',
      rejectCode: 'CANCELLED_BY_CUSTOMER',
    })
  })

  test('keeps the chosen language', async () => {
    const { page } = await arrive({ options: { language: 'pl' } })
    await heading(page, 'Jak chcesz zapłacić?')
    expect(await page.locator('.amount').innerText()).toBe('99,99\u00a0zł')
    await page.getByRole('link', { name: 'English' }).click()
    await heading(page, 'How would you like to pay?')
    expect(new URL(page.url()).search).toBe('')
    await page.reload()
    await heading(page, 'How would you like to pay?')
  })
})
