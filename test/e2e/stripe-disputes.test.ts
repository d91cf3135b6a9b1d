import { describe, expect, test } from 'vitest'
import { faulty, setAccount, tollgate } from '../support/accounts.ts'
import { card } from '../support/cards.ts'
import { disputed, disputeOf, FRAUD, put, reaches, read, submit } from '../support/disputes.ts'
import { send } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import { succeeded } from '../support/merchant.ts'
import type { Merchant } from '../support/merchant.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { openMerchant, stack } from '../support/world.ts'
import { hearStripe } from '../support/provider-messages.ts'

const SLOW_MS = 300_000
const WARNED = '4000000000005423'
const NOT_RECEIVED = '4000000000002685'
const keyOf = ({ merchantId }: Merchant) => `sk_test_sandbox_${merchantId}`

/** A merchant with an account at Stripe, which tells of what happens there, or does not. */
async function openShop({ isHeard = true } = {}): Promise<Merchant> {
  const shop = await openMerchant({ acquirer: 'stripe/main' })
  await setAccount(shop.merchantId, 'stripe/main')
  if (isHeard) await hearStripe(stack, shop.merchantId)
  return shop
}

const atStripe = (shop: Merchant, path: string, body: object = {}) =>
  send(`${stack.sandbox}/stripe${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keyOf(shop)}` },
    body,
  })

const settle = ({ merchantId }: Merchant) =>
  tollgate(
    ...['settlement', 'run', '--account', 'stripe/main', '--merchant', merchantId, '--by', 'anna'],
  )

const kindsOf = ({ moves }: Json): string[] => moves.map(({ kind }: Json) => kind as string).sort()

/** Everybody has written down the same. */
async function proven(disputeId: string): Promise<void> {
  const { code, text, problem } = await tollgate('prove', disputeId)
  expect(code, text + problem).toBe(0)
}

// One after the other: the command line runs in this process, with its settings.
describe('a dispute at Stripe', { timeout: SLOW_MS }, () => {
  test('is told of by its events, answered once although the answer was lost, and won', async () => {
    const shop = await openShop()
    const { disputeId } = await disputed(shop)
    const opened = await read(shop, disputeId)
    expect(opened).toMatchObject({ stage: 'CHARGEBACK', reason: 'FRAUD', networkReason: '10.4' })
    expect(kindsOf(opened)).toEqual(['FEE', 'WITHDRAWN'])
    // What Stripe has taken, with its fee, is more than there was.
    expect(await shop.balance()).toMatchObject({ available: -15 })
    await put(shop, disputeId, 'winning_evidence')
    await faulty('stripe', disputeId, { operation: 'disputeSubmit', action: 'cut', when: 'after' })
    expect((await submit(shop, disputeId)).body.status).toMatch(/^(SUBMITTING|UNDER_REVIEW|WON)$/)
    expectProblem(await submit(shop, disputeId), 409)
    const won = await reaches(shop, disputeId, 'WON')
    expect(won.problem).toBeUndefined()
    expect(kindsOf(won)).toEqual(['FEE', 'REINSTATED', 'WITHDRAWN'])
    expect(await shop.balance()).toMatchObject({ available: 65 })
    await atStripe(shop, '/simulator/payouts')
    expect((await settle(shop)).text).toMatch(/3 lines of po_\w+, 1 settled, 0 differences/)
    await proven(disputeId)
  })

  test('is told of although the charge has no answer yet: the message comes again', async () => {
    const shop = await openShop()
    const { paymentId } = await shop.create({ amount: 80 })
    await faulty('stripe', paymentId, { action: 'cut', when: 'after' })
    await shop.give(paymentId, card(FRAUD))
    expect(await disputeOf(shop, paymentId)).toMatchObject({ stage: 'CHARGEBACK', amount: 80 })
    await shop.reaches(paymentId, 'COMPLETED')
  })

  test('that no event told of is found in the payout, answered and lost', async () => {
    const shop = await openShop({ isHeard: false })
    const { paymentId } = await shop.completed({ amount: 80, instrument: card(NOT_RECEIVED) })
    await expect
      .poll(async () => (await payOut(shop)).length, { timeout: 150_000, interval: 500 })
      .toBeGreaterThan(0)
    const { text } = await settle(shop)
    expect(text).toContain('0 differences')
    const { disputeId } = await disputeOf(shop, paymentId)
    await expect
      .poll(async () => (await read(shop, disputeId)).reason, { timeout: 150_000 })
      .toBe('NOT_RECEIVED')
    expect(kindsOf(await read(shop, disputeId))).toEqual(['FEE', 'WITHDRAWN'])
    await put(shop, disputeId, 'losing_evidence')
    expect((await submit(shop, disputeId)).status).toBe(202)
    // Nobody tells of the end either: it is asked for day by day, until Stripe has decided.
    const aDayLater = () => shop.call('POST', `/sandbox/${disputeId}/advance`, { seconds: 86_400 })
    await until(
      'the end that was asked for',
      () => aDayLater().then(() => read(shop, disputeId)),
      ({ status }) => status === 'LOST',
    )
    expect(await shop.balance()).toMatchObject({ available: -15 })
    await proven(disputeId)
  })
})

test(
  'a fraud warning of Stripe is told once, and gives back what the merchant has said',
  async () => {
    const shop = await openShop()
    const pay = async (amount: number): Promise<string> =>
      (await shop.completed({ amount, instrument: card(WARNED) })).paymentId
    const read = async (paymentId: string) => (await shop.call('GET', `/payment/${paymentId}`)).body
    const isWarned = ({ fraudWarnings }: Json) => fraudWarnings?.length > 0
    const fraudRefunds = [{ currency: 'PLN', upTo: 50 }]
    succeeded(await shop.call('PATCH', '/account', { fraudRefunds }))
    const [small, large] = await Promise.all([pay(50), pay(50.01)])
    const back = await until(
      'the small one goes back',
      () => read(small),
      ({ amounts }) => amounts.refunded === 50,
      60_000,
    )
    expect(back.fraudWarnings).toHaveLength(1)
    const kept = await until('a warning of the large one', () => read(large), isWarned, 60_000)
    expect(kept.amounts).toMatchObject({ refunded: 0, refundable: 50.01 })
    const { events } = succeeded(await shop.call('GET', '/events?type=payment.fraud_warning'))
    const warned = events.map(({ data }: Json) => data.paymentId as string)
    expect(warned.sort()).toEqual([small, large].sort())
  },
  SLOW_MS,
)

/** Stripe pays out what is open; the payouts that have a dispute in them. */
async function payOut(shop: Merchant): Promise<string[]> {
  const { body } = await atStripe(shop, '/simulator/payouts')
  return body.payouts.filter(({ amount }: Json) => amount < 0).map(({ id }: Json) => id as string)
}
