import { describe, test } from 'vitest'
import { openPage } from '../../support/browser.ts'
import { card, visa } from '../../support/cards.ts'
import {
  arrive,
  choose,
  createLink,
  screen,
  storeCard,
  submit,
  typeCard,
} from '../../support/checkout.ts'
import { inspectInBothLanguages } from '../../support/inspect-screen.ts'
import { openMerchant } from '../../support/world.ts'

describe('in both languages, in light and dark, narrow and large, nothing is wrong with', () => {
  test('the choice of a method, each method open, and what is wrong in a form', async () => {
    const { page } = await arrive({ order: { description: 'Two tickets, row 7' } })
    // Wallets are buttons, which are there whatever is open.
    for (const method of ['CARD', 'BLIK', 'PBL'])
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
})
