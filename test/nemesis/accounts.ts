import type { RouteRule } from '../../src/domain/routing/rule.ts'
import { arrangeWorld } from '../faults/arrange-world.ts'
import type { World } from '../faults/world.ts'
import { hearAdyen, hearStripe } from '../support/provider-messages.ts'

/** Cards in euros are charged at Stripe and those in dollars at Adyen; if those fail, at the usual acquirer. */
const routes: RouteRule[] = [
  {
    name: 'euros',
    when: { currencies: ['EUR'] },
    to: [{ via: 'stripe/main' }, { via: 'sandbox/main' }],
  },
  {
    name: 'dollars',
    when: { currencies: ['USD'] },
    to: [{ via: 'adyen/main' }, { via: 'sandbox/main' }],
  },
]

/** Accounts of the merchant's own beside those of the installation; every second seed BLIK at Przelewy24. */
export async function openAccounts(world: World, seed: number): Promise<void> {
  await arrangeWorld(world, { routes, ...(seed % 2 === 0 && { blik: 'przelewy24/main' }) })
  await hearAdyen(world.stack.info, world.merchant.merchantId)
  await hearStripe(world.stack.info, world.merchant.merchantId)
}
