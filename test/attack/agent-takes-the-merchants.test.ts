import { describe, expect, test } from 'vitest'
import { card, visa } from '../support/cards.ts'
import { createMerchant } from '../support/merchant.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { shop, stack } from '../support/world.ts'

const [{ merchantId, secret } = { merchantId: '', secret: '' }] = stack.agents
const agent = createMerchant(stack, shop.account, { agent: { merchantId, secret } })

describe("an agent reaches nothing that is the merchant's own", () => {
  test('not its stored cards', async () => {
    const sale = await shop.completed({ options: { tokenize: true } })
    const { token } = await until(
      'a stored card',
      () => shop.read(sale.paymentId, '/tokenizer'),
      (record) => record.token !== undefined,
    )
    const { paymentId } = await agent.create({
      instrument: { type: 'COF', instrumentNo: token.instrumentNo, cvv: '123' },
    })
    expect(await agent.reaches(paymentId, 'REJECTED')).toMatchObject({
      rejectCode: 'TOKEN_NOT_USABLE',
    })
    const info = await agent.call('POST', '/payment/cardInfo', {
      type: 'COF',
      instrumentNo: token.instrumentNo,
    })
    expect(info.status).toBe(400)
  })

  test('not its first payments', async () => {
    const first = await shop.completed({ options: { recurring: 'INITIAL' } })
    const answer = await agent.call(
      'POST',
      '/payment',
      agent.body({
        instrument: card(visa(100)),
        options: { recurring: 'SUBSEQUENT', refPaymentId: first.paymentId },
      }),
    )
    expectProblem(answer, 422, 'reference_payment_not_usable')
  })

  test('not its balance, nor its clock, nor its payments', async () => {
    const { paymentId } = await shop.completed()
    expectProblem(await agent.call('GET', '/payment/refunds/balance'), 403, 'forbidden')
    const moved = await agent.call('POST', `/sandbox/${String(paymentId)}/advance`, { seconds: 1 })
    expectProblem(moved, 404, 'payment_not_found')
    expectProblem(await agent.command(paymentId, 'refund'), 404, 'payment_not_found')
  })
})
