import { randomUUID } from 'node:crypto'
import { workflowIdOf } from '../../src/domain/id.ts'
import { card, mastercard, visa } from '../support/cards.ts'
import { send } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import { device, succeeded } from '../support/merchant.ts'
import type { Merchant } from '../support/merchant.ts'
import { passChallenge } from '../support/payer.ts'
import { until } from '../support/until.ts'
import type { Walk } from './paths.ts'

/** Every way that the storing of a card can go, and payments with what was stored. */
export const tokenPaths: Record<string, Walk> = {
  'token-stored': async ({ shop }) => workflowOf(await stored(shop)),
  'token-of-network-stored': async ({ shop }) =>
    workflowOf(await stored(shop, { kind: 'NETWORK', instrument: card(mastercard(100)) })),
  'token-of-network-changed': async ({ shop, stack }) => {
    const made = await stored(shop, { kind: 'NETWORK' })
    const { tokenizerId, token } = made
    const play = (what: string, body: object) =>
      send(`${stack.sandbox}/tokens/vts/tokens/${token.instrumentRef}/${what}`, {
        method: 'POST',
        body,
      })
    for (const [what, body] of [
      ['state', { status: 'SUSPENDED' }],
      ['state', { status: 'ACTIVE' }],
      ['renewal', { expDate: '203209', last4: '4321' }],
    ] as const) {
      const before = await shop.call('GET', `/tokenizer/${tokenizerId}`)
      await play(what, body)
      await until(
        `the ${what}`,
        () => shop.call('GET', `/tokenizer/${tokenizerId}`),
        ({ text }) => text !== before.text,
      )
    }
    return workflowOf(made)
  },
  'token-by-phone': async ({ shop }) => {
    const wish = { channel: 'CSS', device: undefined, instrument: card(visa(128)) }
    return workflowOf(await stored(shop, wish))
  },
  'token-card-in-steps': async ({ shop }) => {
    const { cvv, ...number } = card(visa(100))
    const { tokenizerId } = await start(shop)
    await shop.call('PUT', `/tokenizer/${tokenizerId}/instrument`, number)
    await shop.call('PATCH', `/tokenizer/${tokenizerId}/instrument`, { cvv })
    return workflowOf(await ends(shop, tokenizerId))
  },
  'token-after-challenge': async ({ shop }) => {
    const { tokenizerId } = await start(shop, { instrument: card(visa(102)) })
    const isAsked = ({ acsData }: Json) => acsData !== undefined
    await passChallenge((await until('asked', () => read(shop, tokenizerId), isAsked)).acsData)
    return workflowOf(await ends(shop, tokenizerId))
  },
  'token-card-declined': ({ shop }) => notStored(shop, 120),
  'token-answer-lost': ({ shop }) => notStored(shop, 140),
  'token-outcome-unknown': ({ shop }) => notStored(shop, 141),
  'token-expired': async ({ shop }) => {
    const { tokenizerId } = await start(shop, { options: { validTime: 60 } })
    await shop.advance(tokenizerId, 61)
    return workflowOf(await ends(shop, tokenizerId))
  },
  'token-cancelled': async ({ shop }) => {
    const { tokenizerId } = await start(shop)
    succeeded(await shop.call('POST', `/tokenizer/${tokenizerId}/cancel`, {}))
    return workflowOf({ tokenizerId })
  },
  'token-discarded': async ({ shop }) => {
    const { tokenizerId } = await stored(shop)
    succeeded(await shop.call('POST', `/tokenizer/${tokenizerId}/discard`, {}))
    return workflowOf({ tokenizerId })
  },
  'sale-that-stores-its-card': async ({ shop }) => {
    const { paymentId } = await shop.completed({ options: { tokenize: true } })
    return paymentId
  },
  'sale-with-stored-card': async ({ shop }) => {
    const { token } = await stored(shop)
    const { instrumentNo } = token
    return (await shop.completed({ instrument: { type: 'COF', instrumentNo } })).paymentId
  },
  'sale-with-network-token': async ({ shop }) => {
    const { token } = await stored(shop, { kind: 'NETWORK' })
    const { type, instrumentRef } = token
    return (await shop.completed({ instrument: { type, instrumentRef } })).paymentId
  },
  'network-token-stepped-up': async ({ shop }) => {
    const { token } = await stored(shop, { kind: 'NETWORK', instrument: card(visa(129)) })
    const { type, instrumentRef } = token
    const wish = { instrument: { type, instrumentRef }, device: undefined }
    const { paymentId } = await shop.create(wish)
    await shop.sees(paymentId, ({ dataRequest }) => dataRequest === 'DEVICE')
    await shop.call('PATCH', `/payment/${paymentId}`, { device: shop.body().device })
    await shop.sees(paymentId, ({ dataRequest }) => dataRequest === 'CARD_3DS')
    await passChallenge(await shop.read(paymentId, '/acsData'))
    await shop.reaches(paymentId, 'COMPLETED')
    return paymentId
  },
}

const workflowOf = ({ tokenizerId }: Json): string => workflowIdOf('tok', tokenizerId)

const read = async (shop: Merchant, id: string): Promise<Json> =>
  succeeded(await shop.call('GET', `/tokenizer/${id}`))

async function start(shop: Merchant, wish: object = {}): Promise<Json> {
  const answer = await shop.call('POST', '/tokenizer', {
    channel: 'WEBAPI',
    merchant: { merchantId: shop.merchantId },
    customer: { email: 'payer@example.com', extCustomerId: randomUUID() },
    device,
    ...wish,
  })
  return succeeded(answer)
}

const ends = (shop: Merchant, id: string) =>
  until(
    `tokenization ${id}`,
    () => read(shop, id),
    ({ status }) => !['NEW', 'PENDING'].includes(status),
    110_000,
  )

async function stored(shop: Merchant, wish: object = {}): Promise<Json> {
  const { tokenizerId } = await start(shop, { instrument: card(visa(100)), ...wish })
  return ends(shop, tokenizerId)
}

const notStored = async (shop: Merchant, scenario: number) =>
  workflowOf(await stored(shop, { instrument: card(visa(scenario)) }))
