import { describe, expect, test } from 'vitest'
import { send } from '../support/http.ts'
import { shop, stack } from '../support/world.ts'

const number = '4532015112830366'
const [a, b, c, d] = ['4532', '0151', '1283', '0366']

const disguises = {
  plain: number,
  spaces: `card ${a} ${b} ${c} ${d} please`,
  dots: `${a}.${b}.${c}.${d}`,
  underscores: `${a}__${b}__${c}__${d}`,
  dashes: `${a}--${b}--${c}--${d}`,
  brackets: `(${a}) (${b}) (${c}) (${d})`,
  'circled digits': [...number].map((one) => [...'⓪①②③④⑤⑥⑦⑧⑨'][Number(one)]).join(''),
  'raised digits': [...number].map((one) => [...'⁰¹²³⁴⁵⁶⁷⁸⁹'][Number(one)]).join(''),
  slashes: `${a}/${b}/${c}/${d}`,
  'zero-width spaces': `${a}\u200b${b}\u200b${c}\u200b${d}`,
  'full-width digits': [...number]
    .map((one) => String.fromCodePoint(0xff10 + Number(one)))
    .join(''),
}

describe.each(Object.entries(disguises))('a card number written with %s', (_, text) => {
  test.each([
    ['order.description', { order: { description: text } }],
    ['order.extOrderId', { order: { extOrderId: text === number ? disguises.dots : text } }],
    ['customer.name', { customer: { email: 'payer@example.com', name: text } }],
    ['customer.email', { customer: { email: `${text.replace(/\s/g, '.')}@example.com` } }],
    ['device.browserData.userAgent', { device: { browserData: { userAgent: text } } }],
  ])('is refused in %s', async (field, wish) => {
    const answer = await shop.call('POST', '/payment', shop.body(wish))
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.errors[0].field).toBe(field)
    expect(answer.text).not.toContain(b)
  })
})

test("a merchant's own order number that looks like one is taken, and answered as it was given", async () => {
  const made = await shop.call('POST', '/payment', shop.body({ order: { extOrderId: number } }))
  expect(made.status, made.text).toBe(200)
  const { body } = await shop.call('GET', `/payment/${made.body.paymentId}`)
  expect(body.order.extOrderId).toBe(number)
})

test('an address that is not there is not repeated', async () => {
  for (const path of [`/pay/${number}`, `/pay/p/${number}/x`, `/v1/ecommerce/${number}`]) {
    const answer = await send(stack.api + path)
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain(number)
  }
})
