import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { card, mastercard, visa } from '../support/cards.ts'
import { send } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import { passChallenge } from '../support/payer.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { behind, openMerchant, shop, stack } from '../support/world.ts'

const { device } = shop.body()
const exempted = (exemption: string, wish: object = {}) => ({
  instrument: card(visa(112)),
  options: { exemption },
  ...wish,
})

describe.concurrent('an exemption', () => {
  test('that the issuer takes note of spares the payer the challenge', async () => {
    const asked = await shop.asks({ instrument: card(visa(112)) })
    expect(asked.dataRequest).toBe('CARD_3DS')
    for (const exemption of ['LOW_VALUE', 'TRANSACTION_RISK']) {
      const { paymentId } = await shop.completed(exempted(exemption))
      expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
    }
  })

  test('that the issuer does not want is followed by a challenge, and claimed no more', async () => {
    const { paymentId } = await shop.create(exempted('LOW_VALUE', { instrument: card(visa(128)) }))
    await shop.sees(paymentId, ({ dataRequest }) => dataRequest === 'CARD_3DS')
    const acsData = await shop.read(paymentId, '/acsData')
    const log = await send(
      `${stack.sandbox}/threeds/log?threeDSServerTransID=${acsData.tdsServerTxnId}`,
    )
    expect(log.body).toMatchObject([{ threeDSRequestorChallengeInd: '04', transStatus: 'C' }])
    await passChallenge(acsData)
    await shop.reaches(paymentId, 'COMPLETED')
  })

  test('must fit the payment and be agreed with the merchant', async () => {
    const careful = await openMerchant({ exemptions: ['LOW_VALUE'] })
    for (const [merchant, wish] of [
      [careful, exempted('TRANSACTION_RISK')],
      [shop, exempted('RECURRING')],
      [shop, exempted('LOW_VALUE', { amount: 30.01, currency: 'EUR' })],
      [shop, exempted('ON_A_WHIM')],
    ] as const) {
      const answer = await merchant.call('POST', '/payment', merchant.body(wish))
      expectProblem(answer, 400, 'invalid_request')
      expect(answer.body.errors).toMatchObject([{ field: 'options.exemption' }])
    }
  })

  test('of a series goes with the payments that the merchant makes', async () => {
    const first = await shop.completed({ options: { recurring: 'INITIAL' } })
    const { paymentId } = await shop.completed({
      instrument: card(visa(100), { cvv: undefined }),
      device: undefined,
      options: { recurring: 'SUBSEQUENT', refPaymentId: first.paymentId, exemption: 'RECURRING' },
    })
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
  })
})

async function networkToken(number: string): Promise<Json> {
  const { body } = await shop.call('POST', '/tokenizer', {
    channel: 'WEBAPI',
    kind: 'NETWORK',
    merchant: { merchantId: shop.merchantId },
    customer: { email: `${randomUUID()}@example.com` },
    device,
    instrument: card(number),
  })
  const seen = async () => (await shop.call('GET', `/tokenizer/${body.tokenizerId}`)).body
  const asked = await until('asked or stored', seen, ({ acsData, token }) =>
    Boolean(acsData ?? token),
  )
  if (asked.acsData) await passChallenge(asked.acsData)
  const stored = await until('a network token', seen, ({ status }) => status === 'COMPLETED')
  const { type, instrumentRef } = stored.token
  return { type, instrumentRef }
}

describe.concurrent('a network token', () => {
  test.each([
    ['VTS', visa(129)],
    ['SCOF', mastercard(129)],
  ])('of %s is stepped up after a soft decline', async (type, number) => {
    const instrument = await networkToken(number)
    expect(instrument.type).toBe(type)
    const { paymentId } = await shop.create({ instrument, device: undefined })
    await shop.sees(paymentId, ({ dataRequest }) => dataRequest === 'DEVICE')
    const given = await shop.call('PATCH', `/payment/${paymentId}`, { device })
    expect(given.status, given.text).toBe(200)
    await shop.sees(paymentId, ({ dataRequest }) => dataRequest === 'CARD_3DS')
    await passChallenge(await shop.read(paymentId, '/acsData'))
    await shop.reaches(paymentId, 'COMPLETED')
    const asked = (await behind.log(paymentId)).filter(({ operation }) => operation === 'authorize')
    expect(asked.map(({ processed }) => processed)).toEqual([false, true])
  })

  test('is authenticated before the charge where the merchant asks for it', async () => {
    const instrument = await networkToken(visa(102))
    const payment = await shop.asks({ instrument, options: { authenticate: true } })
    expect(payment).toMatchObject({ status: 'PENDING', dataRequest: 'CARD_3DS' })
    expect(await behind.log(payment.paymentId)).toEqual([])
    await passChallenge(payment.acsData)
    await shop.reaches(payment.paymentId, 'COMPLETED')
    expect(await behind.moved(payment.paymentId, 'authorize')).toHaveLength(1)
  })
})
