import { describe, expect, test } from 'vitest'
import { card, mastercard, visa } from '../support/cards.ts'
import { commandLine } from '../support/cli.ts'
import { createMerchant } from '../support/merchant.ts'
import { behind, shop, stack } from '../support/world.ts'

const declines = [
  [120, 'DO_NOT_HONOUR'],
  [121, 'INSUFFICIENT_FUNDS'],
  [122, 'EXPIRED_CARD'],
  [123, 'CVV_MISMATCH'],
  [124, 'CARD_BLOCKED'],
  [127, 'PARTIAL_NOT_SUPPORTED'],
] as const

const run = commandLine({ TOLLGATE_HOME: stack.home })

describe.concurrent('a declined card', () => {
  test.each(declines)(
    'of scenario %i ends REJECTED with %s, holding nothing',
    async (scenario, rejectCode) => {
      const { paymentId } = await shop.create({ instrument: card(mastercard(scenario)) })
      expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({
        rejectCode,
        rejectInfo: expect.any(String),
        statusPresentation: true,
      })
      expect(await shop.transactions(paymentId)).toMatchObject([
        { type: 'AUTH', status: 'REJECTED', rejectCode },
      ])
      const { amounts } = await shop.read(paymentId)
      expect(amounts).toMatchObject({ captured: 0, refundable: 0 })
    },
  )

  test('that was approved in part gives that part back', async () => {
    const { paymentId } = await shop.create({ instrument: card(visa(127)) })
    await shop.reaches(paymentId, 'REJECTED')
    const [approved] = await behind.moved(paymentId, 'authorize')
    const [reversed] = await behind.moved(paymentId, 'reverse')
    expect(reversed?.amountMinor).toBe(approved?.amountMinor)
  })

  test('of a hold releases nothing and captures nothing', async () => {
    const { paymentId } = await shop.create({
      instrument: card(visa(121)),
      options: { transKind: 'PREAUTH' },
    })
    expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({
      rejectCode: 'INSUFFICIENT_FUNDS',
    })
    expect(await behind.moved(paymentId, 'authorize')).toEqual([])
  })

  test('is explained to the merchant, but a stolen card never to the payer', async () => {
    const { paymentId, access_token: token } = await shop.create({
      channel: 'PAYWALL',
      instrument: card(visa(124)),
    })
    expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({ rejectCode: 'CARD_BLOCKED' })
    const payer = await createMerchant(stack, shop.account).call(
      'GET',
      `/payment/${paymentId}/status`,
      undefined,
      { authorization: `Bearer ${token}` },
    )
    expect(payer.body).toMatchObject({ status: 'REJECTED', rejectCode: 'DECLINED' })
  })

  test('tells operators the code of the issuer, and the merchant only its reason', async () => {
    const { paymentId } = await shop.create({ instrument: card(visa(121)) })
    await shop.reaches(paymentId, 'REJECTED')
    const why = 'INSUFFICIENT_FUNDS (response code 51)'
    expect((await run('payment', 'timeline', paymentId)).text).toContain(`rejected: ${why}`)
    expect((await run('payment', 'show', paymentId)).text).toContain(why)
    const told = [await shop.read(paymentId), await shop.transactions(paymentId)]
    expect(JSON.stringify(told)).not.toContain('response code')
  })
})
