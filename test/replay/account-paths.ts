import { workflowIdOf } from '../../src/domain/id.ts'
import { arrangeAccounts } from '../support/arrange-accounts.ts'
import { card, visa } from '../support/cards.ts'
import { send, sendForm } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import { createMerchant, device, succeeded } from '../support/merchant.ts'
import type { Merchant } from '../support/merchant.ts'
import { until } from '../support/until.ts'
import type { Walk, World } from './paths.ts'
import { hearAdyen, hearStripe } from '../support/provider-messages.ts'

/** Payers whom the acquirer itself asks, and money that has to be taken; walked one by one. */
export const accountPaths: Record<string, Walk> = {
  'stripe-asks-payer': async (world) => {
    const { shop, paymentId, page } = await sentAway(world, 'stripe/own', STRIPE_ASKS)
    await answers(page, '123456')
    await shop.reaches(paymentId, 'COMPLETED')
    return paymentId
  },
  'stripe-payer-fails': async (world) => {
    const { shop, paymentId, page } = await sentAway(world, 'stripe/own', STRIPE_ASKS)
    await answers(page, '000000')
    await shop.reaches(paymentId, 'REJECTED')
    return paymentId
  },
  'stripe-payer-called-back': async (world) => {
    const { shop, paymentId } = await sentAway(world, 'stripe/own', STRIPE_ASKS)
    await shop.order(paymentId, 'cancel')
    await shop.reaches(paymentId, 'CANCELLED')
    return paymentId
  },
  'stripe-warns-of-fraud': async (world) => {
    const shop = await merchantWith(world, { acquirer: 'stripe/main' })
    await hearStripe(world.stack, shop.merchantId)
    const fraudRefunds = [{ currency: 'PLN', upTo: 50 }]
    succeeded(await shop.call('PATCH', '/account', { fraudRefunds }))
    const { paymentId } = await shop.completed({ amount: 40, instrument: card(WARNED) })
    await shop.sees(paymentId, ({ amounts }) => amounts.refunded === 40)
    return paymentId
  },
  'adyen-asks-payer': async (world) => {
    const { shop, paymentId, page } = await sentAway(world, 'adyen/main', visa(102))
    await answers(page, '123456')
    await shop.reaches(paymentId, 'COMPLETED')
    await shop.order(paymentId, 'refund', { amount: 10 })
    await shop.sees(paymentId, ({ amounts }) => amounts.refunded === 10)
    return paymentId
  },
  'adyen-capture-failed-later': async (world) => {
    const shop = await merchantWith(world, { acquirer: 'adyen/main' })
    await hearAdyen(world.stack, shop.merchantId)
    const { paymentId } = await shop.hold(100)
    await shop.order(paymentId, 'capture', { amount: 30 })
    await shop.sees(paymentId, ({ amounts }) => amounts.captured === 30)
    const rows = await world.behind.log(paymentId)
    const { reference } = rows.find(({ operation }) => operation === 'capture')!
    const path = `/adyen/simulator/modifications/${reference}/fail`
    await send(`${world.stack.sandbox}${path}`, { method: 'POST', body: {} })
    await shop.sees(paymentId, ({ amounts }) => amounts.captured === 0)
    return paymentId
  },
  'przelewy24-transfer-taken': async (world) => {
    const shop = await merchantWith(world, { bank: 'przelewy24/main' })
    const instrument = { type: 'PBL', bank: '20' }
    const { paymentId, redirectURL } = await shop.asks({ method: 'PBL', instrument })
    const back = await sendForm(String(redirectURL), { decision: 'pay' })
    await send(back.headers.get('location') ?? '')
    await shop.reaches(paymentId, 'COMPLETED')
    await shop.order(paymentId, 'refund', { amount: 10 })
    await shop.sees(paymentId, ({ amounts }) => amounts.refunded === 10)
    return paymentId
  },
  'przelewy24-blik-taken': async (world) => {
    const shop = await merchantWith(world, { blik: 'przelewy24/main' })
    const instrument = { type: 'BLIK_CODE', code: '777123' }
    const { paymentId } = await shop.create({ method: 'BLIK', instrument })
    await shop.reaches(paymentId, 'COMPLETED')
    return paymentId
  },
  'hold-cancelled-at-stripe': async (world) => {
    const shop = await merchantWith(world, { acquirer: 'stripe/main' })
    await hearStripe(world.stack, shop.merchantId)
    const { paymentId } = await shop.hold(50, { instrument: card(visa(107)) })
    const [held] = await shop.transactions(paymentId)
    await send(`${world.stack.sandbox}/stripe/v1/payment_intents/${held?.acquirerRef}/cancel`, {
      method: 'POST',
      headers: { authorization: `Bearer sk_test_sandbox_${shop.merchantId}` },
    })
    await shop.reaches(paymentId, 'CANCELLED')
    return paymentId
  },
  'token-checked-by-stripe': (world) => stored(world, 'stripe/own', STRIPE_ASKS),
  'token-checked-by-adyen': (world) => stored(world, 'adyen/main', visa(102)),
  'token-checked-elsewhere': async (world) => {
    const shop = await merchantWith(world, { acquirer: 'stripe/main' })
    return endOf(shop, await begin(shop, visa(100)))
  },
}

/** A published test card of Stripe's, whose issuer always asks. */
const STRIPE_ASKS = '4000002760003184'
/** And one whose payments its issuer soon holds for fraud. */
const WARNED = '4000000000005423'

async function sentAway(world: World, acquirer: string, number: string) {
  const shop = await merchantWith(world, { acquirer })
  const { paymentId, acsData } = await shop.asks({ instrument: card(number) })
  return { shop, paymentId: String(paymentId), page: String(acsData.redirectURL) }
}

/** The payer answers, and the browser comes back. */
async function answers(page: string, otp: string): Promise<void> {
  const answered = await sendForm(page, { otp })
  await send(answered.headers.get('location') ?? '')
}

async function stored(world: World, acquirer: string, number: string): Promise<string> {
  const shop = await merchantWith(world, { acquirer })
  const tokenizerId = await begin(shop, number)
  const { acsData } = await stands(shop, tokenizerId, (seen) => seen.acsData !== undefined)
  await answers(String(acsData.redirectURL), '123456')
  return endOf(shop, tokenizerId)
}

async function begin(shop: Merchant, number: string): Promise<string> {
  const answer = await shop.call('POST', '/tokenizer', {
    channel: 'WEBAPI',
    merchant: { merchantId: shop.merchantId },
    customer: { email: 'payer@example.com' },
    device,
    instrument: card(number),
  })
  return String(succeeded(answer).tokenizerId)
}

const stands = (shop: Merchant, id: string, is: (seen: Json) => boolean) =>
  until(id, async () => succeeded(await shop.call('GET', `/tokenizer/${id}`)), is, 110_000)

async function endOf(shop: Merchant, id: string): Promise<string> {
  await stands(shop, id, ({ status }) => status === 'COMPLETED')
  return workflowIdOf('tok', id)
}

async function merchantWith({ stack }: World, settings: object): Promise<Merchant> {
  const [, second] = stack.merchants
  if (!second) throw new Error('the stack has no second merchant')
  const methods = { methods: ['CARD' as const, 'PBL' as const, 'BLIK' as const] }
  await arrangeAccounts(stack, second.merchantId, { ...methods, ...settings })
  return createMerchant(stack, second)
}
