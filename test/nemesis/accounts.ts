import type { RouteRule } from '../../src/domain/routing/rule.ts'
import { arrangeWorld } from '../faults/arrange-world.ts'
import type { World } from '../faults/world.ts'
import { send } from '../support/http.ts'

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
  await hearOfAdyen(world)
}

/** Adyen cannot be asked: of a payer who paid and did not come back only its messages tell. */
async function hearOfAdyen({ stack: { info }, merchant: { merchantId } }: World): Promise<void> {
  const url = `${info.api}/v1/ecommerce/notifications/acquirers/adyen/${merchantId}/main`
  const body = { merchantAccount: `Shop${merchantId}`, url }
  await send(`${info.sandbox}/adyen/simulator/webhooks`, { method: 'POST', body })
}
