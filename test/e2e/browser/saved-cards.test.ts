import { expect, test } from 'vitest'
import { arrive, storeCard } from '../../support/checkout.ts'
import { inspectInBothLanguages } from '../../support/inspect-screen.ts'
import { openMerchant } from '../../support/world.ts'

const customer = { email: 'payer@example.com', extCustomerId: 'customer-7', signedIn: true }
const order = { description: '2 × Coffee beans; Mug' }

test('a customer removes one stored card and pays with the other, without scripts too', async () => {
  const merchant = await openMerchant({ pageSavedCards: true }, { name: 'Coffee Shop' })
  await storeCard(merchant, 100, { customer })
  await storeCard(merchant, 101, { customer })
  const { page } = await arrive({ customer, order }, {}, merchant)
  await inspectInBothLanguages(page, 'saved-cards')

  const { page: plain, payment } = await arrive(
    { customer, order },
    { javaScriptEnabled: false },
    merchant,
  )
  await plain.getByText('Mug', { exact: true }).waitFor()
  const cards = plain.locator('.saved li')
  expect(await cards.count()).toBe(2)
  await cards.first().getByText('Remove', { exact: true }).click()
  await cards
    .first()
    .getByRole('button', { name: /^Remove Visa/ })
    .click()
  await plain.waitForURL(new RegExp(`${payment.paymentId}$`))
  expect(await cards.count()).toBe(1)
  await plain.getByRole('button', { name: /^Pay with Visa •••• / }).click()
  await merchant.reaches(payment.paymentId, 'COMPLETED')
})
