import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { definition } from '../../../src/connectors/stripe/definition.ts'
import { webhook } from '../../../src/connectors/stripe/webhook.ts'
import type { Acquirer, AuthorizeRequest } from '../../../src/connectors/acquirer.ts'
import { keys, startSandbox, webhookKeys } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { startFormPeer } from './form-peer.ts'

const credential = { secretKey: keys.stripe, webhookKey: webhookKeys.stripe }
const sale: AuthorizeRequest = {
  reference: 'pay-auth-abcdefgh',
  kind: 'SALE',
  amountMinor: 9_999,
  currency: 'PLN',
  merchant: { merchantId: 'M1', name: 'Shop', mcc: '5411' },
  card: { number: '4242424242424242', expDate: '203412', cvv: '123' },
  initiator: 'CUSTOMER',
}
const later = (reference: string, amountMinor = 4_000) => ({
  reference,
  originalReference: sale.reference,
  originalAcquirerRef: 'pi_1',
  amountMinor,
  currency: 'PLN',
})

describe('what is sent', async () => {
  const peer = await startFormPeer()
  const open = (settings: object = {}) =>
    definition.open({ settings: { url: peer.url, timeoutMs: 1_000, ...settings }, credential })

  test('a card goes once, apart from the charge, and each has a key of its own', async () => {
    const received = await peer.during(() => open().authorize(sale))
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/payment_methods',
      'POST /v1/payment_intents',
    ])
    const [card, charge] = received
    expect(card!.fields).toEqual({
      type: 'card',
      'card[number]': '4242424242424242',
      'card[exp_month]': '12',
      'card[exp_year]': '2034',
      'card[cvc]': '123',
    })
    expect(charge!.fields).toEqual({
      amount: '9999',
      currency: 'pln',
      payment_method: 'pm_1',
      'payment_method_types[]': 'card',
      confirm: 'true',
      capture_method: 'automatic',
      error_on_requires_action: 'true',
      'metadata[reference]': sale.reference,
      'metadata[merchant]': 'M1',
      'expand[]': 'latest_charge',
    })
    const said = ({ headers }: { headers: IncomingHttpHeaders }) => [
      headers['idempotency-key'],
      headers['stripe-version'],
      headers['authorization'],
    ]
    const version = '2026-10-28.endive'
    expect(said(card!)).toEqual([`${sale.reference}-pm`, version, `Bearer ${keys.stripe}`])
    expect(said(charge!)).toEqual([sale.reference, version, `Bearer ${keys.stripe}`])
  })

  test('a hold is captured by hand and may grow; the proof of 3-D Secure goes with it', async () => {
    const authentication = {
      eci: '05',
      cavv: 'c'.repeat(28),
      dsTransId: 'ds-1',
      version: '2.2.0',
      aresStatus: 'C',
    }
    const request = { ...sale, kind: 'PREAUTH' as const, authentication }
    const [, charge] = await peer.during(() => open().authorize(request))
    expect(charge!.fields).toMatchObject({
      capture_method: 'manual',
      'payment_method_options[card][request_incremental_authorization]': 'if_available',
      'payment_method_options[card][request_extended_authorization]': 'if_available',
      'payment_method_options[card][three_d_secure][cryptogram]': 'c'.repeat(28),
      'payment_method_options[card][three_d_secure][transaction_id]': 'ds-1',
      'payment_method_options[card][three_d_secure][version]': '2.2.0',
      'payment_method_options[card][three_d_secure][electronic_commerce_indicator]': '05',
      'payment_method_options[card][three_d_secure][ares_trans_status]': 'C',
    })
  })

  test('an attempt without its proof is no proof', async () => {
    const request = { ...sale, authentication: { eci: '07' } }
    const [, charge] = await peer.during(() => open().authorize(request))
    expect(JSON.stringify(charge!.fields)).not.toContain('three_d_secure')
  })

  test('what the account may not is refused before anything is sent', async () => {
    const token = { ...sale, card: { ...sale.card, isNetworkToken: true, cryptogram: 'x' } }
    const agreed = { ...sale, initiator: 'MERCHANT' as const, networkTransactionId: 'NTI1' }
    const notOffered = { ...sale, kind: 'ACCT_FUNDING' as const }
    for (const request of [token, agreed, notOffered]) {
      const received = await peer.during(async () => {
        const no = { type: 'declined', rejectCode: 'NOT_PERMITTED', detail: expect.any(String) }
        expect(await open().authorize(request)).toEqual(no)
      })
      expect(received).toEqual([])
    }
    const gates = { networkTokens: true, schemeTransactionIds: true }
    const [card, charge] = await peer.during(() =>
      open(gates).authorize({ ...token, ...agreed, card: token.card }),
    )
    expect(card!.fields).toMatchObject({ 'card[network_token][number]': '4242424242424242' })
    expect(charge!.fields).toMatchObject({
      off_session: 'true',
      'payment_method_options[card][network_token][cryptogram]': 'x',
      'payment_method_options[card][mit_exemption][network_transaction_id]': 'NTI1',
    })
  })

  test('later operations go by the name that Stripe gave, without asking first', async () => {
    const paths = async (run: (stripe: Acquirer) => Promise<unknown>) =>
      (await peer.during(() => run(open()))).map(({ method, path }) => `${method} ${path}`)
    const base = 'POST /v1/payment_intents/pi_1'
    expect(await paths((it) => it.capture(later('c')))).toEqual([`${base}/capture`])
    expect(await paths((it) => it.adjust(later('a')))).toEqual([`${base}/increment_authorization`])
    expect(await paths((it) => it.refund(later('r')))).toEqual(['POST /v1/refunds'])
  })
})

