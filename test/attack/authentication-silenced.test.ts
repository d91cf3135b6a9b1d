import { afterEach, expect, test } from 'vitest'
import { card, visa } from '../support/cards.ts'
import { send } from '../support/http.ts'
import { behind, openMerchant, shop, stack } from '../support/world.ts'

const faults = `${stack.sandbox}/faults`
const spoil = (action: string) =>
  send(faults, {
    method: 'POST',
    body: { provider: 'threeds', operation: 'authenticate', times: 1, action },
  })

afterEach(() => send(faults, { method: 'DELETE' }))

test.each(['http403', 'garbage', 'empty'])(
  'a 3-D Secure server that answers %s opens no door, even for a merchant that goes on without it',
  async (action) => {
    await spoil(action)
    const { paymentId } = await shop.create({ instrument: card(visa(100)) })
    expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({
      rejectCode: 'AUTHENTICATION_UNAVAILABLE',
    })
    expect(await behind.log(paymentId)).toEqual([])
  },
)

test('a silent server opens no door for a merchant that never said so', async () => {
  const unasked = await openMerchant()
  await spoil('http500')
  const { paymentId } = await unasked.create({ instrument: card(visa(100)) })
  await unasked.reaches(paymentId, 'REJECTED')
  expect(await behind.log(paymentId)).toEqual([])
})
