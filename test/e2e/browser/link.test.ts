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
import { shop } from '../../support/world.ts'

afterAll(closeBrowser)

describe('a link', () => {
  test('that expires tells so by itself, on the open page', async () => {
    const { page, payment } = await arrive()
    await heading(page, 'How would you like to pay?')
    await shop.advance(payment.paymentId, 1801)
    await heading(page, 'Time is up')
    await picture(page, 'expired')
  })

  test('that was restored is dead, and so is its open page; the new one works', async () => {
    const { page, payment } = await arrive()
    const restored = await shop.order(payment.paymentId, 'restore')
    await page.goto(payment.redirectURL)
    await heading(page, 'This link is no longer active')
    await page.goto(`${new URL(payment.redirectURL).origin}/pay/p/${payment.paymentId}`)
    await heading(page, 'This link is no longer active')
    await picture(page, 'gone')
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
    await challengeFrame(phone).locator('#otp').fill('123456')
    await challengeFrame(phone).getByRole('button', { name: 'Confirm' }).click()
    await heading(phone, 'Payment successful')
    await heading(page, 'Payment successful')
  })

  test('pays once in two tabs', async () => {
    const { page, payment } = await arrive()
    const tab = await page.context().newPage()
    await tab.goto(payment.redirectURL)
    await payByCard(page, visa(100))
    await heading(page, 'Payment successful')
    await heading(tab, 'Payment successful')
    const transactions = await shop.transactions(payment.paymentId)
    expect(transactions.filter((one: { type: string }) => one.type === 'AUTH')).toHaveLength(1)
  })

  test('survives reload and the back button', async () => {
    const { page } = await arrive()
    await payByCard(page, visa(121))
    await heading(page, 'Payment not successful')
    await page.reload()
    await heading(page, 'Payment not successful')
    await page.goto('about:blank')
    await page.goBack()
    await heading(page, 'Payment not successful')
  })

  test('shows a clock while the phone is asked, and can be cancelled meanwhile', async () => {
    const { page, payment } = await arrive()
    await choose(page, 'BLIK')
    await page.locator('#blik-code').fill('100005')
    await submit(page, 'BLIK')
    await heading(page, 'Confirm in your banking app')
    expect(await page.locator('.ring .countdown').innerText()).toMatch(/^[01]:\d\d$/)
    await picture(page, 'blik-wait')
    await page.getByText('Cancel payment').click()
    await page.getByRole('button', { name: 'Yes, cancel' }).click()
    await heading(page, 'Payment cancelled')
    await picture(page, 'cancelled')
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
