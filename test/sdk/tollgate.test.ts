import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  Tollgate,
  TollgateError,
  UnavailableError,
  verifyWebhook,
} from '../../sdk/typescript/src/index.ts'

interface Asked {
  method: string
  path: string
  headers: Record<string, string>
  body: Record<string, unknown> | undefined
}

type Answer = [status: number, body: object, headers?: Record<string, string>] | Error

/** A client whose gateway answers as programmed; the pauses between attempts are kept, not waited. */
function clientOf(answers: Answer[], credentials: object = { apiKey: 'tgk_key' }) {
  const asked: Asked[] = []
  const pauses: number[] = []
  const tollgate = new Tollgate({
    ...(credentials as { apiKey: string }),
    baseUrl: 'https://gateway.example/',
    sleep: async (ms) => void pauses.push(ms),
    fetch: async (url, { method = '', headers, body } = {}) => {
      asked.push({
        method,
        path: (url as string).replace('https://gateway.example/v1/ecommerce', ''),
        headers: headers as Record<string, string>,
        body: typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : undefined,
      })
      const answer = answers.shift() ?? new Error('nothing more was to be asked')
      if (answer instanceof Error) throw answer
      const [status, given, more = {}] = answer
      return new Response(JSON.stringify(given), { status, headers: more })
    },
  })
  return { tollgate, asked, pauses }
}

const lost = new TypeError('fetch failed')
const paid = { paymentId: 'p', status: 'COMPLETED' }
const order = { order: { amount: 1, currency: 'PLN' } } as never
const problem = (status: number, code: string): Answer => [
  status,
  { code, detail: 'why', requestId: 'r-1', errors: [{ field: 'amount', message: 'too much' }] },
]

describe('repeats', () => {
  test('a lost create is sent again under the same key', async () => {
    const { tollgate, asked } = clientOf([lost, [200, paid]])
    expect(await tollgate.payments.create(order)).toEqual(paid)
    const [first, second] = asked.map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[\da-f-]{36}$/)
    expect(second).toBe(first)
  })

  test('the key of the caller is used', async () => {
    const { tollgate, asked } = clientOf([[200, paid]])
    await tollgate.payments.create(order, { idempotencyKey: 'order-1' })
    expect(asked[0]?.headers['idempotency-key']).toBe('order-1')
  })

  test('what has no key is not sent again when nobody knows whether it arrived', async () => {
    const { tollgate, asked } = clientOf([lost, [201, {}]])
    const made = tollgate.webhooks.create({ url: 'https://shop.example' })
    await expect(made).rejects.toBeInstanceOf(ConnectionError)
    expect(asked).toHaveLength(1)
  })

  test.for([
    [408, 'request_timeout'],
    [503, 'unavailable'],
  ] as const)('but a %i says that nothing was done', async ([status, code]) => {
    const { tollgate, asked } = clientOf([problem(status, code), [201, {}]])
    await tollgate.webhooks.create({ url: 'https://shop.example' })
    expect(asked).toHaveLength(2)
  })

  test('the pauses grow, and `Retry-After` is honoured', async () => {
    const busy: Answer = [429, { code: 'rate_limited' }, { 'retry-after': '7' }]
    const { tollgate, pauses } = clientOf([lost, lost, busy, [200, paid]])
    await tollgate.payments.get('p')
    expect(pauses).toHaveLength(3)
    expect(pauses[1]).toBeGreaterThan(pauses[0]! * 1.1)
    expect(pauses[2]).toBeGreaterThanOrEqual(7_000)
  })

  test('they end', async () => {
    const { tollgate, asked } = clientOf(Array<Answer>(9).fill(problem(500, 'internal_error')))
    await expect(tollgate.payments.get('p')).rejects.toBeInstanceOf(UnavailableError)
    expect(asked).toHaveLength(4)
  })

  test.each([400, 403, 404, 409, 422])('a %i is not repeated', async (status) => {
    const { tollgate, asked } = clientOf([problem(status, 'x')])
    await expect(tollgate.payments.get('p')).rejects.toBeInstanceOf(TollgateError)
    expect(asked).toHaveLength(1)
  })
})

