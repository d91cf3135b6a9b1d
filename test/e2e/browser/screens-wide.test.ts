import { describe, test } from 'vitest'
import { openPage } from '../../support/browser.ts'
import { visa } from '../../support/cards.ts'
import {
  answerChallenge,
  arrive,
  challengeFrame,
  goToBank,
  payByCard,
  screen,
} from '../../support/checkout.ts'
import { inspectInBothLanguages, inspectScreen } from '../../support/inspect-screen.ts'
import { openMerchant, stack } from '../../support/world.ts'

describe('nothing is wrong on a wide screen with', () => {
  const wide = { viewport: { width: 1280, height: 900 } }

  test('the choice of a method and the end, with names that are long', async () => {
    const name = 'Przedsiębiorstwo Handlowo-Usługowe Konstantynopolitańczykowianeczka i Synowie'
    const merchant = await openMerchant({}, { name })
    const order = {
      amount: 999_999_999.99,
      description: `Rękodzieło${'-najdłuższe'.repeat(12)}`,
      extOrderId: `${Date.now()}${'X'.repeat(40)}`,
    }
    const { page } = await arrive({ order }, wide, merchant)
    await inspectInBothLanguages(page, 'wide-long')
    await page.setViewportSize({ width: 390, height: 844 })
    await inspectInBothLanguages(page, 'long')
  })

  test('a challenge, a wait and a result', async () => {
    const { page } = await arrive({}, wide)
    await inspectInBothLanguages(page, 'wide-choose')
    await payByCard(page, visa(102))
    await challengeFrame(page).locator('#otp').waitFor()
    await inspectInBothLanguages(page, 'wide-challenge')
    await challengeFrame(page).locator('#otp').waitFor()
    await answerChallenge(page)
    await screen(page, '.result.done')
    await inspectInBothLanguages(page, 'wide-done')
  })

  test('the sandbox and its shop', async () => {
    const page = await openPage(wide)
    await page.goto(stack.sandbox)
    await inspectScreen(page, 'sandbox')
    await page.goto(`${stack.sandbox}/shop`)
    await inspectScreen(page, 'shop')
    await page.getByRole('button', { name: 'Buy' }).first().click()
    await payByCard(page, visa(102))
    const acs = await openPage(wide)
    await challengeFrame(page).locator('#otp').waitFor()
    const creq = await page.locator('[name=creq]').getAttribute('value')
    await acs.setContent(
      `<form method="post" action="${stack.sandbox}/acs/challenge"><input name="creq" value="${creq}"></form>`,
    )
    await acs.locator('form').evaluate((form: HTMLFormElement) => form.submit())
    await acs.locator('#otp').waitFor()
    await inspectScreen(acs, 'sandbox-challenge')
    await answerChallenge(page)
    await page.locator('a[data-return]').click()
    await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor()
    await inspectScreen(page, 'shop-order')
    await page.getByRole('link', { name: /merchant console/ }).click()
    await page.getByText('valid ✓').nth(1).waitFor()
    await inspectScreen(page, 'shop-console')
  })

  test("the bank's page", async () => {
    const { page } = await arrive({}, wide)
    await goToBank(page)
    await inspectScreen(page, 'sandbox-bank')
  })
})
