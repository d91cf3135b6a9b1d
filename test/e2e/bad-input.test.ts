import { describe, expect, test } from 'vitest'
import { card, visa } from '../support/cards.ts'
import { send } from '../support/http.ts'
import { expectProblem } from '../support/problem.ts'
import { shop, stack } from '../support/world.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const PAN = visa(100)

describe.concurrent('a body that is not what it should be', () => {
  test.each([
    ['cut off', '{"channel":'],
    ['not JSON', 'channel=WEBAPI'],
    ['a list', '[]'],
    ['a text', '"payment"'],
    ['a number', '42'],
    ['null', 'null'],
    ['nothing', ''],
    ['deeper than anything we read', '{"a":'.repeat(50) + '1' + '}'.repeat(50)],
    ['full of prototypes', '{"__proto__":{"channel":"WEBAPI"},"constructor":{"prototype":1}}'],
  ])('%s: 400', async (_, body) => {
    expectProblem(await shop.call('POST', '/payment', body, JSON_TYPE), 400)
  })

  test.each([
    ['amount as a boolean', { order: { amount: true } }],
    ['amount as a list', { order: { amount: [1] } }],
    ['amount below zero', { order: { amount: -5 } }],
    ['no amount at all', { order: { amount: 0 } }],
    ['a third decimal', { order: { amount: 10.005 } }],
    ['an exponent', { order: { amount: '1e2' } }],
    ['a huge amount', { order: { amount: 1e21 } }],
    ['an amount above the limit', { order: { amount: 1_000_000_000 } }],
    ['words for an amount', { order: { amount: 'ten' } }],
    ['decimals of a currency without', { order: { amount: 10.5, currency: 'JPY' } }],
    ['an unknown currency', { order: { currency: 'ZZZ' } }],
    ['a currency that is a number', { order: { currency: 985 } }],
    ['an order that is a text', { order: 'one' }],
    ['an unknown channel', { channel: 'PIGEON' }],
    ['an unknown method', { method: 'CASH' }],
    ['a method that does not fit', { method: 'BLIK', instrument: card(PAN) }],
    ['no merchant', { merchant: {} }],
    ['no address of the customer', { customer: { email: 'nobody' } }],
    ['an unknown instrument', { instrument: { type: 'GOLD' } }],
    ['an instrument without a type', { instrument: { instrumentNo: PAN } }],
    ['a card number that is no number', { instrument: card('4000 0000 zero') }],
    ['a wrong check digit', { instrument: card('4000000000001001') }],
    ['a number as a number', { instrument: card(Number(PAN) as unknown as string) }],
    ['a month that is none', { instrument: card(PAN, { expDate: '203013' }) }],
    ['a card that has expired', { instrument: card(PAN, { expDate: '202001' }) }],
    ['a CVV of letters', { instrument: card(PAN, { cvv: 'abc' }) }],
    ['a time below a minute', { options: { validTime: 59 } }],
    ['a time over 30 days', { options: { validTime: 2_592_001 } }],
    ['a time in words', { options: { validTime: 'soon' } }],
    ['an unknown kind', { options: { transKind: 'GIFT' } }],
    ['an address that is none', { options: { asyncNotify: 'nowhere' } }],
    ['an address with credentials', { options: { asyncNotify: 'https://a:b@example.com/' } }],
    [
      'a script for an address',
      { merchant: { merchantId: shop.merchantId, redirectURL: 'javascript:1' } },
    ],
    [
      'parts that are no list',
      { options: { transType: 'MARKETPLACE' }, order: { subpayments: {} } },
    ],
  ])('%s: 400, with the field named', async (_, wish) => {
    const body = { ...shop.body(), ...wish }
    if (typeof wish === 'object' && 'order' in wish && typeof wish.order === 'object')
      body.order = { ...shop.body().order, ...wish.order }
    const answer = await shop.call('POST', '/payment', body)
    expectProblem(answer, 400, 'invalid_request')
    expect(answer.body.errors.length).toBeGreaterThan(0)
  })

  test('is told about all its bad fields at once', async () => {
    const answer = await shop.call('POST', '/payment', {
      channel: 'PIGEON',
      method: 'CASH',
      merchant: {},
      customer: { email: 'x' },
      order: { amount: -1, currency: 'ZZZ' },
    })
    expectProblem(answer, 400, 'invalid_request')
    const fields = answer.body.errors.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(
      expect.arrayContaining([
        'channel',
        'method',
        'customer.email',
        'order.amount',
        'order.currency',
      ]),
    )
  })

  test('of a wrong type is 415, of a wrong charset too, too large 413', async () => {
    const xml = { 'content-type': 'application/xml' }
    expectProblem(await shop.call('POST', '/payment', '<x/>', xml), 415)
    const latin = { 'content-type': 'application/json;charset=ISO-8859-1' }
    expectProblem(await shop.call('POST', '/payment', '{}', latin), 415)
    const huge = { consents: 'x'.repeat(80_000) }
    expectProblem(await shop.call('POST', '/payment', huge), 413)
  })
})

