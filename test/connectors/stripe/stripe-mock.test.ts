import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Acquirer, AuthorizeRequest } from '../../../src/connectors/acquirer.ts'
import { definition } from '../../../src/connectors/stripe/definition.ts'
import { hasStripeMock, startStripeMock } from './stripe-mock.ts'

const sale: AuthorizeRequest = {
  reference: 'pay-auth-abcdefgh',
  kind: 'SALE',
  amountMinor: 9_999,
  currency: 'PLN',
  merchant: { merchantId: 'M1', name: 'Shop', mcc: '5411' },
  card: { number: '4242424242424242', expDate: '203412', cvv: '123' },
  authentication: { eci: '05', cavv: 'c'.repeat(28), dsTransId: 'ds-1', version: '2.2.0' },
  initiator: 'CUSTOMER',
}
const followUp = {
  reference: 'pay-later-abcdefgh',
  originalReference: sale.reference,
  originalAcquirerRef: 'pi_1',
  amountMinor: 4_000,
  currency: 'PLN',
}

/**
 * The mock checks what it is asked and has no state: it answers with payments of nobody, which are no
 * answer to us. A request that it does not like is refused, and a refusal is a decline.
 */
const requests: Record<string, (stripe: Acquirer) => Promise<{ type: string }>> = {
  'a sale': (it) => it.authorize(sale),
  'a hold': (it) => it.authorize({ ...sale, kind: 'PREAUTH' }),
  'a sale by agreement': (it) => it.authorize({ ...sale, initiator: 'MERCHANT' }),
  'a capture': (it) => it.capture(followUp),
  'a raised hold': (it) => it.adjust(followUp),
  'a refund': (it) => it.refund(followUp),
  'a claimed key': (it) => it.reverse({ ...followUp, reason: 'TIMEOUT', undoes: 'authorize' }),
  'a release': (it) => it.reverse({ ...followUp, reason: 'CANCEL' }),
  'a question about a sale': (it) => it.inquire({ reference: sale.reference, sentAt: 1e12 }),
  'a question about a capture': (it) =>
    it.inquire({ reference: 'c', operation: 'capture', originalAcquirerRef: 'pi_1' }),
  'a question about a refund': (it) =>
    it.inquire({ reference: 'r', operation: 'refund', originalAcquirerRef: 'pi_1' }),
}

if (hasStripeMock()) {
  describe("Stripe's own mock server", () => {
    let mock: Awaited<ReturnType<typeof startStripeMock>>
    let stripe: Acquirer
    const account = () => ({
      settings: { url: mock.url },
      credential: { secretKey: 'sk_test_123', webhookKey: 'whsec_123' },
    })
    beforeAll(async () => {
      mock = await startStripeMock()
      stripe = definition.open(account())
    })
    afterAll(() => void mock.stop())

    test.each(Object.entries(requests))('takes %s as we send it', async (_name, send) => {
      const outcome = await send(stripe)
      expect(['unknown', 'notFound']).toContain(outcome.type)
      expect(outcome).not.toMatchObject({ because: 'serverError' })
    })

    test('would refuse a request that the API does not know', async () => {
      const wrong = { ...sale, amountMinor: 1.5 }
      expect(await stripe.authorize(wrong)).toMatchObject({ type: 'declined' })
      const answer = await fetch(`${mock.url}/v1/payment_intents`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_123' },
        body: new URLSearchParams({ amount: '1', currency: 'pln', no_such_parameter: '1' }),
      })
      expect(answer.status).toBe(400)
    })

    test('takes the account, and lists of payouts and balance movements as we ask for them', async () => {
      expect(await definition.probe(account())).toBe('ready')
      await expect(stripe.settlementLines('po_1', 0, 10)).resolves.toMatchObject({ fileId: 'po_1' })
      await expect(stripe.closedBatches!(1e12)).resolves.toEqual(expect.any(Array))
    })
  })
} else {
  test('stripe-mock is not here: `npm run stripe-mock` builds it with Go, once', () => {
    expect(hasStripeMock()).toBe(false)
  })
}
