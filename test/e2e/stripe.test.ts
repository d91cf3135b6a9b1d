import { beforeAll, describe, expect, test } from 'vitest'
import { faulty, movements, setAccount, tollgate } from '../support/accounts.ts'
import { card } from '../support/cards.ts'
import { send } from '../support/http.ts'
import type { Merchant } from '../support/merchant.ts'
import { behind, changeSettings, openMerchant, stack } from '../support/world.ts'
import { hearStripe } from '../support/provider-messages.ts'

const good = '4000000000001000'
const poor = '4000000000009995'

let shop: Merchant
beforeAll(async () => {
  shop = await openMerchant({ acquirer: 'stripe/main' })
  await setAccount(shop.merchantId, 'stripe/main')
})

/** Our books, the workflow's and the provider's say the same. */
async function proveBooks(paymentId: string): Promise<void> {
  const { code, text, problem } = await tollgate('ledger', 'check', paymentId)
  expect(code, text + problem).toBe(0)
}

/** A payment that is known before its card is: so that something can go wrong with it. */
async function spoiledSale(fault: object): Promise<string> {
  const { paymentId } = await shop.create()
  await faulty('stripe', paymentId, { operation: 'authorize', ...fault })
  await shop.give(paymentId, card(good))
  return paymentId
}

/** Stripe pays the account what is open. */
const payOut = (merchantId: string) =>
  send(`${stack.sandbox}/stripe/simulator/payouts`, {
    method: 'POST',
    headers: { authorization: `Bearer sk_test_sandbox_${merchantId}` },
  })

