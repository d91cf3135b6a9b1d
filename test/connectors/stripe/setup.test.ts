import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Acquirer, AuthorizeRequest } from '../../../src/connectors/acquirer.ts'
import { definition } from '../../../src/connectors/stripe/definition.ts'
import { webhook } from '../../../src/connectors/stripe/webhook.ts'
import { keys, startSandbox, until, webhookKeys } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { startFormPeer } from './form-peer.ts'

const credential = { secretKey: keys.stripe, webhookKey: webhookKeys.stripe }
const ASKS = '4000002760003184'
const cardholder = {
  ask: 'asNeeded',
  returnUrl: 'https://pay.example/return?reference=r',
  browser: { language: 'pl' },
} as const
let count = 0
const check = (number: string, changes: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
  reference: `tok-verify-abcdefgh${String((count += 1))}`,
  kind: 'VERIFY',
  amountMinor: 0,
  currency: 'PLN',
  initiator: 'CUSTOMER',
  merchant: { merchantId: 'M1', name: 'Shop', mcc: '5411' },
  card: { number, expDate: '203412', cvv: '123' },
  ...changes,
})

let sandbox: RunningSandbox
let stripe: Acquirer
beforeAll(async () => {
  sandbox = await startSandbox()
  const settings = { url: `${sandbox.url}/stripe`, timeoutMs: 5_000 }
  stripe = definition.open({ settings, credential })
})
afterAll(() => sandbox.stop())

const asked = ({ reference }: AuthorizeRequest, more = {}) =>
  stripe.inquire({ reference, operation: 'authorize', verifies: true, sentAt: Date.now(), ...more })

test('a card is checked by a SetupIntent, and nothing is charged', async () => {
  const request = check('4242424242424242')
  expect(await stripe.authorize(request)).toMatchObject({
    type: 'approved',
    acquirerRef: expect.stringMatching(/^seti_/) as string,
  })
  const log = await sandbox.log(request.reference)
  expect(log.map(({ operation, amountMinor }) => [operation, amountMinor])).toEqual([
    ['authorize', 0],
  ])
})

test('Stripe is told what the card is kept for, and where the payer comes back to', async () => {
  const peer = await startFormPeer()
  const open = definition.open({ settings: { url: peer.url, timeoutMs: 1_000 }, credential })
  const [, setup] = await peer.during(() => open.authorize(check(ASKS, { cardholder })))
  expect(setup!.fields).toMatchObject({
    usage: 'off_session',
    confirm: 'true',
    return_url: cardholder.returnUrl,
    'payment_method_options[card][request_three_d_secure]': 'automatic',
    'metadata[asks]': 'payer',
  })
  expect(setup!.fields).not.toHaveProperty('amount')
})

test.each([
  ['4000000000000002', { type: 'declined', rejectCode: 'DO_NOT_HONOUR' }],
  ['4000000000009987', { type: 'declined', rejectCode: 'CARD_BLOCKED' }],
  ['4000002500003155', { type: 'softDeclined' }],
])('a card that is not good is not kept: %s', async (number, outcome) => {
  expect(await stripe.authorize(check(number))).toMatchObject(outcome)
})

test('a check whose answer was lost is found, with the page that waits for the payer', async () => {
  const request = check(ASKS, { cardholder })
  const sent = await stripe.authorize(request)
  expect(sent).toMatchObject({ type: 'redirected' })
  expect(await asked(request)).toMatchObject({ type: 'found', outcome: { type: 'redirected' } })
  expect(await asked(check(ASKS))).toEqual({ type: 'notFound' })
})

test.each([
  ['123456', { type: 'approved', authentication: { transStatus: 'Y', challenged: true } }],
  ['000000', { type: 'declined', rejectCode: 'AUTHENTICATION_FAILED' }],
])('the payer answers %s on the page of Stripe, which then says so', async (otp, outcome) => {
  const request = check(ASKS, { cardholder })
  const sent = await stripe.authorize(request)
  if (sent.type !== 'redirected') throw new Error(sent.type)
  await sandbox.submit(new URL(sent.url).pathname, { otp })
  const known = { away: {}, originalAcquirerRef: sent.acquirerRef }
  expect(await asked(request, known)).toMatchObject({ type: 'found', outcome })
  const { text, stripeSignature } = await until(() =>
    sandbox.gateway.caught.find((one) => one.text.includes(`"${request.reference}"`)),
  )
  const message = { rawBody: Buffer.from(text), signature: stripeSignature }
  expect(webhook.read(message, [webhookKeys.stripe], Date.now())).toMatchObject({
    type: 'outcome',
    reference: request.reference,
    outcome: { type: otp === '123456' ? 'approved' : 'pending' },
  })
})

test('a check holds nothing: to undo it needs no call', async () => {
  const { reference } = check(ASKS)
  const undoing = {
    reference: `${reference}-close`,
    originalReference: reference,
    amountMinor: 0,
    currency: 'PLN',
    reason: 'TIMEOUT',
    undoes: 'authorize',
    verifies: true,
  } as const
  expect(await stripe.reverse(undoing)).toEqual({ type: 'approved' })
  expect(await sandbox.log(reference)).toEqual([])
})
