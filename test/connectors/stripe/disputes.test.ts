import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDisputeDesk } from '../../../src/connectors/stripe/dispute-desk.ts'
import { createStripeHttp } from '../../../src/connectors/stripe/http.ts'
import { webhook } from '../../../src/connectors/stripe/webhook.ts'

const dispute = (changes: object = {}) => ({
  id: 'dp_1',
  object: 'dispute',
  amount: 8_000,
  currency: 'pln',
  status: 'needs_response',
  reason: 'fraudulent',
  payment_intent: 'pi_1',
  network_reason_code: '10.4',
  evidence_details: { due_by: 1_800_000_000, has_evidence: false, submission_count: 0 },
  balance_transactions: [{ id: 'txn_1', amount: -8_000, fee: 1_500, created: 1_799_000_000 }],
  ...changes,
})

interface Seen {
  method: string
  path: string
  key: string | undefined
  type: string
  body: string
}

const seen: Seen[] = []
let reply: (one: Seen) => { status: number; body: unknown } | 'cut'
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      key: request.headers['idempotency-key'] as string | undefined,
      type: request.headers['content-type'] ?? '',
      body: Buffer.concat(chunks).toString('latin1'),
    }
    seen.push(one)
    const answer = reply(one)
    if (answer === 'cut') return void request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve())))
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  seen.length = 0
  reply = ({ path }) => ({
    status: 200,
    body: path === '/v1/files' ? { id: 'file_1' } : dispute({ status: 'under_review' }),
  })
})

const desk = () =>
  createDisputeDesk(
    createStripeHttp({
      url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
      apiVersion: '2025-01-01',
      timeoutMs: 2_000,
      secretKey: 'sk_test',
    }),
  )

test('what is put forward goes to its place: files first, then all of it once, under its reference', async () => {
  const answer = await desk().submit({
    reference: 'd1-submit-abc',
    providerRef: 'dp_1',
    items: [
      { kind: 'shipping_proof', mediaType: 'image/png', content: Buffer.from('PNG bytes') },
      { kind: 'refund_policy', mediaType: 'text/plain', content: Buffer.from('14 days') },
      { kind: 'receipt', mediaType: 'text/plain', content: Buffer.from('sold on 3 March') },
    ],
  })
  expect(answer).toMatchObject({ type: 'disputed', facts: { word: { status: 'UNDER_REVIEW' } } })
  expect(seen.map(({ path, key }) => [path, key])).toEqual([
    ['/v1/files', 'd1-submit-abc-shipping_proof'],
    ['/v1/disputes/dp_1', 'd1-submit-abc'],
  ])
  expect(seen[0]!.type).toMatch(/^multipart\/form-data; boundary=/)
  expect(seen[0]!.body).toContain('dispute_evidence')
  expect(seen[0]!.body).toContain('PNG bytes')
  expect(Object.fromEntries(new URLSearchParams(seen[1]!.body))).toEqual({
    'evidence[shipping_documentation]': 'file_1',
    'evidence[refund_policy_disclosure]': '14 days',
    'evidence[uncategorized_text]': 'receipt:\nsold on 3 March',
    submit: 'true',
  })
})

test('a lost answer to submit is unknown; a lost file is nothing submitted', async () => {
  const items = [{ kind: 'other', mediaType: 'image/png', content: Buffer.from('x') } as const]
  const order = { reference: 'd1-submit-abc', providerRef: 'dp_1' }
  reply = () => 'cut'
  expect(await desk().submit({ ...order, items: [] })).toEqual({
    type: 'unknown',
    because: 'noAnswer',
  })
  expect(await desk().submit({ ...order, items })).toEqual({ type: 'notSent' })
  expect(seen.filter(({ path }) => path.startsWith('/v1/disputes'))).toHaveLength(1)
})

test('what Stripe does not take is a definite no, and giving in closes it', async () => {
  reply = () => ({ status: 400, body: { error: { type: 'invalid_request_error', code: 'late' } } })
  expect(await desk().accept({ reference: 'r', providerRef: 'dp_1' })).toEqual({
    type: 'invalid',
    detail: 'late',
  })
  reply = () => ({ status: 200, body: dispute({ status: 'lost' }) })
  expect(await desk().accept({ reference: 'r', providerRef: 'dp_1' })).toMatchObject({
    facts: { word: { status: 'LOST' } },
  })
  expect(seen.at(-1)!.path).toBe('/v1/disputes/dp_1/close')
})

test('a movement in the currency of the account is no sum of the dispute: what is contested has moved', async () => {
  const movement = { id: 'txn_1', amount: -34_500, fee: 6_000, currency: 'czk', created: 1 }
  reply = () => ({ status: 200, body: dispute({ balance_transactions: [movement] }) })
  expect(await desk().inquire('dp_1')).toMatchObject({
    facts: { moves: [{ moveId: 'txn_1', kind: 'WITHDRAWN', amountMinor: 8_000 }] },
  })
})

test('an event tells of the dispute with each move of its money, fees apart', () => {
  const now = Date.now()
  const body = {
    id: 'evt_1',
    type: 'charge.dispute.created',
    created: 1_799_000_001,
    data: { object: dispute() },
  }
  const rawBody = Buffer.from(JSON.stringify(body))
  const time = Math.floor(now / 1_000)
  const digest = createHmac('sha256', 'whsec_x')
    .update(`${String(time)}.`)
    .update(rawBody)
  const signature = `t=${String(time)},v1=${digest.digest('hex')}`
  expect(webhook.read({ rawBody, signature }, ['whsec_x'], now)).toEqual({
    type: 'dispute',
    eventId: 'evt_1',
    providerRef: 'dp_1',
    charge: { acquirerRef: 'pi_1' },
    facts: {
      word: {
        stage: 'CHARGEBACK',
        status: 'NEEDS_RESPONSE',
        reason: 'FRAUD',
        amountMinor: 8_000,
        networkReason: '10.4',
        dueBy: 1_800_000_000_000,
        at: 1_799_000_001_000,
      },
      moves: [
        { moveId: 'txn_1', kind: 'WITHDRAWN', amountMinor: 8_000, at: 1_799_000_000_000 },
        { moveId: 'txn_1-fee', kind: 'FEE', amountMinor: 1_500, at: 1_799_000_000_000 },
      ],
    },
  })
  expect(webhook.read({ rawBody, signature }, ['whsec_other'], now)).toEqual({ type: 'forged' })
})

test.each([
  ['warning_needs_response', 'INQUIRY', 'NEEDS_RESPONSE'],
  ['warning_closed', 'INQUIRY', 'WITHDRAWN'],
  ['appeal_under_review', 'PREARBITRATION', 'UNDER_REVIEW'],
  ['prevented', 'CHARGEBACK', 'WITHDRAWN'],
])('%s is %s %s', async (status, stage, ours) => {
  reply = () => ({ status: 200, body: dispute({ status }) })
  expect(await desk().inquire('dp_1')).toMatchObject({
    type: 'disputed',
    facts: { word: { stage, status: ours } },
  })
})
