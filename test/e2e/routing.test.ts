import { beforeAll, describe, expect, test } from 'vitest'
import { faulty, movements, openRoutedMerchant, setAccount, tollgate } from '../support/accounts.ts'
import { card, visa } from '../support/cards.ts'
import type { Json } from '../support/http.ts'
import type { Merchant } from '../support/merchant.ts'
import { behind, openMerchant } from '../support/world.ts'

const notEnrolled = card(visa(107))

let shop: Merchant
beforeAll(async () => {
  shop = await openRoutedMerchant()
})

/** A payment that is known before its card is: so that something can go wrong with it. */
async function spoiledSale(provider: 'stripe' | 'acquirer', ...faults: object[]): Promise<string> {
  const { paymentId } = await shop.create()
  for (const fault of faults) await faulty(provider, paymentId, fault)
  await shop.give(paymentId, notEnrolled)
  return paymentId
}

const attempts = async (paymentId: string) =>
  (await shop.transactions(paymentId)).map(({ via, status, rejectCode }: Json) =>
    [via, status, rejectCode].filter(Boolean).join(' '),
  )

/** Our books, the workflow's and the providers' say the same. */
async function proveBooks(paymentId: string): Promise<void> {
  const { code, text, problem } = await tollgate('ledger', 'check', paymentId)
  expect(code, text + problem).toBe(0)
}

// One after the other: the command line runs in this process, with its settings.
describe('a merchant with two acquirers', () => {
  test('sells by the first that its rule names', async () => {
    const { paymentId } = await shop.completed({ instrument: notEnrolled })
    expect(await movements(paymentId)).toEqual(['stripe authorize 9999'])
    expect(await attempts(paymentId)).toEqual(['stripe/main COMPLETED'])
  })

  test('goes on selling by the other when nothing can be sent to the first', async () => {
    const paymentId = await spoiledSale('stripe', { action: 'http429', when: 'before', times: 9 })
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await movements(paymentId)).toEqual(['acquirer authorize 9999'])
    expect(await attempts(paymentId)).toEqual([
      'stripe/main ERROR SYSTEM_ERROR',
      'sandbox/main COMPLETED',
    ])
    const { text } = await tollgate('routes', 'explain', paymentId)
    expect(text).toMatch(/rule "all": stripe\/main[^]*rule "all": sandbox\/main/)
    expect(text).toMatch(/stripe\/main .*was tried/)
    expect(text).toMatch(/stripe\/main +ERROR +SYSTEM_ERROR/)
    const told = await tollgate('payment', 'timeline', paymentId)
    expect(told.text).toContain('way chosen: sandbox/main by the rule all')
    await shop.order(paymentId, 'refund', { amount: 10 })
    await expect
      .poll(() => movements(paymentId), { timeout: 150_000 })
      .toEqual(['acquirer authorize 9999', 'acquirer refund 1000'])
    await proveBooks(paymentId)
  })

  test('goes on after an unknown outcome once it is undone for certain', async () => {
    const paymentId = await spoiledSale('stripe', { action: 'cut', when: 'before' })
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await movements(paymentId)).toEqual(['acquirer authorize 9999'])
    expect(await attempts(paymentId)).toEqual([
      'stripe/main REJECTED UNKNOWN_OUTCOME',
      'sandbox/main COMPLETED',
    ])
    await proveBooks(paymentId)
  })

  test('never goes on while an outcome is unknown: what was charged is found', async () => {
    const paymentId = await spoiledSale('stripe', { action: 'cut', when: 'after' })
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await movements(paymentId)).toEqual(['stripe authorize 9999'])
    expect(await attempts(paymentId)).toEqual(['stripe/main COMPLETED'])
    await proveBooks(paymentId)
  })

  test('is declined once by an issuer, and not asked elsewhere', async () => {
    const other = await openRoutedMerchant({
      routes: [{ name: 'all', to: [{ via: 'sandbox/main' }, { via: 'stripe/main' }] }],
    })
    const { paymentId } = await other.create()
    await faulty('acquirer', paymentId, { action: 'decline', responseCode: '05' })
    await other.give(paymentId, notEnrolled)
    await other.reaches(paymentId, 'REJECTED')
    expect(await behind.log(paymentId)).toHaveLength(1)
    const away = await other.create()
    await faulty('acquirer', away.paymentId, { action: 'decline', responseCode: '91' })
    await other.give(away.paymentId, notEnrolled)
    await other.reaches(away.paymentId, 'COMPLETED')
    expect(await movements(away.paymentId)).toEqual(['stripe authorize 9999'])
    await proveBooks(away.paymentId)
  })

  test('whose first account is away long enough is not asked there any more', async () => {
    const other = await openRoutedMerchant()
    for (let sale = 0; sale < 5; sale += 1) {
      const { paymentId } = await other.create()
      await faulty('stripe', paymentId, { action: 'http429', when: 'before' })
      await other.give(paymentId, notEnrolled)
      await other.reaches(paymentId, 'COMPLETED')
    }
    const { paymentId } = await other.completed({ instrument: notEnrolled })
    const [only, ...more] = await other.transactions(paymentId)
    expect([only.via, more]).toEqual(['sandbox/main', []])
  })

  test('whose rule names an account that is not there passes it over', async () => {
    const routes = [{ name: 'all', to: [{ via: 'stripe/none' }, { via: 'sandbox/main' }] }]
    const other = await openMerchant({ routes })
    await setAccount(other.merchantId, 'sandbox/main')
    const { paymentId } = await other.completed({ instrument: notEnrolled })
    expect(await movements(paymentId)).toEqual(['acquirer authorize 9999'])
  })
})