describe('against the simulator', () => {
  let sandbox: RunningSandbox
  let stripe: Acquirer
  beforeAll(async () => {
    sandbox = await startSandbox()
    const settings = { url: `${sandbox.url}/stripe`, timeoutMs: 2_000 }
    stripe = definition.open({ settings, credential })
  })
  afterAll(() => sandbox.stop())
  const fault = (reference: string, more: object) =>
    sandbox.post('/faults', {
      provider: 'stripe',
      operation: 'authorize',
      referencePrefix: reference,
      times: 1,
      ...more,
    })
  const named = (name: string, more: object = {}) => ({
    ...sale,
    reference: `${name}-auth-abc`,
    ...more,
  })
  const close = (request: AuthorizeRequest) =>
    stripe.reverse({
      reference: `${request.reference}-close`,
      originalReference: request.reference,
      amountMinor: 9_999,
      currency: 'PLN',
      reason: 'TIMEOUT',
      undoes: 'authorize',
    })

  test('too many requests: it was not sent, and may go again', async () => {
    const request = named('many')
    await fault(request.reference, { action: 'http429' })
    expect(await stripe.authorize(request)).toEqual({ type: 'notSent' })
    expect(await stripe.authorize(request)).toMatchObject({ type: 'approved' })
  })

  test('what Stripe knows of a card comes with the charge, and with nothing else', async () => {
    const request = named('known')
    const outcome = await stripe.authorize(request)
    expect(outcome).toMatchObject({ card: { cardType: 'CREDIT', issuerCountry: 'US' } })
    const { reference } = request
    const found = await stripe.inquire({ reference, operation: 'authorize', sentAt: Date.now() })
    expect(found).toMatchObject({ type: 'found', outcome: { type: 'approved' } })
    expect(JSON.stringify(found)).not.toContain('issuerCountry')
  })

  test('a key that is in use: nobody knows yet', async () => {
    const request = named('busy')
    await fault(request.reference, { action: 'http409' })
    expect(await stripe.authorize(request)).toEqual({ type: 'unknown', because: 'noAnswer' })
  })

  test('a card that could not be described was charged by nobody: it may go again', async () => {
    const request = named('undescribed')
    await fault(request.reference, { operation: 'describe', action: 'cut', when: 'after' })
    expect(await stripe.authorize(request)).toEqual({ type: 'unknown', because: 'serverError' })
    expect(await stripe.authorize(request)).toMatchObject({ type: 'approved' })
  })

  test('with the proof of the cardholder what was declined softly is approved', async () => {
    const card = { ...sale.card, number: '4000002500003155' }
    expect(await stripe.authorize(named('soft', { card }))).toMatchObject({ type: 'softDeclined' })
    const authentication = { eci: '05', cavv: 'c'.repeat(28), dsTransId: 'ds-1', version: '2.2.0' }
    const proven = named('proven', { card, authentication })
    expect(await stripe.authorize(proven)).toMatchObject({ type: 'approved' })
  })

  test('a card number with a wrong check digit is declined', async () => {
    const card = { ...sale.card, number: '4242424242424241' }
    const outcome = await stripe.authorize(named('wrong', { card }))
    expect(outcome).toMatchObject({ type: 'declined', rejectCode: 'INVALID_CARD' })
  })

  test('a taken key with nothing behind it is not called undone', async () => {
    const request = named('failed')
    // As when Stripe has kept its own failure: the key is taken, and no payment is to be seen.
    await fetch(`${sandbox.url}/stripe/v1/payment_methods`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.stripe}`, 'idempotency-key': request.reference },
      body: new URLSearchParams({
        type: 'card',
        'card[number]': '4242424242424242',
        'card[exp_month]': '1',
        'card[exp_year]': '2034',
      }),
    })
    expect(await close(request)).toEqual({ type: 'unknown', because: 'noAnswer' })
  })

  test('a payment is found behind hundreds of others, and not by a name like it', async () => {
    const request = named('buried')
    await stripe.authorize(request)
    const others = Array.from({ length: 210 }, (_, index) => ({
      reference: `other${String(index)}`,
      originalReference: `other${String(index)}-x`,
      amountMinor: 1,
      currency: 'PLN',
      reason: 'TIMEOUT' as const,
      undoes: 'authorize' as const,
    }))
    await Promise.all(others.map((one) => stripe.reverse(one)))
    const { reference } = request
    // Long lists take their time on a busy machine.
    const settings = { url: `${sandbox.url}/stripe`, timeoutMs: 20_000 }
    const patient = definition.open({ settings, credential })
    expect(await patient.inquire({ reference })).toMatchObject({ type: 'found' })
    expect(await patient.inquire({ reference: reference.slice(0, -1) })).toEqual({
      type: 'notFound',
    })
  })

  test('a payout is a batch: its lines name our references, sums and fees', async () => {
    await sandbox.post('/stripe/simulator/payouts')
    const request = named('paid')
    const charged = await stripe.authorize(request)
    const acquirerRef = charged.type === 'approved' ? charged.acquirerRef! : ''
    const refund = { ...later('paid-refund-abc'), originalAcquirerRef: acquirerRef }
    await stripe.refund(refund)
    const hold = await stripe.authorize(named('held', { kind: 'PREAUTH' }))
    const heldRef = hold.type === 'approved' ? hold.acquirerRef! : ''
    const capture = { ...later('held-capture-abc', 3_000), originalAcquirerRef: heldRef }
    expect(await stripe.capture(capture)).toMatchObject({ type: 'approved' })
    const dispute = { amount: -1_500, currency: 'pln' }
    const { body: adjusted } = await sandbox.post('/stripe/simulator/adjustments', dispute)
    const { body } = await sandbox.post('/stripe/simulator/payouts')
    const payout = (body as { payouts: { id: string }[] }).payouts[0]!.id
    expect(await stripe.closedBatches!(Date.now() - 60_000)).toContain(payout)
    expect(await stripe.closedBatches!(Date.now() + 60_000)).toEqual([])
    expect(await stripe.closeSettlement(payout)).toEqual({ fileId: payout, total: 4 })
    const { lines } = await stripe.settlementLines(payout, 0, 200)
    expect(lines).toEqual([
      { line: 1, reference: request.reference, operation: 'authorize', ...money(9_999, 250) },
      { line: 2, reference: refund.reference, operation: 'refund', ...money(4_000, 0) },
      { line: 3, reference: capture.reference, operation: 'capture', ...money(3_000, 145) },
      // Nobody knows it here: it will be a difference.
      {
        line: 4,
        reference: (adjusted as { id: string }).id,
        operation: 'refund',
        ...money(1_500, 0),
      },
    ])
    expect((await stripe.settlementLines(payout, 1, 200)).lines.map(({ line }) => line)).toEqual([
      2, 3, 4,
    ])
    await expect(stripe.closeSettlement('po_none')).rejects.toThrow('reading the payout')
  })
})

const money = (amountMinor: number, feeMinor: number) => ({
  amountMinor,
  currency: 'PLN',
  feeMinor,
})

describe('signatures', () => {
  const body = '{"id":"evt_1","object":"event"}'
  const digest = '0c8670ed117751cc551a20e35839447075c42800ea3cf3e8a2fbda99cd1e6edd'
  const read = (signature: string, now = 1_700_000_000_000) =>
    webhook.read({ rawBody: Buffer.from(body), signature }, ['whsec_test_secret'], now).type

  test('are those of the official library', () => {
    expect(read(`t=1700000000,v1=${digest}`)).toBe('nothing')
    expect(read(`t=1700000000,v1=${'0'.repeat(64)},v0=old,v1=${digest}`)).toBe('nothing')
  })

  test('of another time, another scheme or no time are forged', () => {
    expect(read(`t=1700000001,v1=${digest}`)).toBe('forged')
    expect(read(`t=1700000000,v0=${digest}`)).toBe('forged')
    expect(read(`v1=${digest}`)).toBe('forged')
    expect(read(`t=1700000000,v1=${digest}`, 1_700_000_301_000)).toBe('forged')
    expect(read(`t=1700000000,v1=${digest}`, 1_700_000_300_000)).toBe('nothing')
  })
})
