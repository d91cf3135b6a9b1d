import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticateMerchant } from '../../src/http/endpoints/authenticate-merchant.ts'
import { testEndpoints } from './support/endpoints.ts'
import { newPayment } from './support/payment.ts'
import { expectProblem } from './support/problem.ts'
import { AGENT, startTestApp } from './support/test-app.ts'
import type { TestApp } from './support/test-app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ endpoints: [authenticateMerchant, ...testEndpoints] })
  token = await app.token()
})
afterAll(() => app.close())

let path: string
beforeEach(() => {
  const payment = newPayment()
  app.memory.put(payment)
  app.memory.sent.length = 0
  app.memory.answerWith({ accepted: true })
  path = `/payment/${payment.id}/command`
})

const send = (key: string | undefined, body: object = { amount: 1 }, bearer = token) =>
  app.call('POST', path, {
    token: bearer,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

describe('with an Idempotency-Key', () => {
  test('the same request has one effect and one answer', async () => {
    const first = await send('one')
    const second = await send('one')
    expect(app.memory.sent).toHaveLength(1)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect({ ...second.body, access_token: '' }).toEqual({ ...first.body, access_token: '' })
  })

  test('tokens are never stored, but made again for each replay', async () => {
    const first = await send('minted')
    const second = await send('minted')
    expect(first.body.access_token).toMatch(/^minted-/)
    expect(second.body.access_token).toMatch(/^minted-/)
    expect(second.body.access_token).not.toBe(first.body.access_token)
    const { rows } = await app.pool.query({
      text: 'select body::text as body from idempotent_answer',
    })
    expect(JSON.stringify(rows)).not.toContain('minted-')
  })

  test('parallel calls are told the same', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('parallel')))
    const bodies = answers.map(({ body }) => JSON.stringify({ ...body, access_token: '' }))
    expect(new Set(bodies).size).toBe(1)
    expect(app.memory.sent).toHaveLength(1)
  })

  test.for([
    ['quoted', '"key"', 'key'],
    ['with escapes', '"a \\"b\\" c"', 'a "b" c'],
  ] as const)('%s and bare are the same key', async ([, quoted, bare]) => {
    await send(quoted)
    expect((await send(bare)).headers.get('idempotent-replayed')).toBe('true')
  })

  test('another body is refused, whoever came first', async () => {
    await send('reused', { amount: 1 })
    expectProblem(await send('reused', { amount: 2 }), 'idempotency_key_reused')
    expect(app.memory.sent).toHaveLength(1)
  })

  test('order, nulls and unknown fields make no other body, nor does the CVV', async () => {
    await send('same', { amount: 1, instrument: { type: 'CARD', cvv: '123' } })
    const body = { stranger: 1, instrument: { cvv: '999', type: 'CARD' }, amount: 1, note: null }
    expect((await send('same', body)).headers.get('idempotent-replayed')).toBe('true')
  })

  test('a key belongs to its path and its caller', async () => {
    await send('scoped')
    const payment = newPayment({ agentId: AGENT.merchantId })
    app.memory.put(payment)
    path = `/payment/${payment.id}/command`
    expect((await send('scoped')).headers.get('idempotent-replayed')).toBeNull()
    const agentToken = await app.token({ agent: AGENT })
    const throughAgent = await send('scoped', { amount: 1 }, agentToken)
    expect(throughAgent.headers.get('idempotent-replayed')).toBeNull()
    expect(app.memory.sent).toHaveLength(3)
  })

  test('a refusal by the payment stands, because the payment remembers it', async () => {
    app.memory.answerWith({ accepted: false, code: 'payment_not_refundable' })
    const first = await send('refused')
    expectProblem(first, 'payment_not_refundable')
    expect(first.body.paymentStatus).toBe('NEW')
    app.memory.answerWith({ accepted: true })
    expectProblem(await send('refused'), 'payment_not_refundable')
  })

  test('a request refused before it reached the payment leaves nothing behind', async () => {
    expectProblem(await send('later', { amount: 'x' }), 'invalid_request')
    expect((await send('later', { amount: 1 })).status).toBe(200)
  })

  test('the command carries the hash of the body and may be done whenever it arrives', async () => {
    await send('meta')
    const [{ meta }] = app.memory.sent as [(typeof app.memory.sent)[0]]
    expect(meta).toMatchObject({ actor: 'merchant/shop', bodyHash: expect.any(String) })
    expect(meta).not.toHaveProperty('notAfter')
  })
})

describe('without an Idempotency-Key', () => {
  test('each request is a command of its own, that must not happen later than in 10 s', async () => {
    await send(undefined)
    await send(undefined)
    const [first, second] = app.memory.sent
    expect(first!.meta.commandId).not.toBe(second!.meta.commandId)
    expect(first!.meta.notAfter).toBeGreaterThan(Date.now() + 5_000)
    expect(first!.meta.notAfter).toBeLessThanOrEqual(Date.now() + 10_000)
    expect(first!.meta).not.toHaveProperty('bodyHash')
  })
})
