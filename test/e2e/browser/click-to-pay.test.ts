import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { picture } from '../../support/browser.ts'
import { arrive, heading } from '../../support/checkout.ts'
import { inspectInBothLanguages } from '../../support/inspect-screen.ts'
import { behind, shop } from '../../support/world.ts'

const SYSTEM = 'https://sandbox.src.mastercard.com'
const EMAIL = 'payer@example.com'
const CODE = '123456'

interface Played {
  payload?: string
  /** The networks know this browser. */
  recognized?: boolean
  /** How their window ends, one after the other; the last for ever. */
  endings?: string[]
}

/** Has the functions of the networks' script, and stands for their systems. */
const script = ({ payload = '', recognized = false, endings = ['COMPLETE'] }: Played): string => `
  const cards = [
    { srcDigitalCardId: 'one', panLastFour: '1000', panExpirationMonth: '12',
      panExpirationYear: '2030', paymentCardDescriptor: 'visa', digitalCardData: { status: 'ACTIVE' } },
    { srcDigitalCardId: 'two', panLastFour: '4242', paymentCardDescriptor: 'mastercard' },
    { srcDigitalCardId: 'three', panLastFour: '9999', paymentCardDescriptor: 'visa',
      digitalCardData: { status: 'SUSPENDED' } },
  ]
  const endings = ${JSON.stringify(endings)}
  const told = (name, value) => { document.documentElement.dataset[name] = value }
  window.MastercardCheckoutServices = class {
    async init(order) {
      const { transactionAmount, dpaLocale } = order.dpaTransactionOptions
      told('asked', [transactionAmount.transactionAmount, transactionAmount.transactionCurrencyCode,
        order.srcDpaId, order.srcInitiatorId, dpaLocale, order.cardBrands].join(' '))
      return { availableCardBrands: order.cardBrands }
    }
    async getCards() { return ${String(recognized)} ? cards : [] }
    async idLookup({ email }) { return { consumerPresent: email === '${EMAIL}' } }
    async initiateValidation({ requestedValidationChannelId = 'EMAIL' } = {}) {
      const channels = { EMAIL: 'p***r@example.com', SMS: '+48 ***321' }
      return {
        maskedValidationChannel: channels[requestedValidationChannelId],
        supportedValidationChannels: Object.entries(channels).map(([validationChannelId, where]) =>
          ({ validationChannelId, maskedValidationChannel: where })),
      }
    }
    async validate({ value }) {
      if (value !== '${CODE}') throw { reason: 'CODE_INVALID' }
      return cards
    }
    async checkoutWithCard({ srcDigitalCardId, windowRef, rememberMe }) {
      told('chosen', [srcDigitalCardId, windowRef.closed, rememberMe].join(' '))
      const checkoutActionCode = endings.length > 1 ? endings.shift() : endings[0]
      return { checkoutActionCode, checkoutResponse: ${JSON.stringify(payload)} }
    }
    async signOut() { return { recognized: false } }
  }`

async function serve(page: Page, body: string | undefined): Promise<void> {
  await page.route(`${SYSTEM}/**`, (route) =>
    body !== undefined && route.request().url().startsWith(`${SYSTEM}/srci/integration/2/lib.js?`)
      ? route.fulfill({ contentType: 'text/javascript', body })
      : route.abort(),
  )
}

/** A payer on the page of Click to Pay; nothing that its policy forbids may be tried there. */
async function arriveAtWallet(played: Played = {}, context: Parameters<typeof arrive>[1] = {}) {
  const { page, payment } = await arrive({}, context)
  const broken: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) broken.push(message.text())
  })
  const { paymentId } = payment
  const payload = await behind.checkout({ merchantId: shop.merchantId, paymentId })
  await serve(page, script({ payload, ...played }))
  await page.goto(`${page.url()}/wallet/c2p`)
  return { page, paymentId, broken }
}

const step = (page: Page, name: string) => page.locator(`[data-step=${name}]`).waitFor()
const told = (page: Page, name: string) => page.locator('html').getAttribute(`data-${name}`)

