import { expect, test } from 'vitest'
import { visa } from '../../support/cards.ts'
import { arrive, heading, payByCard } from '../../support/checkout.ts'
import { shop } from '../../support/world.ts'

test('an issuer that sees the browser in its hidden frame asks the payer nothing', async () => {
  const { page, payment } = await arrive()
  await payByCard(page, visa(110))
  await heading(page, 'Payment successful')
  expect(await shop.status(payment.paymentId)).toMatchObject({ status: 'COMPLETED' })
})
