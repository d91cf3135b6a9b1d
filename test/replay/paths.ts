import { randomUUID } from 'node:crypto'
import { settlementWorkflowId, toldWorkflowId } from '../../src/domain/settlement/settlement.ts'
import type { lookBehind, Note } from '../support/behind.ts'
import { card, visa } from '../support/cards.ts'
import { openHostedPage } from '../support/hosted-page.ts'
import { send } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import { succeeded } from '../support/merchant.ts'
import type { Merchant, Wish } from '../support/merchant.ts'
import { decideAtBank, passChallenge } from '../support/payer.ts'
import type { RunningStack } from '../support/stack-setup.ts'
import { until } from '../support/until.ts'

export interface World {
  stack: RunningStack
  shop: Merchant
  behind: ReturnType<typeof lookBehind>
  /** An api whose tasks are run by others: what it is told stays with it. */
  holder: { shop: Merchant; stop: () => void; goOn: () => void }
}

/** Walks to the end of a path; gives the payment whose history tells it. */
export type Walk = (world: World) => Promise<string>

/** Every way that a payment can go, by the name of its stored history. */
export const paths: Record<string, Walk> = {
  sale: ({ shop }) => idOf(shop.completed()),
  'sale-in-steps': async ({ shop }) => {
    const { cvv, ...number } = card(visa(100))
    const id = await idOf(shop.create({ device: undefined }))
    await shop.give(id, number)
    await shop.call('PATCH', `/payment/${id}/instrument`, { cvv })
    await shop.call('PATCH', `/payment/${id}`, { device: shop.body().device })
    return ends(shop, id)
  },
  'sale-declined': ({ shop }) => sale(shop, 121),
  'sale-approved-in-part': ({ shop }) => sale(shop, 127),
  'sale-not-authenticated': ({ shop }) => sale(shop, 103),
  'sale-not-enrolled': ({ shop }) => sale(shop, 107),
  'sale-browser-seen': async ({ shop }) => {
    const { paymentId, redirectURL } = await shop.create({ channel: 'PAYWALL', method: 'UNKNOWN' })
    await (await openHostedPage(redirectURL)).payByCard(visa(111))
    await shop.advance(paymentId, 10)
    return ends(shop, paymentId)
  },
  'sale-refused-early': ({ shop }) => idOf(shop.create({ instrument: card('4999990000000007') })),
  'sale-expired': async ({ shop }) => {
    const id = await idOf(shop.create({ options: { validTime: 120 } }))
    await shop.advance(id, 121)
    return ends(shop, id)
  },
  challenge: ({ shop }) => challenged(shop, 102),
  'challenge-failed': async ({ shop }) => {
    const { paymentId, acsData } = await shop.asks({ instrument: card(visa(102)) })
    await passChallenge(acsData, { otp: '000000' })
    return ends(shop, paymentId)
  },
  'challenge-abandoned': async ({ shop }) => {
    const id = await idOf(shop.asks({ instrument: card(visa(102)) }))
    await shop.advance(id, 601)
    return ends(shop, id)
  },
  'soft-decline': ({ shop }) => challenged(shop, 128),
  'answer-lost': ({ shop }) => sale(shop, 140),
  'answer-late': ({ shop }) => sale(shop, 143),
  'error-then-approved': ({ shop }) => sale(shop, 142),
  'unknown-reversed': ({ shop }) => sale(shop, 141),
  'unknown-reversal-repeated': ({ shop }) => sale(shop, 147),
  'cancelled-new': async ({ shop }) => {
    const id = await idOf(shop.create())
    await shop.order(id, 'cancel')
    return id
  },
  'cancelled-in-flight': async ({ shop, behind }) => {
    const { id, given } = await inFlight(shop, behind)
    await shop.order(id, 'cancel')
    await given
    return ends(shop, id)
  },
  'cancelled-sale': async ({ shop }) => {
    const id = await idOf(shop.completed())
    await shop.order(id, 'cancel')
    return reaches(shop, id, 'CANCELLED')
  },
  'cancel-refused': async ({ shop }) => {
    const id = await idOf(shop.completed({ amount: 50.41 }))
    await shop.order(id, 'cancel')
    return closes(shop, id)
  },
  'hold-captured-in-part': async ({ shop }) => {
    const id = await idOf(shop.hold(100))
    await shop.order(id, 'capture', { amount: 60 })
    await shop.sees(id, ({ amounts }) => amounts.captured === 60)
    return id
  },
  'hold-adjusted-and-withdrawn': async ({ shop }) => {
    const id = await idOf(shop.hold(100))
    await shop.order(id, 'adjustment', { amount: 150 })
    await shop.sees(id, ({ amounts }) => amounts.authorized === 150)
    await shop.order(id, 'adjustment', { amount: 80 })
    await shop.sees(id, ({ amounts }) => amounts.authorized === 80)
    const { transId } = (await shop.transactions(id)).at(-1)
    await shop.order(id, `transactions/${transId}/cancel`)
    await shop.sees(id, ({ amounts }) => amounts.authorized === 150)
    return id
  },
  'hold-withdrawal-refused': async ({ shop }) => {
    const id = await idOf(shop.hold(200.41))
    await shop.order(id, 'adjustment', { amount: 100 })
    await shop.sees(id, ({ amounts }) => amounts.authorized === 100)
    const { transId } = (await shop.transactions(id)).at(-1)
    await shop.order(id, `transactions/${transId}/cancel`)
    await until(
      'the refused withdrawal',
      () => shop.transactions(id),
      (all) => all.at(-1).status === 'REJECTED',
    )
    return id
  },
  'hold-refusals': async ({ shop }) => {
    const id = await idOf(shop.hold(200))
    await shop.order(id, 'adjustment', { amount: 250.41 })
    await closes(shop, id)
    await shop.order(id, 'capture', { amount: 50.43 })
    return closes(shop, id)
  },
  'hold-ended': async ({ shop }) => {
    const id = await idOf(shop.hold(100))
    await shop.advance(id, 31 * 86_400)
    return reaches(shop, id, 'CANCELLED')
  },
  refunded: async ({ shop }) => {
    const id = await idOf(shop.completed({ amount: 90 }))
    await shop.order(id, 'refund', { amount: 30 })
    await shop.order(id, 'refund', { amount: 20.41 })
    await closes(shop, id)
    await shop.order(id, 'refund')
    return closes(shop, id)
  },
  'refund-answer-lost': async ({ shop }) => {
    const id = await idOf(shop.completed({ amount: 90 }))
    await shop.order(id, 'refund', { amount: 30.42 })
    return closes(shop, id)
  },
  'refund-window-closed': async ({ shop }) => {
    const id = await idOf(shop.completed())
    await shop.advance(id, 91 * 86_400)
    return id
  },
  'marketplace-refunded': async ({ shop, stack }) => {
    const subpayments = stack.merchants
      .slice(0, 2)
      .map(({ merchantId }, index) => ({
        merchant: { merchantId },
        amount: index === 0 ? 60 : 40,
        commission: 4,
      }))
    const options = { transType: 'MARKETPLACE' }
    const id = await idOf(shop.completed({ amount: 100, order: { subpayments }, options }))
    await shop.order(id, 'refund')
    return closes(shop, id)
  },
  'order-paid-already': async ({ shop }) => {
    const order = { extOrderId: `order-${randomUUID()}` }
    await shop.completed({ order })
    return ends(shop, await idOf(shop.create({ instrument: card(visa(100)), order })))
  },
  'order-paid-meanwhile': async ({ shop, behind }) => {
    const order = { extOrderId: `order-${randomUUID()}` }
    const { id, given } = await inFlight(shop, behind, { order })
    await shop.completed({ instrument: card(visa(107)), order })
    await given
    return ends(shop, id)
  },
  restored: async ({ shop }) => {
    const id = await idOf(shop.create({ channel: 'PAYWALL', method: 'CARD' }))
    await shop.order(id, 'restore')
    await shop.give(id, card(visa(100)))
    return ends(shop, id)
  },
  recurring: async ({ shop }) => {
    const first = await idOf(shop.completed({ options: { recurring: 'INITIAL' } }))
    const options = { recurring: 'SUBSEQUENT', refPaymentId: first }
    const instrument = card(visa(100), { cvv: undefined })
    return ends(shop, await idOf(shop.create({ instrument, options })))
  },
  'notification-repeated': async ({ shop, behind }) => {
    const id = await idOf(shop.create())
    await behind.program(id, [500, 503, 200])
    await shop.give(id, card(visa(100)))
    await reaches(shop, id, 'COMPLETED')
    await shop.advance(id, 3600)
    await behind.receives(id, (notes) => notes.length >= 4)
    return id
  },
  'blik-code': ({ shop }) => blik(shop, { type: 'BLIK_CODE', code: '777123' }),
  'blik-declined': ({ shop }) => blik(shop, { type: 'BLIK_CODE', code: '100003' }),
  'blik-message-lost': ({ shop }) => blik(shop, { type: 'BLIK_CODE', code: '100008' }),
  'blik-never-confirmed': ({ shop }) => blikTimeout(shop, '100005'),
  'blik-late': async ({ shop, behind }) => {
    const id = await blikTimeout(shop, '100006')
    await until(
      'sent back',
      () => behind.moved(id, 'refund'),
      (rows) => rows.length === 1,
    )
    return id
  },
  'blik-late-after-the-close': async ({ shop, behind, stack }) => {
    const id = await blikTimeout(shop, '100005')
    await shop.advance(id, 8 * 86_400)
    const [order] = await behind.log(id)
    const confirm = `${stack.sandbox}/blik/payments/${order?.reference}/confirm`
    await send(confirm, { method: 'POST' })
    await until(
      'sent back',
      () => behind.moved(id, 'refund'),
      (rows) => rows.length === 1,
    )
    return id
  },
  'blik-alias': ({ shop }) => blik(shop, { type: 'BLIK_UID', alias: 'alias-one' }),
  'blik-alias-of-two-apps': async ({ shop }) => {
    const id = await idOf(
      shop.create({ method: 'BLIK', instrument: { type: 'BLIK_UID', alias: 'alias-two' } }),
    )
    await wants(shop, id, 'BLIK_APP')
    await shop.call('PATCH', `/payment/${id}/instrument`, { app: '1002' })
    return ends(shop, id)
  },
  'blik-alias-unknown': async ({ shop }) => {
    const id = await idOf(
      shop.create({ method: 'BLIK', instrument: { type: 'BLIK_UID', alias: 'alias-none' } }),
    )
    await wants(shop, id, 'BLIK_CODE')
    const instrument = { type: 'BLIK_CODE', code: '777123' }
    await shop.call('PATCH', `/payment/${id}/instrument`, instrument)
    return ends(shop, id)
  },
  'bank-transfer': ({ shop }) => transfer(shop, 'pay'),
  'bank-transfer-cancelled': async ({ shop }) => {
    const id = await transfer(shop, 'pay')
    await shop.order(id, 'cancel')
    return reaches(shop, id, 'CANCELLED')
  },
  'bank-transfer-declined': ({ shop }) => transfer(shop, 'decline'),
  'bank-transfer-paid-later': ({ shop }) => transfer(shop, 'later'),
  'bank-transfer-late-money': async ({ shop, behind }) => {
    const { paymentId: id, redirectURL } = await pbl(shop, { validTime: 60 })
    await shop.advance(id, 61)
    await decideAtBank(redirectURL, 'pay')
    await until(
      'sent back',
      () => behind.moved(id, 'refund'),
      (rows) => rows.length === 1,
    )
    return id
  },
  'google-pay': ({ shop, behind }) => wallet(shop, 'GPAY', behind.mint('google', {})),
  'google-pay-card': async ({ shop, behind }) => {
    const token = await behind.mint('google', { authMethod: 'PAN_ONLY', pan: visa(102) })
    const id = await idOf(shop.create({ method: 'GPAY', instrument: { type: 'GPAY', token } }))
    return passes(shop, id)
  },
  'apple-pay': ({ shop, behind }) => wallet(shop, 'APAY', behind.mint('apple', {})),
  'apple-pay-refused': ({ shop, behind }) =>
    wallet(shop, 'APAY', behind.mint('apple', { amount: 1 })),
  'click-to-pay': async ({ shop, behind }) => {
    const payload = await behind.checkout({})
    const instrument = { type: 'C2P', payload }
    return ends(shop, await idOf(shop.create({ method: 'C2P', instrument })))
  },
}

