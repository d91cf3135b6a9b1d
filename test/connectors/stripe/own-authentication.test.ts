import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticationWay } from '../../../src/connectors/authentication-way.ts'
import type { Acquirer, AuthorizeRequest } from '../../../src/connectors/acquirer.ts'
import { definition } from '../../../src/connectors/stripe/definition.ts'
import { webhook } from '../../../src/connectors/stripe/webhook.ts'
import { keys, startSandbox, webhookKeys } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { startFormPeer } from './form-peer.ts'

const credential = { secretKey: keys.stripe, webhookKey: webhookKeys.stripe }
let count = 0
const asked = (number = '4000002760003184', ask: 'asNeeded' | 'always' = 'asNeeded') =>
  ({
    reference: `pay-auth-own${String((count += 1))}`,
    kind: 'SALE',
    amountMinor: 9_999,
    currency: 'PLN',
    initiator: 'CUSTOMER',
    merchant: { merchantId: 'M1', name: 'Shop', mcc: '5411' },
    card: { number, expDate: '203412', cvv: '123' },
    cardholder: {
      ask,
      returnUrl: 'https://pay.example/return?reference=r',
      browser: { language: 'pl' },
      email: 'payer@example.com',
      payer: { name: 'Jan', billing: { city: 'Warszawa', country: 'PL' } },
    },
  }) satisfies AuthorizeRequest

let sandbox: RunningSandbox
let stripe: Acquirer
beforeAll(async () => {
  sandbox = await startSandbox()
  stripe = definition.open({
    settings: { url: `${sandbox.url}/stripe`, timeoutMs: 5_000 },
    credential,
  })
})
afterAll(() => sandbox.stop())

async function away(request = asked()) {
  const outcome = await stripe.authorize(request)
  if (outcome.type !== 'redirected') throw new Error(JSON.stringify(outcome))
  const { reference, amountMinor } = request
  const named = {
    reference,
    amountMinor,
    operation: 'authorize',
    originalAcquirerRef: outcome.acquirerRef!,
  } as const
  const answer = (otp: string) =>
    fetch(outcome.url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ otp }) })
  return { ...outcome, request, answer, ask: () => stripe.inquire({ ...named, away: {} }) }
}

test('Stripe is told where the payer comes back to, who it is, and how firmly to ask', async () => {
  const peer = await startFormPeer()
  const open = definition.open({ settings: { url: peer.url, timeoutMs: 1_000 }, credential })
  for (const [ask, how] of [
    ['asNeeded', 'automatic'],
    ['always', 'challenge'],
  ] as const) {
    const [method, intent] = await peer.during(() => open.authorize(asked(undefined, ask)))
    expect(method!.fields).toMatchObject({
      'billing_details[email]': 'payer@example.com',
      'billing_details[name]': 'Jan',
      'billing_details[address][country]': 'PL',
    })
    expect(intent!.fields).toMatchObject({
      return_url: 'https://pay.example/return?reference=r',
      'payment_method_options[card][request_three_d_secure]': how,
      'metadata[asks]': 'payer',
    })
    expect(intent!.fields).not.toHaveProperty('error_on_requires_action')
  }
})

test('a payer is sent away, and the intent says how it ended, with the proof', async () => {
  const { ask, answer, acquirerRef, url } = await away()
  expect(await ask()).toEqual({ type: 'found', outcome: { type: 'redirected', url, acquirerRef } })
  expect((await answer('123456')).headers.get('location')).toContain('redirect_status=succeeded')
  expect(await ask()).toMatchObject({
    type: 'found',
    outcome: { type: 'approved', authentication: { transStatus: 'Y', challenged: true } },
  })
})

test('an intent whose answer was lost is found with the address of its page', async () => {
  const { request, url } = await away()
  const { reference, amountMinor } = request
  const found = await stripe.inquire({
    reference,
    amountMinor,
    operation: 'authorize',
    sentAt: Date.now(),
  })
  expect(found).toMatchObject({ type: 'found', outcome: { type: 'redirected', url } })
})

