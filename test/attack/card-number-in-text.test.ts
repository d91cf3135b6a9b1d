import { describe, expect, test } from 'vitest'
import { send } from '../support/http.ts'
import { shop, stack } from '../support/world.ts'

const number = '4532015112830366'
const [a, b, c, d] = ['4532', '0151', '1283', '0366']

const disguises = {
  plain: number,
  spaces: `card ${a} ${b} ${c} ${d} please`,
  dots: `${a}.${b}.${c}.${d}`,
  underscores: `${a}_${b}_${c}_${d}`,
  slashes: `${a}/${b}/${c}/${d}`,
  'zero-width spaces': `${a}\u200b${b}\u200b${c}\u200b${d}`,
  'full-width digits': [...number]
    .map((one) => String.fromCodePoint(0xff10 + Number(one)))
    .join(''),
}

describe.each(Object.entries(disguises))('a card number written with %s', (_, text) => {
  test.each([
    ['order.description', { order: { description: text } }],
    ['order.extOrderId', { order: { extOrderId: text } }],
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

test('an address that is not there is not repeated', async () => {
  for (const path of [`/pay/${number}`, `/pay/p/${number}/x`, `/v1/ecommerce/${number}`]) {
    const answer = await send(stack.api + path)
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain(number)
  }
})