/** These close the batch of everybody, so they are walked one by one when the others are done. */
export const lastPaths: Record<string, Walk> = {
  /** An event that does not get through at first, and a test message meanwhile. */
  webhook: async ({ shop, behind }) => {
    const url = `${behind.receiver}/hooks`
    const { webhookId } = (await shop.call('POST', '/webhooks', { url })).body
    const path = `/webhooks/${String(webhookId)}`
    const id = await idOf(shop.create())
    await behind.program(id, [500, 500])
    await shop.give(id, card(visa(100)))
    await shop.call('POST', `${path}/test`, {})
    const isTold = ({ path: to, answered }: Note) => to.endsWith('/hooks') && answered === 200
    await behind.receives(id, (notes) => notes.filter(isTold).length === 2)
    await shop.call('DELETE', path)
    return `hook/${String(webhookId)}`
  },
  'sale-settled': async ({ shop, stack }) => {
    const id = await idOf(shop.completed())
    await settle(stack)
    return reaches(shop, id, 'SETTLED')
  },
  settlement: async ({ shop, stack }) => {
    await shop.completed()
    return settlementWorkflowId(await settle(stack))
  },
  'settlement-of-many': async ({ shop, stack }) => {
    await Promise.all([shop.completed(), shop.completed()])
    return settlementWorkflowId(await settle(stack))
  },
  'settlement-told': async ({ shop, stack }) => {
    const id = await idOf(shop.completed())
    const batchId = await settle(stack)
    await reaches(shop, id, 'SETTLED')
    return toldWorkflowId(batchId)
  },
  /** Settlement's line stands before the workflow hears of it. */
  'sale-settled-then-told': async ({ shop, stack, behind }) => {
    const id = await idOf(shop.completed())
    await settle(stack)
    await behind.receives(id, (notes) => notes.some(({ body }) => body.status === 'SETTLED'))
    return id
  },
}