describe.concurrent('a command that is not what it should be', () => {
  test.each([
    ['capture', { amount: 'all' }],
    ['capture', { amount: 0 }],
    ['adjustment', {}],
    ['adjustment', { amount: -1 }],
    ['refund', { amount: 1.001 }],
    ['refund', { extRefundId: 'x'.repeat(2000) }],
    ['cancel', { reason: 'BOREDOM' }],
    ['cancel', { description: { deep: true } }],
  ])('%s %o: 400', async (name, body) => {
    const { paymentId } = await shop.create()
    expectProblem(await shop.command(paymentId, name, body), 400, 'invalid_request')
  })

  test('to nobody is 404, whatever the name looks like', async () => {
    for (const id of [
      'unknown-0000000000000000',
      '..%2f..%2fetc',
      "'%20or%201=1",
      '%00',
      'a'.repeat(500),
    ])
      expectProblem(await shop.call('GET', `/payment/${id}`), [400, 404])
    const { paymentId } = await shop.create()
    expectProblem(await shop.call('GET', `/payment/${paymentId}/refund/unknown`), 404)
    expectProblem(await shop.command(paymentId, 'transactions/unknown/cancel'), 404)
  })

  test.each([
    ['DELETE', '/payment/methods'],
    ['GET', '/payment/search'],
    ['PUT', '/payment'],
    ['PATCH', '/auth'],
    ['DELETE', '/payment/some-payment'],
  ])('by a wrong verb, %s %s, is 405 and told the right ones', async (method, path) => {
    const answer = await shop.call(method, path)
    expectProblem(answer, 405, 'method_not_allowed')
    expect(answer.headers.get('allow')).toMatch(/[A-Z]/)
  })

  test('without a token, or with a broken one, is 401', async () => {
    const url = `${stack.api}/v1/ecommerce/payment/methods`
    for (const authorization of ['', 'Bearer', 'Bearer x', 'Basic eDp4', 'Bearer a.b.c']) {
      const answer = await send(url, { headers: { authorization } })
      expectProblem(answer, 401, 'unauthorized')
      expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    }
  })
})

describe.concurrent('a card number in the wrong place', () => {
  test.each([
    [
      'order.description',
      (body: Body) => ({ ...body, order: { ...body.order, description: `my card is ${PAN}` } }),
    ],
    ['channel', (body: Body) => ({ ...body, channel: PAN })],
    ['instrument.cvv', (body: Body) => ({ ...body, instrument: card(PAN, { cvv: PAN }) })],
    ['instrument.type', (body: Body) => ({ ...body, instrument: { type: PAN } })],
    ['an unknown field', (body: Body) => ({ ...body, note: PAN })],
    [`a field named after it`, (body: Body) => ({ ...body, [PAN]: PAN })],
    ['customer.name', (body: Body) => ({ ...body, customer: { ...body.customer, name: PAN } })],
  ])('%s is never echoed, nor kept', async (_, place) => {
    const answer = await shop.call('POST', '/payment', place(shop.body()))
    if (answer.status !== 200) expectProblem(answer, 400)
    expect(answer.text).not.toContain(PAN)
    if (answer.status === 200) {
      const read = await shop.call('GET', `/payment/${answer.body.paymentId}`)
      expect(read.text).not.toContain(PAN)
    }
  })

  test.each([
    ['order.description', { order: { description: 'my card is 4000-0000-0000-1000, thank you' } }],
    ['customer.name', { customer: { email: 'payer@example.com', name: PAN } }],
    ['customer.email', { customer: { email: `${PAN}@example.com` } }],
    [
      'merchant.url',
      { merchant: { merchantId: shop.merchantId, url: `https://x.example/${PAN}` } },
    ],
  ])('in %s is refused: it would be stored in the clear', async (field, wish) => {
    const answer = await shop.call('POST', '/payment', shop.body(wish))
    expectProblem(answer, 400)
    expect(answer.body.errors).toEqual([{ field, message: 'must not contain a card number' }])
  })

  test('in a path is not echoed either', async () => {
    const answer = await shop.call('GET', `/payment/${PAN}`)
    expectProblem(answer, 404)
    expect(answer.text).not.toContain(PAN)
  })
})

type Body = ReturnType<typeof shop.body>
