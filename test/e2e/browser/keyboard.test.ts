import type { Frame, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { visa } from '../../support/cards.ts'
import { arrive, challengeFrame, heading } from '../../support/checkout.ts'
import { shop } from '../../support/world.ts'

const MOST_TABS = 40

/** Presses Tab until the element has the focus, and sees that the focus is shown. */
async function tabTo(page: Page, selector: string, frame: Frame = page.mainFrame()): Promise<void> {
  const isThere = () =>
    frame.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)
  for (let tabs = 0; tabs < MOST_TABS && !(await isThere()); tabs += 1)
    await page.keyboard.press('Tab')
  expect(await isThere(), `${selector} is reached by Tab`).toBe(true)
  const isShown = await frame.evaluate(() => {
    const marked = document.activeElement?.closest('label') ?? document.activeElement
    return [marked, document.activeElement].some(
      (one) => one !== null && getComputedStyle(one).outlineStyle !== 'none',
    )
  })
  expect(isShown, `the focus of ${selector} is seen`).toBe(true)
}

/** As radios are chosen: the group by Tab, one of it by arrows. */
async function chooseByArrows(page: Page, method: string): Promise<void> {
  await tabTo(page, '.pick :checked')
  const chosen = () => page.locator('.pick :checked').inputValue()
  for (let presses = 0; presses < 6 && (await chosen()) !== method; presses += 1)
    await page.keyboard.press('ArrowDown')
  expect(await chosen()).toBe(method)
}

describe('with the keyboard alone', () => {
  test('a card is paid with, its challenge included', async () => {
    const { page, payment } = await arrive()
    await chooseByArrows(page, 'CARD')
    await tabTo(page, '#card-instrumentNo')
    await page.keyboard.type(visa(102))
    await tabTo(page, '#card-expiry')
    await page.keyboard.type('1230')
    await tabTo(page, '#card-cvv')
    await page.keyboard.type('123')
    await page.keyboard.press('Enter')
    await challengeFrame(page).locator('#otp').waitFor()
    const issuer = page.frames().find((frame) => frame.name() === 'challenge')
    await tabTo(page, '#otp', issuer)
    await page.keyboard.type('123456')
    await page.keyboard.press('Enter')
    await heading(page, 'Payment successful')
    await tabTo(page, 'a[data-return]')
    expect(await shop.status(payment.paymentId)).toMatchObject({ status: 'COMPLETED' })
  })

  test('what was wrong is taken back while it is mended, after a press of the button too', async () => {
    const { page } = await arrive()
    await chooseByArrows(page, 'CARD')
    await page.locator('form[data-form=CARD] button').click()
    const error = page.locator('#card-cvv-error')
    await error.waitFor()
    await tabTo(page, '#card-cvv')
    await page.keyboard.type('123')
    expect(await error.isVisible()).toBe(false)
    await tabTo(page, '#card-expiry')
    await page.keyboard.type('0')
    await page.keyboard.press('Tab')
    expect(await page.locator('#card-expiry-error').isVisible()).toBe(true)
  })

  test('BLIK is paid with', async () => {
    const { page } = await arrive()
    await chooseByArrows(page, 'BLIK')
    await tabTo(page, '#blik-code')
    await page.keyboard.type('777123')
    await page.keyboard.press('Enter')
    await heading(page, 'Payment successful')
  })

  test('a bank is chosen and paid with', async () => {
    const { page } = await arrive()
    await chooseByArrows(page, 'PBL')
    await tabTo(page, '#pbl-bankId')
    await page.keyboard.press('Space')
    await tabTo(page, '[data-form=PBL] button')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/bank\/pay/)
    await tabTo(page, '[value=pay]')
    await page.keyboard.press('Enter')
    await heading(page, 'Payment successful')
  })

  test('what is wrong has the focus, and a payment is cancelled', async () => {
    const { page } = await arrive()
    await chooseByArrows(page, 'CARD')
    await tabTo(page, '#card-cvv')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('card-instrumentNo')
    await tabTo(page, '.cancel summary')
    await page.keyboard.press('Enter')
    await tabTo(page, '.cancel button')
    await page.keyboard.press('Enter')
    await heading(page, 'Payment cancelled')
  })
})
