import { describe, expect, test } from 'vitest'
import { faulty, setAccount, tollgate } from '../support/accounts.ts'
import { card } from '../support/cards.ts'
import { disputed, put, read, submit } from '../support/disputes.ts'
import type { Json } from '../support/http.ts'
import type { Merchant } from '../support/merchant.ts'
import { succeeded } from '../support/merchant.ts'
import { until } from '../support/until.ts'
import { openMerchant } from '../support/world.ts'

const SLOW_MS = 300_000
const WARNED = '4000000000005423'

async function openShop(): Promise<Merchant> {
  const shop = await openMerchant({ acquirer: 'adyen/main' })
  await setAccount(shop.merchantId, 'adyen/main')
  return shop
}

const putFile = async (shop: Merchant, disputeId: string, words: string) => {
  const path = `/disputes/${disputeId}/evidence/receipt`
  const file = `%PDF-1.7\n${words}\n%%EOF`
  const sent = await shop.call('PUT', path, file, { 'content-type': 'application/pdf' })
  expect(sent.status, sent.text).toBe(200)
}

/** How it stands and what its money did are told by messages of their own, in any order. */
const ends = (shop: Merchant, disputeId: string, status: string, kinds: string[]) =>
  until(
    `${status} with ${kinds.join()}`,
    () => read(shop, disputeId),
    (one: Json) => one.status === status && kindsOf(one).join() === kinds.join(),
    150_000,
  )

const kindsOf = ({ moves }: Json): string[] => moves.map(({ kind }: Json) => kind as string).sort()

/** Everybody has written down the same. */
async function proven(disputeId: string): Promise<void> {
  const { code, text, problem } = await tollgate('prove', disputeId)
  expect(code, text + problem).toBe(0)
}

describe('a dispute at Adyen', { timeout: SLOW_MS }, () => {
  test('is told of, defended once although the answer was lost, and won', async () => {
    const shop = await openShop()
    const { disputeId } = await disputed(shop)
    await until(
      'its money',
      () => read(shop, disputeId),
      (one) => one.moves.length > 0,
      150_000,
    )
    expect(await shop.balance()).toMatchObject({ available: 0 })
    await put(shop, disputeId, 'winning_evidence')
    expect((await submit(shop, disputeId)).status).toBe(202)
    const { problem } = await until(
      'a problem',
      () => read(shop, disputeId),
      (one) => one.problem !== undefined,
      150_000,
    )
    expect(problem).toContain('PDF and JPEG')
    await putFile(shop, disputeId, 'winning_evidence')
    await faulty('adyen', disputeId, { operation: 'disputeSubmit', action: 'cut', when: 'after' })
    expect((await submit(shop, disputeId)).status).toBe(202)
    await ends(shop, disputeId, 'WON', ['REINSTATED', 'WITHDRAWN'])
    expect(await shop.balance()).toMatchObject({ available: 80 })
    await proven(disputeId)
  })

  test('is defended, and lost in the second round', async () => {
    const shop = await openShop()
    const { disputeId } = await disputed(shop)
    await putFile(shop, disputeId, 'losing_evidence')
    expect((await submit(shop, disputeId)).status).toBe(202)
    await ends(shop, disputeId, 'LOST', ['REINSTATED', 'WITHDRAWN', 'WITHDRAWN'])
    expect(await shop.balance()).toMatchObject({ available: 0 })
    await proven(disputeId)
  })
})

test(
  'a fraud warning of Adyen is told once, and nothing goes back that nobody asked for',
  async () => {
    const shop = await openShop()
    const { paymentId } = await shop.completed({ amount: 80, instrument: card(WARNED) })
    const { amounts } = await until(
      'a warning',
      () => shop.read(paymentId),
      ({ fraudWarnings }) => fraudWarnings?.length > 0,
      150_000,
    )
    expect(amounts).toMatchObject({ refunded: 0, refundable: 80 })
    const { events } = succeeded(await shop.call('GET', '/events?type=payment.fraud_warning'))
    expect(events).toHaveLength(1)
  },
  SLOW_MS,
)
