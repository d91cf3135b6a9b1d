import type { Method } from '../../src/domain/instrument.ts'
import { arrangeAccounts, AUTOPAY_SERVICE } from '../support/arrange-accounts.ts'
import { card, visa } from '../support/cards.ts'
import { runAccountSettlement } from '../../src/gateway/run-settlement.ts'
import { send, sendForm } from '../support/http.ts'
import { createMerchant } from '../support/merchant.ts'
import type { Merchant } from '../support/merchant.ts'
import { openTemporal } from '../support/temporal.ts'
import { until } from '../support/until.ts'
import type { Walk, World } from './paths.ts'

/** Ways of charges by rules and accounts; they change a merchant, so they are walked one by one. */
export const routingPaths: Record<string, Walk> = {
  'stripe-sale-refunded': async (world) => {
    const shop = await merchantWith(world, { acquirer: 'stripe/main' })
    const { paymentId } = await shop.completed()
    await shop.order(paymentId, 'refund', { amount: 10 })
    await shop.sees(paymentId, ({ amounts }) => amounts.refunded === 10)
    return paymentId
  },
  'account-settlements': async (world) => {
    const shop = await merchantWith(world, { acquirer: 'stripe/main' })
    const { merchantId } = shop.account
    await shop.completed()
    await send(`${world.stack.sandbox}/stripe/simulator/payouts`, {
      method: 'POST',
      headers: { authorization: `Bearer sk_test_sandbox_${merchantId}` },
    })
    const temporal = await openTemporal(world.stack)
    const only = { merchantId, connector: 'stripe', account: 'main' }
    const { settled } = await runAccountSettlement(temporal.client, only)
    if (settled !== 1) throw new Error(`${settled} are settled`)
    await temporal.close()
    return `settlement-account/stripe/main/${merchantId}`
  },
  'autopay-transfer-refunded': async (world) => {
    const shop = await merchantWith(world, { bank: 'autopay/main' })
    const instrument = { type: 'PBL', bank: '106' }
    const { paymentId, redirectURL } = await shop.asks({ method: 'PBL', instrument })
    await sendForm(redirectURL, { decision: 'pay' })
    await shop.reaches(paymentId, 'COMPLETED')
    await shop.order(paymentId, 'refund', { amount: 10 })
    await shop.sees(paymentId, ({ amounts }) => amounts.refunded === 10)
    return paymentId
  },
  'autopay-paid-twice': async (world) => {
    const shop = await merchantWith(world, { bank: 'autopay/main' })
    const instrument = { type: 'PBL', bank: '106' }
    const { paymentId, redirectURL } = await shop.asks({ method: 'PBL', instrument })
    await sendForm(redirectURL, { decision: 'twice' })
    await shop.reaches(paymentId, 'COMPLETED')
    await until(
      'the second money goes back',
      () => world.behind.log(paymentId),
      (rows) => rows.some(({ operation, processed }) => operation === 'refund' && processed),
    )
    return paymentId
  },
  'autopay-blik': async (world) => {
    const shop = await merchantWith(world, { blik: 'autopay/main' })
    const instrument = { type: 'BLIK_CODE', code: '777123' }
    const { paymentId } = await shop.create({ method: 'BLIK', instrument })
    await shop.reaches(paymentId, 'COMPLETED')
    return paymentId
  },
  'autopay-blik-cancelled': async (world) => {
    const shop = await merchantWith(world, { blik: 'autopay/main' })
    const instrument = { type: 'BLIK_CODE', code: '100005' }
    const { paymentId } = await shop.create({ method: 'BLIK', instrument })
    await shop.order(paymentId, 'cancel')
    await shop.reaches(paymentId, 'CANCELLED')
    return paymentId
  },
  'routed-sale': async (world) => {
    const shop = await merchantWith(world, { routes })
    return (await shop.completed()).paymentId
  },
  'failover-not-sent': (world) => failover(world, { action: 'http429', when: 'before' }),
  'failover-undone': (world) => failover(world, { action: 'cut', when: 'before' }),
  'failover-to-nobody': async (world) => {
    const shop = await merchantWith(world, { routes: [{ name: 'all', to: routes[0].to }] })
    const { paymentId } = await shop.create()
    await spoil(world, 'stripe', paymentId, { action: 'http429', when: 'before' })
    await spoil(world, 'acquirer', paymentId, { action: 'decline', responseCode: '91' })
    await shop.give(paymentId, card(visa(100)))
    await shop.reaches(paymentId, 'REJECTED')
    return paymentId
  },
  'hold-captured-in-parts': async (world) => {
    const shop = await merchantWith(world, { captures: 'several' })
    const { paymentId } = await shop.hold(100)
    await shop.order(paymentId, 'capture', { amount: 30, final: false })
    await shop.sees(paymentId, ({ amounts }) => amounts.captured === 30)
    await shop.order(paymentId, 'capture', { amount: 20 })
    await shop.sees(paymentId, ({ amounts }) => amounts.captured === 50)
    return paymentId
  },
  'hold-rest-released': async (world) => {
    const shop = await merchantWith(world, { captures: 'several' })
    const { paymentId } = await shop.hold(100)
    await shop.order(paymentId, 'capture', { amount: 30, final: false })
    await shop.sees(paymentId, ({ amounts }) => amounts.captured === 30)
    await shop.order(paymentId, 'cancel')
    return paymentId
  },
}

const routes = [
  { name: 'all', to: [{ via: 'stripe/main' }, { via: 'sandbox/main' }] },
] as const satisfies readonly object[]

async function merchantWith({ stack }: World, settings: object): Promise<Merchant> {
  const [, second] = stack.merchants
  if (!second) throw new Error('the stack has no second merchant')
  const { merchantId } = second
  const methods: Method[] = ['CARD', 'PBL', 'BLIK']
  await arrangeAccounts(stack, merchantId, { methods, ...settings })
  const itnUrl = `${stack.api}/providers/autopay/${merchantId}/main/itn`
  const body = { serviceId: AUTOPAY_SERVICE, itnUrl }
  await send(`${stack.sandbox}/autopay/simulator/services`, { method: 'POST', body })
  return createMerchant(stack, second)
}

async function failover(world: World, fault: object): Promise<string> {
  const shop = await merchantWith(world, { routes })
  const { paymentId } = await shop.create()
  await spoil(world, 'stripe', paymentId, fault)
  await shop.give(paymentId, card(visa(100)))
  await shop.reaches(paymentId, 'COMPLETED')
  return paymentId
}

const spoil = ({ stack }: World, provider: string, paymentId: string, fault: object) =>
  send(`${stack.sandbox}/faults`, {
    method: 'POST',
    body: { provider, referencePrefix: paymentId, operation: 'authorize', times: 1, ...fault },
  })
