import { arrangeAccounts } from '../support/arrange-accounts.ts'
import { card, visa } from '../support/cards.ts'
import { send } from '../support/http.ts'
import { createMerchant } from '../support/merchant.ts'
import type { Merchant } from '../support/merchant.ts'
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
}

const routes = [
  { name: 'all', to: [{ via: 'stripe/main' }, { via: 'sandbox/main' }] },
] as const satisfies readonly object[]

async function merchantWith({ stack }: World, settings: object): Promise<Merchant> {
  const [, second] = stack.merchants
  if (!second) throw new Error('the stack has no second merchant')
  await arrangeAccounts(stack, second.merchantId, settings)
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
