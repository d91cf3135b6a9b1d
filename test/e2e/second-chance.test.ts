import { describe, expect, test } from 'vitest'
import { visa } from '../support/cards.ts'
import { createLink } from '../support/checkout.ts'
import { csrfIn, openHostedPage } from '../support/hosted-page.ts'
import { send } from '../support/http.ts'
import { passChallenge } from '../support/payer.ts'
import { until } from '../support/until.ts'
import { behind, shop, stack } from '../support/world.ts'

const NO_FUNDS = visa(121)

describe.concurrent('a payer who tries again on the page', () => {
  test('is two payments to the merchant, who is told of both and how they hang together', async () => {
    const { paymentId, redirectURL } = await createLink()
    const page = await openHostedPage(redirectURL)
    await page.payByCard(NO_FUNDS)
    await shop.reaches(paymentId, 'REJECTED')
    await page.payByCard(visa(100))
    await shop.reaches(page.paymentId, 'COMPLETED')

    const told = async (id: string) =>
      (await behind.receives(id, (notes) => notes.length === 2)).map(({ body }) => body)
    expect((await told(paymentId)).map(({ status }) => status)).toEqual(['PENDING', 'REJECTED'])
    expect(await told(page.paymentId)).toMatchObject([
      { status: 'PENDING', parentPaymentId: paymentId },
      { status: 'COMPLETED', parentPaymentId: paymentId },
    ])
    const child = await shop.read(page.paymentId)
    expect(child).toMatchObject({ parentPaymentId: paymentId, status: 'COMPLETED' })
    expect(Date.parse(child.validUntil) - Date.parse((await shop.read(paymentId)).validUntil)).toBe(
      0,
    )
  })

  test('with four clicks is charged once', async () => {
    const { paymentId, redirectURL } = await createLink()
    const page = await openHostedPage(redirectURL)
    await page.payByCard(NO_FUNDS)
    await shop.reaches(paymentId, 'REJECTED')
    const at = page.url
    const csrf = csrfIn((await page.show()).text)
    const card = { csrf, form: 'CARD', instrumentNo: visa(100), expiry: '12/30', cvv: '123' }
    await Promise.all([0, 1, 2, 3].map(() => page.sendForm(`${at}/instrument`, card)))
    const { headers } = await page.show(at)
    const child = headers.get('location')?.split('/').at(-1) ?? ''
    await shop.reaches(child, 'COMPLETED')
    expect(await behind.moved(child, 'authorize')).toHaveLength(1)
    const { body } = await shop.call('POST', '/payment/search', {
      extOrderId: (await shop.read(paymentId)).order.extOrderId,
      merchant: { merchantId: shop.merchantId },
    })
    expect(JSON.stringify(body)).toContain(child)
  })

  test('gets the money of the first try back when its phone confirms it during the second', async () => {
    const { paymentId, redirectURL } = await createLink()
    const page = await openHostedPage(redirectURL)
    await page.payByBlik('100005')
    await shop.advance(paymentId, 61)
    await shop.reaches(paymentId, 'REJECTED')
    await page.payByCard(visa(102))
    const second = page.paymentId
    expect(second).not.toBe(paymentId)
    await until(
      'a challenge',
      () => shop.read(second, '/status'),
      ({ dataRequest }) => dataRequest === 'CARD_3DS',
    )

    const [order] = await behind.log(paymentId)
    await send(`${stack.sandbox}/blik/payments/${order?.reference}/confirm`, { method: 'POST' })
    await until(
      'the first sent back',
      () => behind.moved(paymentId, 'refund'),
      ({ length }) => length === 1,
    )
    await passChallenge(await shop.read(second, '/acsData'))
    await shop.reaches(second, 'COMPLETED')
    expect((await shop.status(paymentId)).status).toBe('REJECTED')
    expect(await behind.moved(second, 'authorize')).toHaveLength(1)
  })
})