test('a payer whom nobody recognizes says who they are, types the code and pays, by keyboard alone', async () => {
  const { page, paymentId, broken } = await arriveAtWallet()
  await step(page, 'email')
  expect(await told(page, 'asked')).toBe(
    `99.99 PLN tollgate-${shop.merchantId} tollgate en_PL visa,mastercard`,
  )
  const email = page.getByLabel('E-mail of your Click to Pay profile')
  await email.focus()
  await page.keyboard.type('nobody@example.com\n')
  await page.getByText('There is no Click to Pay profile with this address.').waitFor()
  await email.fill('')
  await email.focus()
  await page.keyboard.type(`${EMAIL}\n`)
  await page.getByText('A code was sent to p***r@example.com').waitFor()
  // The focus is where the payer goes on.
  await page.keyboard.type('000000\n')
  await page.getByText('This is not the code.').waitFor()
  await page.getByRole('button', { name: 'Send it to +48 ***321' }).press('Enter')
  await page.getByText('A code was sent to +48 ***321').waitFor()
  await page.keyboard.type(`${CODE}\n`)
  await step(page, 'cards')
  expect(await page.getByText('9999').count()).toBe(0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await heading(page, 'Payment successful')
  expect(await shop.status(paymentId)).toMatchObject({ status: 'COMPLETED' })
  expect(broken).toEqual([])
})

test('a payer who is recognized sees the cards at once, and may turn back, or be somebody else', async () => {
  const endings = ['CANCEL', 'ERROR', 'SWITCH_CONSUMER', 'COMPLETE']
  const wide = { viewport: { width: 1280, height: 800 } }
  const { page, paymentId } = await arriveAtWallet({ recognized: true, endings }, wide)
  const visa = page.getByRole('button', { name: 'Pay with Visa •••• 1000 valid until 12/30' })
  await page.getByLabel('Remember me in this browser').check()
  await picture(page, 'wide-click-to-pay')
  await visa.click()
  await page.locator('html[data-chosen="one false true"]').waitFor()
  const failed = page.getByText('The wallet did not answer.')
  expect(await failed.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Pay with Mastercard •••• 4242' }).click()
  await failed.waitFor()
  await visa.click()
  await step(page, 'email')
  await page.getByLabel('E-mail of your Click to Pay profile').fill(EMAIL)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('One-time code').fill(CODE)
  await page.getByRole('button', { name: 'Continue' }).click()
  await visa.click()
  await heading(page, 'Payment successful')
  await shop.reaches(paymentId, 'COMPLETED')
})

test('a window that the browser blocks is told, and the other methods are one step away', async () => {
  const { page } = await arriveAtWallet({ recognized: true })
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: 'Pay with Visa' }).click()
  await page.getByText('Your browser has blocked the window of Click to Pay.').waitFor()
  await page.getByRole('link', { name: 'Other payment methods' }).click()
  await heading(page, 'How would you like to pay?')
})

test('a script that cannot be loaded is told', async () => {
  const { page } = await arrive()
  await serve(page, undefined)
  await page.goto(`${page.url()}/wallet/c2p`)
  await page.getByText('Click to Pay cannot be used here at the moment.').waitFor()
  expect(await page.locator('[data-step]:visible').count()).toBe(0)
})

test('in both languages, in light and dark, narrow and large, nothing is wrong with its steps', async () => {
  const { page } = await arriveAtWallet()
  const toCode = async () => {
    await step(page, 'email')
    await page.locator('[data-step=email] input').fill(EMAIL)
    await page.locator('[data-step=email] button').click()
    await step(page, 'code')
  }
  await inspectInBothLanguages(page, 'click-to-pay-email', () => step(page, 'email'))
  await inspectInBothLanguages(page, 'click-to-pay-code', toCode)
  await inspectInBothLanguages(page, 'click-to-pay-cards', async () => {
    await toCode()
    await page.locator('[data-step=code] input').fill(CODE)
    await page.locator('[data-step=code] button.primary').click()
    await step(page, 'cards')
  })
})