describe('tokens', () => {
  const login = { merchantId: '10000001', secret: 's' }
  const token = (name: string, seconds = 600): Answer => [
    200,
    { access_token: name, expires_in: seconds },
  ]

  test('one is fetched for everybody, and used until shortly before its end', async () => {
    const { tollgate, asked } = clientOf([token('one'), [200, paid], [200, paid]], login)
    await Promise.all([tollgate.payments.get('a'), tollgate.payments.get('b')])
    expect(asked.map(({ path }) => path).sort()).toEqual(['/auth', '/payment/a', '/payment/b'])
    expect(asked[1]?.headers['authorization']).toBe('Bearer one')
    expect(asked[0]?.body).toMatchObject({ secret: 's', merchant: { merchantId: '10000001' } })
  })

  test('one that is about to end is renewed', async () => {
    const answers: Answer[] = [token('short', 20), [200, paid], token('next'), [200, paid]]
    const { tollgate, asked } = clientOf(answers, login)
    await tollgate.payments.get('a')
    await tollgate.payments.get('b')
    expect(asked.at(-1)?.headers['authorization']).toBe('Bearer next')
  })

  test('one that was ended is replaced once, and then it is an error', async () => {
    const ended = problem(401, 'unauthorized')
    const { tollgate } = clientOf([token('one'), ended, token('two'), [200, paid]], login)
    expect(await tollgate.payments.get('a')).toEqual(paid)
    const refused = clientOf([token('one'), ended, token('two'), ended], login)
    await expect(refused.tollgate.payments.get('a')).rejects.toBeInstanceOf(AuthenticationError)
  })

  test('a wrong secret is told, and the next call tries again', async () => {
    const wrong = problem(401, 'invalid_credentials')
    const { tollgate } = clientOf([wrong, token('one'), [200, paid]], login)
    await expect(tollgate.payments.get('a')).rejects.toMatchObject({ code: 'invalid_credentials' })
    expect(await tollgate.payments.get('a')).toEqual(paid)
  })
})

test('a refusal is an error of its class, with code, request and fields', async () => {
  const { tollgate } = clientOf([problem(409, 'payment_not_refundable'), problem(422, 'x')])
  const error = await tollgate.payments.refund('p').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConflictError)
  expect(error).toMatchObject({
    name: 'ConflictError',
    status: 409,
    code: 'payment_not_refundable',
    requestId: 'r-1',
    errors: [{ field: 'amount', message: 'too much' }],
  })
  await expect(tollgate.payments.refund('p')).rejects.toBeInstanceOf(InvalidRequestError)
})

test('a list is read page after page, as far as somebody reads', async () => {
  const { tollgate, asked } = clientOf([
    [200, { payments: [{ paymentId: 'a' }, { paymentId: 'b' }], nextCursor: 'c+1' }],
    [200, { payments: [{ paymentId: 'c' }] }],
  ])
  const ids: string[] = []
  for await (const { paymentId } of tollgate.payments.list({ status: ['COMPLETED', 'SETTLED'] }))
    ids.push(paymentId)
  expect(ids).toEqual(['a', 'b', 'c'])
  expect(asked.map(({ path }) => path)).toEqual([
    '/payments?status=COMPLETED&status=SETTLED',
    '/payments?status=COMPLETED&status=SETTLED&cursor=c%2B1',
  ])
})

describe('verifyWebhook', () => {
  const body = '{"paymentId":"p","status":"COMPLETED"}'
  const now = 1_767_323_046_000
  const headersOf = (secret: string, at = now / 1_000) => {
    const content = `e_1.${String(at)}.${body}`
    const signature = createHmac('sha256', secret).update(content).digest('base64')
    return {
      'Webhook-Id': 'e_1',
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,bm9uZQ== v1,${signature}`,
    }
  }

  test('gives the body of a genuine one, with either secret of a rotation', async () => {
    const headers = headersOf('old')
    expect(await verifyWebhook({ body, headers, secret: ['new', 'old'], now })).toEqual(
      JSON.parse(body),
    )
    const asHeaders = new Headers(headers)
    expect(await verifyWebhook({ body, headers: asHeaders, secret: 'old', now })).toBeDefined()
  })

  test.each([
    ['of another secret', { headers: headersOf('other') }],
    ['of another body', { body: body.replace('COMPLETED', 'completed') }],
    ['that is old', { now: now + 301_000 }],
    ['from the future', { now: now - 301_000 }],
    ['without a signature', { headers: {} }],
    ['with other letters', { headers: { ...headersOf('s'), 'webhook-signature': 'v1,éé' } }],
    ['with nonsense', { headers: { ...headersOf('s'), 'webhook-signature': 'v1,***' } }],
  ])('refuses one %s', async (_, change) => {
    const given = { body, headers: headersOf('s'), secret: 's', now, ...change }
    await expect(verifyWebhook(given)).rejects.toThrow(/signature|timestamp/)
  })
})