// One after the other: the command line runs in this process, with its settings.
describe("a merchant's own account at Stripe", () => {
  test('is charged for a sale, and nobody else is; a refund goes the same way', async () => {
    const { paymentId } = await shop.completed({ instrument: card(good) })
    const [sale] = await shop.transactions(paymentId)
    expect(sale).toMatchObject({ type: 'AUTH', status: 'COMPLETED', amount: 99.99 })
    expect(sale?.acquirerRef).toMatch(/^pi_/)
    await shop.call('POST', `/payment/${paymentId}/refund`, { amount: 40 })
    await expect
      .poll(() => movements(paymentId), { timeout: 150_000 })
      .toEqual(['stripe authorize 9999', 'stripe refund 4000'])
    await proveBooks(paymentId)
  })

  test('declines in its words, read as ours', async () => {
    const { paymentId } = await shop.create({ instrument: card(poor) })
    await shop.reaches(paymentId, 'REJECTED')
    expect((await shop.read(paymentId)).rejectCode).toBe('INSUFFICIENT_FUNDS')
    expect(await movements(paymentId)).toEqual([])
  })

  test('holds, and captures a part', async () => {
    const { paymentId } = await shop.hold(50, { instrument: card(good) })
    const capture = await shop.call('POST', `/payment/${paymentId}/capture`, { amount: 30 })
    expect(capture.status, capture.text).toBe(200)
    await expect
      .poll(() => movements(paymentId), { timeout: 150_000 })
      .toEqual(['stripe authorize 5000', 'stripe capture 3000'])
    await proveBooks(paymentId)
  })

  test('gives a cancelled sale back', async () => {
    const { paymentId } = await shop.completed({ instrument: card(good) })
    await shop.call('POST', `/payment/${paymentId}/cancel`, {})
    await shop.reaches(paymentId, 'CANCELLED')
    expect(await movements(paymentId)).toEqual(['stripe authorize 9999', 'stripe reverse 9999'])
    await proveBooks(paymentId)
  })

  test('a charge whose answer is lost is found by asking, and is one', async () => {
    const paymentId = await spoiledSale({ action: 'cut', when: 'after' })
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await movements(paymentId)).toEqual(['stripe authorize 9999'])
  })

  test('a charge that was lost on its way is closed: nothing was charged, nothing will be', async () => {
    const paymentId = await spoiledSale({ action: 'cut', when: 'before' })
    await shop.reaches(paymentId, 'REJECTED')
    expect((await shop.read(paymentId)).rejectCode).toBe('UNKNOWN_OUTCOME')
    expect(await movements(paymentId)).toEqual([])
  })

  test('is where a charge stays, when the merchant goes elsewhere meanwhile', async () => {
    const other = await openMerchant({ acquirer: 'stripe/main' })
    await setAccount(other.merchantId, 'stripe/main')
    await setAccount(other.merchantId, 'stripe/second')
    const { paymentId } = await other.hold(50, { instrument: card(good) })
    await changeSettings(other.merchantId, { acquirer: 'stripe/second' })
    const capture = await other.call('POST', `/payment/${paymentId}/capture`, {})
    expect(capture.status, capture.text).toBe(200)
    await expect
      .poll(() => movements(paymentId), { timeout: 150_000 })
      .toEqual(['stripe authorize 5000', 'stripe capture 5000'])
    const { text } = await tollgate('payment', 'show', paymentId, '--json')
    expect(text).toContain('"via": "stripe/main"')
  })

  test('a hold that is cancelled at Stripe itself is over here too, and the merchant is told', async () => {
    const { merchantId } = shop
    const at = (path: string, body: object = {}) =>
      send(`${stack.sandbox}/stripe${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer sk_test_sandbox_${merchantId}` },
        body,
      })
    await hearStripe(stack, merchantId)
    const { paymentId } = await shop.hold(50, { instrument: card(good) })
    const [held] = await shop.transactions(paymentId)
    const cancelled = await at(`/v1/payment_intents/${held?.acquirerRef ?? ''}/cancel`)
    expect(cancelled.status, cancelled.text).toBe(200)
    await shop.reaches(paymentId, 'CANCELLED')
    expect((await shop.read(paymentId)).rejectCode).toBe('PREAUTH_EXPIRED')
    await behind.receives(paymentId, (notes) =>
      notes.some(({ body }) => body.status === 'CANCELLED'),
    )
    const late = await shop.call('POST', `/payment/${paymentId}/capture`, { amount: 50 })
    expect(late.status).toBe(409)
    expect(await movements(paymentId)).toEqual(['stripe authorize 5000', 'stripe return 5000'])
    await proveBooks(paymentId)
  })

  test('settles what was paid out, once, less what it keeps', async () => {
    const owner = await openMerchant({ acquirer: 'stripe/main' })
    const { merchantId } = owner
    await setAccount(merchantId, 'stripe/main')
    const settle = () =>
      tollgate(
        'settlement',
        'run',
        '--account',
        'stripe/main',
        '--merchant',
        merchantId,
        '--by',
        'anna',
      )
    expect((await settle()).text).toContain('nothing new was paid out')
    const sold = await owner.completed({ instrument: card(good) })
    const held = await owner.hold(50, { instrument: card(good) })
    await owner.call('POST', `/payment/${held.paymentId}/capture`, { amount: 30 })
    await owner.sees(held.paymentId, ({ amounts }) => amounts.captured === 30)
    const cancelled = await owner.completed({ instrument: card(good) })
    await owner.call('POST', `/payment/${cancelled.paymentId}/cancel`, {})
    await owner.reaches(cancelled.paymentId, 'CANCELLED')
    await payOut(merchantId)
    const first = await settle()
    expect(first.code, first.text + first.problem).toBe(0)
    expect(first.text).toMatch(/po_\w+: 4 lines of po_\w+, 2 settled, 0 differences/)
    for (const { paymentId } of [sold, held]) {
      await owner.reaches(paymentId, 'SETTLED')
      await proveBooks(paymentId)
    }
    expect((await owner.transactions(sold.paymentId))[0]).toMatchObject({ cost: 2.5 })
    expect((await settle()).text).toContain('nothing new was paid out')
    expect((await owner.read(cancelled.paymentId)).status).toBe('CANCELLED')
  })

  test('that is not there charges nobody', async () => {
    const lost = await openMerchant({ acquirer: 'stripe/none' })
    const { paymentId } = await lost.create({ instrument: card(good) })
    await lost.reaches(paymentId, 'ERROR', 90_000)
    expect(await behind.log(paymentId)).toEqual([])
  })
})
