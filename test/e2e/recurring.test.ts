import { describe, expect, test } from 'vitest'
import { card, mastercard, visa } from '../support/cards.ts'
import { expectProblem } from '../support/problem.ts'
import { behind, plain, shop } from '../support/world.ts'

const initial = () => shop.completed({ options: { recurring: 'INITIAL', recurringCycle: 30 } })
const again = (refPaymentId: string, wish: object = {}) =>
  shop.body({
    instrument: card(visa(100), { cvv: undefined }),
    device: undefined,
    options: { recurring: 'SUBSEQUENT', refPaymentId },
    ...wish,
  })

describe.concurrent('a recurring payment', () => {
  test('is charged by the merchant alone, without CVV and without 3-D Secure', async () => {
    const first = await initial()
    const answer = await shop.call('POST', '/payment', again(first.paymentId, { amount: 12.5 }))
    expect(answer.status, answer.text).toBe(200)
    const { paymentId } = answer.body
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await shop.read(paymentId)).toMatchObject({ refPaymentId: first.paymentId })
    expect(await behind.moved(paymentId, 'authorize')).toMatchObject([{ amountMinor: 1250 }])
  })

  test('needs a successful first payment with the same card, made to be repeated', async () => {
    const first = await initial()
    const once = await shop.completed()
    const failed = await shop.create({
      instrument: card(visa(120)),
      options: { recurring: 'INITIAL' },
    })
    await shop.reaches(failed.paymentId, 'REJECTED')
    const other = { instrument: card(mastercard(100), { cvv: undefined }) }
    for (const body of [
      again(once.paymentId),
      again(failed.paymentId),
      again('nobody-000000000000000000'),
      again(first.paymentId, other),
      { ...again(first.paymentId), options: { recurring: 'SUBSEQUENT' } },
    ])
      expectProblem(await shop.call('POST', '/payment', body), 422, 'reference_payment_not_usable')
  })

  test("does not reach into another merchant's agreements", async () => {
    const first = await initial()
    const body = plain.body({
      instrument: card(visa(100), { cvv: undefined }),
      options: { recurring: 'SUBSEQUENT', refPaymentId: first.paymentId },
    })
    expectProblem(await plain.call('POST', '/payment', body), 422, 'reference_payment_not_usable')
  })

  test('that the issuer declines ends with its reason', async () => {
    const first = await shop.completed({
      instrument: card(visa(100)),
      options: { recurring: 'INITIAL' },
    })
    const answer = await shop.call('POST', '/payment', again(first.paymentId))
    await shop.reaches(answer.body.paymentId, 'COMPLETED')
    await shop.order(answer.body.paymentId, 'refund', { amount: 1 })
  })
})

describe.concurrent('account funding', () => {
  test('carries its purpose and completes', async () => {
    const options = {
      transKind: 'ACCT_FUNDING',
      purposeCode: '01',
      fundSourceRef: 'PL61109010140000071219812874',
      fundSource: '05',
    }
    const { paymentId } = await shop.completed({ options })
    expect((await shop.read(paymentId)).options).toMatchObject({ transKind: 'ACCT_FUNDING' })
  })
})
