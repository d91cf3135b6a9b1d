import { describe, expect, test } from 'vitest'
import { visa } from '../../support/cards.ts'
import {
  answerChallenge,
  arrive,
  challengeFrame,
  choose,
  heading,
  payByCard,
} from '../../support/checkout.ts'
import { shop } from '../../support/world.ts'

describe('a challenge in a frame', () => {
  test('is passed with the right code, whatever the result message does', async () => {
    for (const scenario of [102, 108, 109]) {
      const { page, payment } = await arrive()
      await payByCard(page, visa(scenario))
      await answerChallenge(page)
      await heading(page, 'Payment successful')
      expect(await shop.status(payment.paymentId)).toMatchObject({ status: 'COMPLETED' })
    }
  })

  test('shows all of itself on a phone: Confirm ends inside of the frame', async () => {
    const { page } = await arrive({}, { viewport: { width: 390, height: 844 } })
    await payByCard(page, visa(102))
    const confirm = challengeFrame(page).getByRole('button', { name: 'Confirm' })
    await confirm.waitFor()
    const [frame, button] = await Promise.all([
      page.locator('iframe[name=challenge]').boundingBox(),
      confirm.boundingBox(),
    ])
    expect(button!.y + button!.height).toBeLessThan(frame!.y + frame!.height)
  })

  test('is failed with a wrong code', async () => {
    const { page } = await arrive()
    await payByCard(page, visa(102))
    await answerChallenge(page, '000000')
    await heading(page, 'Payment not successful')
    await page.getByText('The confirmation with your bank did not succeed.').waitFor()
  })

  test('ends at the issuer when the payer gives up there', async () => {
    const { page } = await arrive()
    await payByCard(page, visa(102))
    await challengeFrame(page).getByRole('button', { name: 'Cancel' }).click()
    await heading(page, 'Payment not successful')
  })

  test('comes after a soft decline, and for a wallet that does not vouch for the payer', async () => {
    const { page } = await arrive()
    await choose(page, 'GPAY')
    await page.locator('#gpay-card').selectOption('challenge')
    await page.getByRole('button', { name: 'Pay with Google Pay' }).click()
    await answerChallenge(page)
    await heading(page, 'Payment successful')

    const again = await arrive()
    await payByCard(again.page, visa(128))
    await answerChallenge(again.page)
    await heading(again.page, 'Payment successful')
  })
})

describe('without JavaScript', () => {
  const bare = { javaScriptEnabled: false }

  test('a card is paid with, and its challenge takes the place of the page', async () => {
    const { page, payment } = await arrive({}, bare)
    await payByCard(page, visa(102))
    await page.getByRole('button', { name: 'Continue to your bank' }).click()
    await page.locator('#otp').fill('123456')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(/\/pay\/p\//)
    await shop.reaches(payment.paymentId, 'COMPLETED')
    await page.reload()
    await heading(page, 'Payment successful')
  })

  test.each([390, 360])('no mark covers a digit of the card, at %d pixels', async (width) => {
    const { page } = await arrive({}, { ...bare, viewport: { width, height: 844 } })
    await choose(page, 'CARD')
    const field = page.locator('#card-instrumentNo')
    await field.waitFor()
    const box = await field.boundingBox()
    const padding = await field.evaluate((one) => parseFloat(getComputedStyle(one).paddingRight))
    const marks = await page.locator('.brand').first().boundingBox()
    expect(box!.x + box!.width - padding).toBeLessThanOrEqual(marks!.x)
  })

  test('BLIK is paid with; the payer asks for news', async () => {
    const { page, payment } = await arrive({}, bare)
    await page.locator('[data-method=BLIK] > .pick').click()
    await page.locator('#blik-code').fill('777123')
    await page.locator('[data-method=BLIK] button').click()
    await shop.reaches(payment.paymentId, 'COMPLETED')
    await page.reload()
    await heading(page, 'Payment successful')
  })

  test('a bank is paid with, and wallets are not offered', async () => {
    const { page } = await arrive({}, bare)
    expect(await page.locator('[data-method=GPAY]').isVisible()).toBe(false)
    await page.locator('[data-method=PBL] > .pick').click()
    await page.getByText('Simulated Bank').click()
    await page.locator('[data-method=PBL] button').click()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL(/\/pay\/p\//)
    await heading(page, /Payment successful|Waiting for your bank/)
  })

  test('a wrong field is told by the server, and the card number is not sent back', async () => {
    const { page } = await arrive({}, bare)
    await payByCard(page, '4000000000001001')
    await page.getByText('Check the digits: one of them is wrong').waitFor()
    expect(await page.locator('#card-instrumentNo').inputValue()).toBe('')
    expect(await page.locator('#card-expiry').inputValue()).toBe('1230')
    expect(await page.content()).not.toContain('4000000000001001')
  })
})