test('a payer who fails is declined only when the intent is cancelled as well', async () => {
  const { ask, answer } = await away()
  await answer('000000')
  const outcome = { type: 'declined', rejectCode: 'AUTHENTICATION_FAILED' }
  expect(await ask()).toMatchObject({ type: 'found', outcome })
  expect((await answer('123456')).status).toBe(404)
  expect(await ask()).toMatchObject({ type: 'found', outcome })
})

test('a charge that the payer finished at the same moment is given back, whichever came first', async () => {
  const { request, answer, acquirerRef } = await away()
  await answer('123456')
  const { reference, amountMinor, currency } = request
  const undone = {
    reference: `${reference}-undo`,
    originalReference: reference,
    amountMinor,
    currency,
  }
  const reversal = { ...undone, originalAcquirerRef: acquirerRef!, reason: 'TIMEOUT' } as const
  expect(await stripe.reverse(reversal)).toMatchObject({ type: 'approved' })
  expect(await stripe.reverse(reversal)).toMatchObject({ type: 'approved' })
  const still = await away()
  const closing = {
    reference: `${still.request.reference}-undo`,
    originalReference: still.request.reference,
    amountMinor,
    currency,
    originalAcquirerRef: still.acquirerRef!,
    reason: 'TIMEOUT' as const,
  }
  expect(await stripe.reverse(closing)).toMatchObject({ type: 'approved' })
  expect((await still.answer('123456')).status).toBe(404)
})

test('a message about a payer who is away tells a success, and else only that there is news', () => {
  const newsOf = (type: string, status: string, metadata: object) => {
    const intent = { id: 'pi_1', status, amount: 9_999, currency: 'pln', metadata }
    const failed = { last_payment_error: { type: 'card_error', code: 'card_declined' } }
    const object = { ...intent, ...(status !== 'succeeded' && failed) }
    const rawBody = Buffer.from(JSON.stringify({ id: 'evt_1', type, data: { object } }))
    const time = Math.floor(Date.now() / 1_000)
    const digest = createHmac('sha256', 'whsec_1')
      .update(`${String(time)}.`)
      .update(rawBody)
    const signature = `t=${String(time)},v1=${digest.digest('hex')}`
    return webhook.read({ rawBody, signature }, ['whsec_1'], Date.now())
  }
  const own = { reference: 'r', asks: 'payer' }
  const failed = 'payment_intent.payment_failed'
  const canceled = 'payment_intent.canceled'
  expect(newsOf(failed, 'requires_payment_method', own)).toMatchObject({
    outcome: { type: 'pending' },
  })
  for (const metadata of [own, { reference: 'r' }])
    expect(newsOf(canceled, 'canceled', metadata)).toMatchObject({ outcome: { type: 'cancelled' } })
  expect(newsOf('payment_intent.succeeded', 'succeeded', own)).toMatchObject({
    outcome: { type: 'approved' },
  })
  expect(newsOf(failed, 'requires_payment_method', { reference: 'r' })).toMatchObject({
    outcome: { type: 'declined' },
  })
})

test('the account says who asks; a rule names the server that goes with an acquirer', () => {
  const wayOf = (settings: object, target: object = {}) =>
    authenticationWay(
      { via: 'stripe/main', ...target },
      [definition],
      [{ connector: 'stripe', account: 'main', settings }],
    )
  expect(wayOf({ authentication: 'acquirer' })).toEqual({ by: 'acquirer' })
  expect(wayOf({ authentication: 'acquirer' }, { threeds: 'stripe/bin', exempt: true })).toEqual({
    by: 'acquirer',
    exempt: true,
  })
  expect(wayOf({ authentication: 'server' })).toBeUndefined()
  expect(wayOf({}, { threeds: 'stripe/bin' })).toEqual({ by: 'server', threeds: 'stripe/bin' })
})