const FINAL = ['COMPLETED', 'REJECTED', 'CANCELLED', 'ERROR']

const idOf = async (created: Promise<Json>): Promise<string> => (await created).paymentId

async function reaches(shop: Merchant, id: string, status: string | string[]): Promise<string> {
  await shop.reaches(id, status, 110_000)
  return id
}

const ends = (shop: Merchant, id: string) => reaches(shop, id, FINAL)

/** Nothing that was commanded is still open. */
async function closes(shop: Merchant, id: string): Promise<string> {
  const isClosed = (all: Json[]) => all.every(({ status }) => status !== 'PENDING')
  await until('nothing open', () => shop.transactions(id), isClosed, 110_000)
  return id
}

const sale = async (shop: Merchant, scenario: number) =>
  ends(shop, await idOf(shop.create({ instrument: card(visa(scenario)) })))

/** A payment whose authorisation was sent and will not be answered in time. */
async function inFlight(shop: Merchant, behind: World['behind'], wish: Wish = {}) {
  const id = await idOf(shop.create(wish))
  const given = shop.give(id, card(visa(143)))
  const isSent = (rows: unknown[]) => rows.length > 0
  await until('the authorisation sent', () => behind.log(id), isSent)
  return { id, given }
}

const wants = (shop: Merchant, id: string, wanted: string) =>
  until(
    wanted,
    () => shop.status(id),
    ({ dataRequest }) => dataRequest === wanted,
  )

