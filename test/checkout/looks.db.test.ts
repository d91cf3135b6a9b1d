import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPaymentApp } from '../http/support/payment-app.ts'
import type { PaymentApp } from '../http/support/payment-app.ts'
import { openHostedPage } from '../support/hosted-page.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp(
    {},
    {
      pageMethods: ['BLIK', 'PBL', 'CARD'],
      pageColour: '#7a1f5c',
      pageFont: 'serif',
      pageText: 'Questions & answers: 22 555 01 02',
    },
    { page: true },
  )
})
afterAll(() => app.close())

test('the payment page has the colour, the letters, the sentence and the order of methods that its merchant chose', async () => {
  const { redirectURL } = await app.page()
  const page = await openHostedPage(app.url + new URL(redirectURL).pathname)
  const { text } = await page.show()
  expect(text).toContain('--accent: #7a1f5c')
  expect(text).toMatch(/<style nonce="[^"]+">:root { font-family: Charter, /)
  expect(text).toContain('<p class="note">Questions &amp; answers: 22 555 01 02</p>')
  const shown = [...text.matchAll(/data-method="([A-Z]+)"/g)].map(([, method]) => method)
  expect([...new Set(shown)]).toEqual(['BLIK', 'PBL', 'CARD'])
})
