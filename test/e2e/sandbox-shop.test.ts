import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { movements } from '../support/accounts.ts'
import { visa } from '../support/cards.ts'
import { openHostedPage } from '../support/hosted-page.ts'
import type { HostedPage } from '../support/hosted-page.ts'
import { send, sendForm } from '../support/http.ts'
import { until } from '../support/until.ts'
import { stack } from '../support/world.ts'

/** The seeded merchant with accounts of its own, and the key of its account at Stripe. */
const routed = stack.merchants[2]!.merchantId
const account = 'sk_test_sandbox'
const notEnrolled = visa(107)

/** Buys in the demo shop, as a browser does; the console tells what the shop knows of the order. */
async function buy(method: string, pay: (page: HostedPage) => Promise<unknown>, seller = routed) {
  const bought = await sendForm(`${stack.sandbox}/shop/orders`, { good: 'lamp', method, seller })
  expect(bought.status, bought.text).toBe(303)
  const page = await openHostedPage(bought.headers.get('location') ?? '')
  await pay(page)
  const back = /\/shop\/return\?[^"]*paymentId=(\w+)/
  const shown = await until('the way back', page.show, ({ text }) => back.test(text))
  const paymentId = back.exec(shown.text)?.[1] ?? ''
  const order = await until(
    'paid in the shop',
    async () => (await send(`${stack.sandbox}/shop/console/${paymentId}`)).text,
    (text) => text.includes('data-status="COMPLETED"'),
  )
  return { paymentId, order }
}

const byCard = (page: HostedPage) => page.payByCard(notEnrolled, { scripts: false })

const stripe = (fault: object) =>
  send(`${stack.sandbox}/faults`, {
    method: 'POST',
    body: { provider: 'stripe', account, ...fault },
  })

// One after the other: what happens to the account is for all who buy.
describe('the demo shop of a merchant with several providers', () => {
  test('shows that a card went over Stripe', async () => {
    const { paymentId, order } = await buy('CARD', byCard)
    expect(order).toContain('stripe/main')
    expect(await movements(paymentId)).toEqual(['stripe authorize 24900'])
  })

  test('shows that BLIK went over Autopay, which has told so', async () => {
    const { paymentId, order } = await buy('BLIK', (page) =>
      page.post('instrument', { form: 'BLIK', code: '777123' }),
    )
    expect(order).toContain('autopay/main')
    expect(await movements(paymentId)).toEqual(['autopay authorize 24900'])
  })

  test('shows nothing of the kind for a merchant without accounts', async () => {
    const { paymentId, order } = await buy('CARD', byCard, stack.merchants[0]!.merchantId)
    expect(order).not.toMatch(/(stripe|sandbox|autopay)\/main/)
    expect(await movements(paymentId)).toEqual(['acquirer authorize 24900'])
  })

  describe('when Stripe is down', () => {
    beforeAll(() => stripe({ action: 'http429', when: 'before', times: 1_000 }))
    afterAll(() => send(`${stack.sandbox}/faults?account=${account}`, { method: 'DELETE' }))

    test('goes on selling over the second acquirer, and asks Stripe no more after a while', async () => {
      for (let sale = 1; sale <= 6; sale += 1) {
        const { paymentId, order } = await buy('CARD', byCard)
        expect(await movements(paymentId)).toEqual(['acquirer authorize 24900'])
        expect(order).toContain('sandbox/main')
        // Five that it turned away, and it is left in peace.
        expect(order.includes('stripe/main'), `sale ${sale}`).toBe(sale <= 5)
      }
    })
  })
})
