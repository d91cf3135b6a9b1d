import { beforeAll, expect, test } from 'vitest'
import { movements, setAccount, settleAtStripe, tollgate } from '../support/accounts.ts'
import { card } from '../support/cards.ts'
import { send, sendForm } from '../support/http.ts'
import type { Merchant } from '../support/merchant.ts'
import { openMerchant } from '../support/world.ts'

let shop: Merchant
beforeAll(async () => {
  shop = await openMerchant({ acquirer: 'stripe/main' })
  await setAccount(shop.merchantId, 'stripe/main', { authentication: 'acquirer' })
})

const ALWAYS_ASKS = '4000002760003184'
const DECLINES_AFTERWARDS = '4000008400001629'

const sentAway = async (wish: object = {}, number = ALWAYS_ASKS) => {
  const asked = await shop.asks({ instrument: card(number), ...wish })
  const { redirectURL, redirectMode } = asked.acsData
  expect(redirectMode).toBe('PAGE')
  expect(redirectURL).toMatch(/\/stripe\/redirect\/pi_/)
  return { paymentId: String(asked.paymentId), page: String(redirectURL) }
}

/** The payer answers, and the browser goes wherever it is sent. */
const answers = async (page: string, otp: string) => {
  const answered = await sendForm(page, { otp })
  expect(answered.status).toBe(303)
  const back = answered.headers.get('location') ?? ''
  expect(back).toContain('/notifications/acquirers/stripe/')
  const returned = await send(back)
  expect(returned.status).toBe(303)
  return returned.headers.get('location')
}

test('an EEA card is held, captured, refunded and settled through Stripe, which asks the payer itself', async () => {
  const { paymentId, page } = await sentAway({ options: { transKind: 'PREAUTH' } })
  expect(await movements(paymentId)).toEqual([])
  expect(await answers(page, '123456')).toContain(paymentId)
  await shop.reaches(paymentId, 'COMPLETED')
  const captured = await shop.call('POST', `/payment/${paymentId}/capture`, { amount: 30 })
  expect(captured.status, captured.text).toBe(200)
  await expect
    .poll(async () => (await shop.read(paymentId)).amounts, { timeout: 150_000 })
    .toMatchObject({ captured: 30 })
  const refunded = await shop.call('POST', `/payment/${paymentId}/refund`, { amount: 10 })
  expect(refunded.status, refunded.text).toBeLessThan(300)
  await expect
    .poll(() => movements(paymentId), { timeout: 150_000 })
    .toEqual(['stripe authorize 9999', 'stripe capture 3000', 'stripe refund 1000'])
  await settleAtStripe(shop)
  await shop.reaches(paymentId, 'SETTLED')
  const { code, text, problem } = await tollgate('ledger', 'check', paymentId)
  expect(code, text + problem).toBe(0)
})

test('a payer who does not come back has paid all the same: Stripe is asked', async () => {
  const { paymentId, page } = await sentAway()
  await sendForm(page, { otp: '123456' })
  await shop.reaches(paymentId, 'COMPLETED')
  expect(await movements(paymentId)).toEqual(['stripe authorize 9999'])
})

test('a return proves nothing: who says that all went well is still away', async () => {
  const { paymentId, page } = await sentAway()
  const acs = await shop.call('GET', `/payment/${paymentId}/acsData`)
  const charge = String(acs.body.tdsServerTxnId)
  const forged = new URLSearchParams({ reference: charge, redirect_status: 'succeeded' })
  const path = `/notifications/acquirers/stripe/${shop.merchantId}/main/return`
  const back = await shop.call('GET', `${path}?${forged.toString()}`)
  expect(back.status).toBe(303)
  expect((await shop.read(paymentId)).status).toBe('PENDING')
  expect(await movements(paymentId)).toEqual([])
  await answers(page, '123456')
  await shop.reaches(paymentId, 'COMPLETED')
})

test('a payer who fails, or whose card is declined afterwards, is not charged', async () => {
  const failed = await sentAway()
  await answers(failed.page, '000000')
  expect(await shop.reaches(failed.paymentId, 'REJECTED')).toMatchObject({
    rejectCode: 'AUTHENTICATION_FAILED',
  })
  const declined = await sentAway({}, DECLINES_AFTERWARDS)
  await answers(declined.page, '123456')
  expect(await shop.reaches(declined.paymentId, 'REJECTED')).toMatchObject({
    rejectCode: 'DO_NOT_HONOUR',
  })
  // The intent is closed at Stripe before it is called failed: its page leads nowhere.
  for (const { page, paymentId } of [failed, declined]) {
    expect((await sendForm(page, { otp: '123456' })).status).toBe(404)
    expect(await movements(paymentId)).toEqual([])
  }
})

test('a cancel while the payer is away closes the page, and nobody is charged', async () => {
  const { paymentId, page } = await sentAway()
  await shop.command(paymentId, 'cancel', { reason: 'CLIENT' })
  await shop.reaches(paymentId, 'CANCELLED')
  expect((await sendForm(page, { otp: '123456' })).status).toBe(404)
  expect((await movements(paymentId)).filter((one) => one.includes('authorize'))).toEqual([])
})

test('a card that nobody asks about is charged at once', async () => {
  const { paymentId } = await shop.create({ instrument: card('4000000000003055') })
  await shop.reaches(paymentId, 'COMPLETED')
  const explained = await tollgate('routes', 'explain', paymentId)
  expect(explained.text).toContain('stripe/main; the acquirer itself asks the cardholder')
})
