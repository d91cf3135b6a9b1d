import { beforeAll, expect, test } from 'vitest'
import { movements, setAccount, settleAtStripe, tollgate } from '../support/accounts.ts'
import { card, visa } from '../support/cards.ts'
import { send, sendForm } from '../support/http.ts'
import type { Merchant } from '../support/merchant.ts'
import { openMerchant } from '../support/world.ts'

let shop: Merchant
beforeAll(async () => {
  shop = await openMerchant({ acquirer: 'stripe/main', threeds: 'stripe/main' })
  await setAccount(shop.merchantId, 'stripe/main')
})

const challenged = async (wish: object = {}) => {
  const asked = await shop.asks({ instrument: card(visa(102)), ...wish })
  const { redirectURL } = asked.acsData
  expect(redirectURL).toMatch(/\/stripe\/three_d_secure\/challenge\/tdsa_/)
  return { paymentId: String(asked.paymentId), page: String(redirectURL) }
}

test('an EEA card with a challenge is held, captured, refunded and settled through Stripe alone', async () => {
  const { paymentId, page } = await challenged({ options: { transKind: 'PREAUTH' } })
  await sendForm(page, { otp: '123456' })
  await shop.reaches(paymentId, 'COMPLETED')
  const captured = await shop.call('POST', `/payment/${paymentId}/capture`, { amount: 30 })
  expect(captured.status, captured.text).toBe(200)
  await expect
    .poll(async () => (await shop.read(paymentId)).amounts, { timeout: 150_000 })
    .toMatchObject({ captured: 30 })
  const refunded = await shop.call('POST', `/payment/${paymentId}/refund`, { amount: 10 })
  expect(refunded.status, refunded.text).toBeLessThan(300)
  // Stripe takes its own proof only with what its issuer said at once: a challenge.
  await expect
    .poll(() => movements(paymentId), { timeout: 150_000 })
    .toEqual(['stripe authorize 9999', 'stripe capture 3000', 'stripe refund 1000'])
  await settleAtStripe(shop)
  await shop.reaches(paymentId, 'SETTLED')
  const { code, text, problem } = await tollgate('ledger', 'check', paymentId)
  expect(code, text + problem).toBe(0)
})

test('a payer who fails is not charged, and neither is one whose page was only looked at', async () => {
  const failed = await challenged()
  await sendForm(failed.page, { otp: '000000' })
  expect(await shop.reaches(failed.paymentId, 'REJECTED')).toMatchObject({
    rejectCode: 'AUTHENTICATION_FAILED',
  })
  const open = await challenged()
  expect((await send(open.page)).status).toBe(200)
  await shop.command(open.paymentId, 'cancel', { reason: 'CLIENT' })
  await shop.reaches(open.paymentId, 'CANCELLED')
  for (const { paymentId } of [failed, open]) expect(await movements(paymentId)).toEqual([])
})
