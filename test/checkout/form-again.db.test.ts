import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPaymentApp } from '../http/support/payment-app.ts'
import type { PaymentApp } from '../http/support/payment-app.ts'
import { openHostedPage } from '../support/hosted-page.ts'
import type { HostedPage } from '../support/hosted-page.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({}, {}, { page: true })
})
afterAll(() => app.close())

const arrive = async (): Promise<HostedPage> =>
  openHostedPage(app.url + new URL((await app.page()).redirectURL).pathname)

test('a form is shown again with one sentence for each field that is wrong', async () => {
  const page = await arrive()
  const typed = { form: 'CARD', instrumentNo: '4000 0000 0000 100', expiry: '10/20', cvv: '98' }
  const { status, text } = await page.post('instrument', typed)
  expect(status).toBe(422)
  const errors = [...text.matchAll(/<p class="error" id="card-\w+-error"[^>]*>([^<]*)/g)]
  expect(errors.map(([, sentence]) => sentence)).toEqual([
    'Brakuje jednej cyfry',
    'Ta data już minęła',
    'Brakuje jednej cyfry',
  ])
  expect(text).toContain('value="10/20"')
  expect(text).not.toContain('4000 0000')
})

test('the address of a form that was shown again leads to the page', async () => {
  const page = await arrive()
  for (const form of ['instrument', 'cancel'])
    expect((await page.read(form)).headers.get('location')).toBe(new URL(page.url).pathname)
})