const challenged = async (shop: Merchant, scenario: number) =>
  passes(shop, await idOf(shop.create({ instrument: card(visa(scenario)) })))

async function passes(shop: Merchant, id: string): Promise<string> {
  await wants(shop, id, 'CARD_3DS')
  await passChallenge(await shop.read(id, '/acsData'))
  return ends(shop, id)
}

const blik = async (shop: Merchant, instrument: object) =>
  ends(shop, await idOf(shop.create({ method: 'BLIK', instrument })))

async function blikTimeout(shop: Merchant, code: string): Promise<string> {
  const id = await idOf(shop.create({ method: 'BLIK', instrument: { type: 'BLIK_CODE', code } }))
  await shop.advance(id, 61)
  return ends(shop, id)
}

const pbl = (shop: Merchant, options: object = {}) =>
  shop.asks({ method: 'PBL', instrument: { type: 'PBL', bank: 'SIMBANK' }, options })

async function transfer(shop: Merchant, decision: 'pay' | 'decline' | 'later'): Promise<string> {
  const { paymentId, redirectURL } = await pbl(shop)
  await decideAtBank(redirectURL, decision)
  return ends(shop, paymentId)
}

const wallet = async (shop: Merchant, type: string, token: Promise<string>) =>
  ends(shop, await idOf(shop.create({ method: type, instrument: { type, token: await token } })))

async function settle({ operator, operatorToken }: RunningStack): Promise<string> {
  const headers = { authorization: `Bearer ${operatorToken}` }
  const answer = await send(`${operator}/settlement/run`, { method: 'POST', headers })
  return succeeded(answer).batchId
}
