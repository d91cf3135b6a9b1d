import type { Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { prosePages } from '../../../src/http/reference/pages.ts'
import { openPage } from '../../support/browser.ts'
import { card, visa } from '../../support/cards.ts'
import {
  answerChallenge,
  arrive,
  arriveToStore,
  challengeFrame,
  choose,
  createLink,
  goToBank,
  payByBlik,
  payByCard,
  storeCard,
  submit,
  typeCard,
} from '../../support/checkout.ts'
import { send } from '../../support/http.ts'
import { inspectInBothLanguages, inspectScreen } from '../../support/inspect-screen.ts'
import { openMerchant, shop, stack } from '../../support/world.ts'

const screen = (page: Page, selector: string): Promise<void> => page.locator(selector).waitFor()

describe('in both languages, in light and dark, narrow and large, nothing is wrong with', () => {
  test('the choice of a method, each method open, and what is wrong in a form', async () => {
    const { page } = await arrive({ order: { description: 'Two tickets, row 7' } })
    for (const method of ['CARD', 'BLIK', 'PBL', 'GPAY', 'APAY', 'C2P'])
      await inspectInBothLanguages(page, `choose-${method}`, () => choose(page, method))
    for (const method of ['CARD', 'BLIK', 'PBL'])
      await inspectInBothLanguages(page, `errors-${method}`, async () => {
        await choose(page, method)
        await submit(page, method)
        await screen(page, '.error:visible >> nth=0')
      })
  })

  test('a post that is not ours, and a failure', async () => {
    const { page } = await arrive()
    const post = (field: string, value: string) => async () => {
      await choose(page, 'CARD')
      await typeCard(page, visa(100))
      await page.evaluate(
        ([name = '', text = '']) => {
          const input = document.querySelector<HTMLInputElement>(`[data-form=CARD] [name=${name}]`)
          if (input) input.value = text
        },
        [field, value],
      )
      await submit(page, 'CARD')
      await page.waitForURL(/\/instrument$/)
    }
    const address = page.url()
    await inspectInBothLanguages(page, 'alert', post('csrf', 'x'))
    await page.goto(address)
    await inspectInBothLanguages(page, 'trouble', post('form', 'x'.repeat(70_000)))
  })

  test('a challenge, and the end of one that failed', async () => {
    const { page } = await arrive()
    await payByCard(page, visa(102))
    await inspectInBothLanguages(page, 'challenge', () =>
      challengeFrame(page).locator('#otp').waitFor(),
    )
    await answerChallenge(page, '1')
    await screen(page, '.errors:visible')
    await inspectInBothLanguages(page, 'failed-challenge')
  })

  test('the wait for a phone, and the end after a cancel', async () => {
    const { page } = await arrive()
    await payByBlik(page, '100005')
    await screen(page, '.ring')
    await inspectInBothLanguages(page, 'blik', () => page.locator('.cancel summary').click())
    await page.locator('.cancel button').click()
    await screen(page, '.result.cancelled')
    await inspectInBothLanguages(page, 'cancelled')
  })

  test('the wait for a bank, and the end of a payment', async () => {
    const { page, payment } = await arrive()
    await goToBank(page)
    const bank = page.url()
    await page.goto(payment.redirectURL)
    await screen(page, '.wait')
    await inspectInBothLanguages(page, 'bank')
    await page.goto(bank)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await screen(page, '.result.done')
    await inspectInBothLanguages(page, 'done')
  })

  test('the wait for an acquirer, and the end of a hold', async () => {
    const { page, payment } = await arrive({ options: { transKind: 'PREAUTH' } })
    const fault = { provider: 'acquirer', referencePrefix: payment.paymentId, times: 1000 }
    const body = { ...fault, action: 'http500' }
    await send(`${stack.sandbox}/faults`, { method: 'POST', body })
    await payByCard(page, visa(100))
    await screen(page, '.wait')
    await inspectInBothLanguages(page, 'working')
    await send(`${stack.sandbox}/faults`, { method: 'DELETE' })
    await screen(page, '.result')

    const hold = await arrive({ options: { transKind: 'PREAUTH' } })
    await payByCard(hold.page, visa(100))
    await screen(hold.page, '.result.done')
    await inspectInBothLanguages(hold.page, 'held')
  })

  test('a link that has expired, one that is dead, and the end of a way', async () => {
    const { page, payment } = await arrive()
    await shop.advance(payment.paymentId, 1801)
    await screen(page, '.result.expired')
    await inspectInBothLanguages(page, 'expired')
    for (const [name, path] of [
      ['gone', 'deaddeaddeaddeaddeaddead'],
      ['returned', 'returned'],
    ] as const) {
      await page.goto(`${stack.api}/pay/${path}`)
      await inspectInBothLanguages(page, name)
    }
  })

  test('what is asked for later: a security code, a BLIK code, an app', async () => {
    const merchant = await openMerchant({ cvvForTokens: true })
    const token = await storeCard(merchant)
    const stored = { instrument: { type: 'COF', instrumentNo: token }, method: 'CARD' }
    const cvv = await arrive(stored, {}, merchant)
    await inspectInBothLanguages(cvv.page, 'cvv', () => submit(cvv.page, 'CVV'))
    const code = await arrive({ instrument: { type: 'BLIK' }, method: 'BLIK' })
    await inspectInBothLanguages(code.page, 'code', () => submit(code.page, 'CODE'))
    const alias = { type: 'BLIK_UID', alias: 'alias-two' }
    const app = await arrive({ instrument: alias, method: 'BLIK' })
    await screen(app.page, '.tiles')
    await inspectInBothLanguages(app.page, 'app', () => submit(app.page, 'APP'))
  })

  test('the question about the browser, which no script has answered', async () => {
    const { redirectURL } = await createLink({ instrument: card(visa(100)), device: undefined })
    const page = await openPage()
    await page.route('**/pay/assets/*.js', (route) => route.abort())
    await page.goto(redirectURL)
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    await inspectInBothLanguages(page, 'device')
  })

  test('the way of a card that is stored', async () => {
    const { page } = await arriveToStore()
    await inspectInBothLanguages(page, 'store')
    await typeCard(page, visa(102))
    await submit(page, 'CARD')
    await challengeFrame(page).locator('#otp').waitFor()
    await inspectInBothLanguages(page, 'store-challenge')
    await answerChallenge(page)
    await screen(page, '.result.done')
    await inspectInBothLanguages(page, 'stored')
    const failed = await arriveToStore()
    await typeCard(failed.page, visa(121))
    await submit(failed.page, 'CARD')
    await screen(failed.page, '.result.failed')
    await inspectInBothLanguages(failed.page, 'store-failed')
  })
})

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
    await page.getByText('valid ✓').nth(1).waitFor()
    await inspectScreen(page, 'shop-order')
  })

  test("the bank's page", async () => {
    const { page } = await arrive({}, wide)
    await goToBank(page)
    await inspectScreen(page, 'sandbox-bank')
  })

  test('the reference, open and closed, and every guide', async () => {
    const page = await openPage(wide)
    await page.goto(`${stack.api}/docs`)
    await inspectScreen(page, 'reference')
    await page.locator('main a', { hasText: '/payment/{paymentId}/capture' }).click()
    await page.getByRole('heading', { name: 'Refusals' }).waitFor()
    await inspectScreen(page, 'reference-open')
    for (const { path } of prosePages) {
      await page.goto(stack.api + path)
      await inspectScreen(page, path.replace('/docs/', '').replace('guides/', 'guide-'))
    }
  })
})
