import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Arrival } from '../../src/gateway/gateway.ts'
import { authenticateMerchant } from '../../src/http/endpoints/authenticate-merchant.ts'
import { testEndpoints } from './support/endpoints.ts'
import { newPayment } from './support/payment.ts'
import { expectProblem } from './support/problem.ts'
import { AGENT, OTHER, SHOP, startTestApp } from './support/test-app.ts'
import type { TestApp } from './support/test-app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ endpoints: [authenticateMerchant, ...testEndpoints] })
  token = await app.token()
})
afterAll(() => app.close())

const json = { 'content-type': 'application/json' }

describe('200', () => {
  test('fields that are null are absent, unknown ones are dropped', async () => {
    const body = { name: 'x', note: null, stranger: 1, __proto__: { polluted: true } }
    const answer = await app.call('POST', '/thing', { token, body })
    expect(answer.body).toEqual({ given: { name: 'x' } })
  })

  test('the answer carries security headers and is never cached', async () => {
    const { headers } = await app.call('GET', '/thing', { token })
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toMatch(/max-age=/)
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test('HEAD is answered like GET, without a body', async () => {
    const answer = await app.call('HEAD', '/thing', { token })
    expect([answer.status, answer.text]).toEqual([200, ''])
  })

  test.for([
    'application/json',
    'application/json;charset=UTF-8',
    'Application/JSON; charset="utf-8"',
  ])('%s is read as JSON', async (type) => {
    const headers = { 'content-type': type }
    const answer = await app.call('POST', '/thing', { token, headers, body: '{"name":"x"}' })
    expect(answer.status).toBe(200)
  })

  test('an endpoint for browsers reads a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.call('POST', '/form-thing', { headers, body: 'cres=abc' })
    expect(answer.body).toEqual({ cres: 'abc', bytes: 8 })
  })
})

describe('400', () => {
  test.for(['{"name":', '{"name":"x"}}', '\uFEFF{', 'name=x'])('not JSON: %s', async (body) => {
    const answer = await app.call('POST', '/thing', { token, headers: json, body })
    expectProblem(answer, 'malformed_json')
  })

  test('a body that is not JSON is not quoted in the answer', async () => {
    const body = '{"instrumentNo": 4000000000001000'
    const answer = await app.call('POST', '/thing', { token, headers: json, body })
    expect(answer.text).not.toContain('40000000')
  })

  test('a body nested deeper than 20 levels is refused', async () => {
    const nested = (depth: number) =>
      `{"name":"[[[","note":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const at = (depth: number) =>
      app.call('POST', '/thing', { token, headers: json, body: nested(depth) })
    expectProblem(await at(19), 'invalid_request')
    expectProblem(await at(20), 'malformed_json')
    expectProblem(await at(30_000), 'malformed_json')
  })

  test.for([['[]'], ['"text"'], ['7']])('a body %s is not an object', async ([body]) => {
    const answer = await app.call('POST', '/thing', { token, headers: json, body })
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors).toHaveLength(1)
  })

  test('every wrong field is named, in query and body', async () => {
    const answer = await app.call('GET', '/thing?wait=long', { token })
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors).toEqual([{ field: 'wait', message: 'must be a number' }])
  })

  test.for([[''], [' '.repeat(3)], ['x'.repeat(256)], ['ż']])(
    'an Idempotency-Key of %j is refused',
    async ([key]) => {
      const headers = { 'idempotency-key': Buffer.from(key!).toString('latin1') }
      const answer = await app.call('POST', '/thing', { token, headers, body: { name: 'x' } })
      expectProblem(answer, 'invalid_request')
    },
  )
})

describe('401 comes before anything about the body', () => {
  test('with a wrong type, a huge body and no token', async () => {
    const headers = { 'content-type': 'application/xml' }
    const answer = await app.call('POST', '/thing', { headers, body: 'x'.repeat(100_000) })
    expectProblem(answer, 'unauthorized')
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
  })
})

describe('403', () => {
  test.for([
    ['TOKENIZER', '/thing', 403],
    ['PAYMENT', '/token-thing', 403],
    ['UNIVERSAL', '/token-thing', 200],
    ['UNIVERSAL', '/thing', 200],
    ['TOKENIZER', '/any-thing', 200],
  ] as const)('a token for %s on %s: %i', async ([resource, path, status]) => {
    const answer = await app.call('GET', path, { token: await app.token({ resource }) })
    expect(answer.status).toBe(status)
    if (status === 403) expectProblem(answer, 'forbidden')
  })

  test('comes after the body was read and before the subject is looked for', async () => {
    const wrong = await app.token({ resource: 'TOKENIZER' })
    const call = (body: string) =>
      app.call('POST', '/payment/unknown/command', { token: wrong, headers: json, body })
    expectProblem(await call('{'), 'malformed_json')
    expectProblem(await call('{}'), 'forbidden')
  })
})

describe('404', () => {
  test('an unknown path', async () => {
    expectProblem(await app.call('GET', '/nothing'), 'not_found')
    expectProblem(await app.call('GET', '/payment/%zz', { token }), 'not_found')
    expectProblem(await app.call('GET', '/Thing', { token }), 'not_found')
  })

  test('an unknown, a foreign and an impossible id get one and the same answer', async () => {
    const foreign = newPayment({ merchantId: OTHER.merchantId })
    app.memory.put(foreign)
    const bodies = []
    for (const id of ['unknown', foreign.id, 'x'.repeat(65), "';--"]) {
      const path = `/payment/${encodeURIComponent(id)}`
      const answer = await app.call('GET', path, { token })
      expectProblem(answer, 'payment_not_found')
      bodies.push(JSON.stringify({ ...answer.body, requestId: '' }))
    }
    expect(new Set(bodies).size).toBe(1)
  })

  test('comes before wrong fields', async () => {
    const answer = await app.call('POST', '/payment/unknown/command', { token, body: {} })
    expectProblem(answer, 'payment_not_found')
  })

  test('an agent reaches what was made through it, the merchant reaches both', async () => {
    const agentToken = await app.token({ agent: AGENT })
    const [own, through] = [newPayment(), newPayment({ agentId: AGENT.merchantId })]
    app.memory.put(own)
    app.memory.put(through)
    const read = async (id: string, bearer: string) =>
      (await app.call('GET', `/payment/${id}`, { token: bearer })).status
    expect(await read(own.id, agentToken)).toBe(404)
    expect(await read(through.id, agentToken)).toBe(200)
    expect(await read(through.id, token)).toBe(200)
  })
})

describe('405', () => {
  test.for(['DELETE', 'PUT', 'OPTIONS', 'PATCH'])(
    '%s, with Allow and before 401',
    async (method) => {
      const answer = await app.call(method, '/thing')
      expectProblem(answer, 'method_not_allowed')
      expect(answer.headers.get('allow')).toBe('GET, POST, HEAD')
    },
  )
})

describe('413', () => {
  const body = (size: number) => JSON.stringify({ name: 'x'.repeat(size - 11) })

  test('64 KiB are taken, one byte more is not', async () => {
    const call = (size: number) =>
      app.call('POST', '/thing', { token, headers: json, body: body(size) })
    expect((await call(65_536)).status).toBe(200)
    expectProblem(await call(65_537), 'body_too_large')
    expectProblem(await call(900_000), 'body_too_large')
  })

  test('a body in chunks is measured as it comes', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(10_000))
    let count = 0
    const stream = new ReadableStream({
      pull: (controller) => {
        count += 1
        if (count > 20) controller.close()
        else controller.enqueue(chunk)
      },
    })
    const answer = await fetch(`${app.url}/v1/ecommerce/thing`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${token}` },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
  })
})

describe('415', () => {
  test.for([
    'application/xml',
    'text/plain',
    'application/json;charset=iso-8859-1',
    'application/jsonx',
    'application/x-www-form-urlencoded',
  ])('%s, before the body is measured', async (type) => {
    const headers = { 'content-type': type }
    const answer = await app.call('POST', '/thing', { token, headers, body: 'x'.repeat(100_000) })
    expectProblem(answer, 'unsupported_media_type')
  })

  test('a body without a type, but not the absence of both', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const url = `${app.url}/v1/ecommerce/thing`
    const typeless = await fetch(url, { method: 'POST', headers, body: Buffer.from('{}') })
    expect(typeless.status).toBe(415)
    const empty = await fetch(url, { method: 'POST', headers })
    expect(empty.status).toBe(400)
  })

  test('a compressed body', async () => {
    const headers = { ...json, 'content-encoding': 'gzip' }
    const answer = await app.call('POST', '/thing', { token, headers, body: 'x' })
    expectProblem(answer, 'unsupported_media_type')
  })
})

describe('500 and 503', () => {
  test('a bug shows no internals, and is logged with the id of the request', async () => {
    const answer = await app.call('GET', '/failing-thing', { headers: { 'x-request-id': 'bug-1' } })
    expectProblem(answer, 'internal_error')
    expect(answer.text).not.toContain('secret internals')
    const line = app.lines.find(({ requestId }) => requestId === 'bug-1')
    expect(line).toMatchObject({
      level: 'error',
      status: 500,
      err: { message: 'secret internals' },
    })
  })

  test('the line of a request names the payment that it was about', async () => {
    const payment = newPayment()
    app.memory.put(payment)
    const headers = { 'x-request-id': 'about-1' }
    await app.call('GET', `/payment/${payment.id}`, { token, headers })
    const line = app.lines.find(({ requestId }) => requestId === 'about-1')
    expect(line).toMatchObject({ paymentId: payment.id, merchantId: SHOP.merchantId })
  })

  test('a payment that is not the caller’s is not named, whatever the path says', async () => {
    const headers = { 'x-request-id': 'about-2' }
    await app.call('GET', '/payment/4111111111111111', { token, headers })
    const line = app.lines.find(({ requestId }) => requestId === 'about-2')
    expect(line).toMatchObject({ status: 404 })
    expect(line).not.toHaveProperty('paymentId')
  })

  test('a database that cannot be reached is a 503 with Retry-After', async () => {
    const answer = await app.call('GET', '/failing-thing', { headers: { 'x-kind': 'database' } })
    expectProblem(answer, 'unavailable')
    expect(answer.headers.get('retry-after')).toBe('1')
  })

  describe('a command that has no place', () => {
    afterEach(() => {
      app.services.admission = { arrive: () => () => undefined }
    })
    const command = (bearer: string) =>
      app.call('POST', '/thing', { token: bearer, headers: json, body: '{"name":' })
    const arrivals = (hasPlace: (arrival: Arrival) => boolean) => {
      const seen: Arrival[] = []
      const left: Arrival[] = []
      app.services.admission = {
        arrive: (arrival) => {
          seen.push(arrival)
          return hasPlace(arrival) ? () => void left.push(arrival) : undefined
        },
      }
      return { seen, left }
    }

    test('is turned away before its token is verified and its body read; reads go on', async () => {
      arrivals(() => false)
      // With a place it would be 401.
      const stranger = await command(`${token}x`)
      expectProblem(stranger, 'unavailable')
      expect(stranger.headers.get('retry-after')).toBe('1')
      expect((await app.call('GET', '/thing', { token })).status).toBe(200)
    })

    test('a stranger is counted by address, never by the name on a token that was not verified', async () => {
      const { seen } = arrivals(() => true)
      expectProblem(await command(`${token}x`), 'unauthorized')
      expect(seen).toEqual([{ network: '127.0.0.1' }])
    })

    test('a token that was found good is known, and its merchant is counted from then on', async () => {
      await app.call('GET', '/thing', { token })
      const { seen, left } = arrivals(() => true)
      expectProblem(await command(token), 'malformed_json')
      expect(seen).toEqual([{ merchantId: SHOP.merchantId }])
      await expect.poll(() => left).toEqual(seen)
    })

    test('whoever turns out to be a merchant without a place is turned away before the body is read', async () => {
      const fresh = await app.token()
      const { seen, left } = arrivals((arrival) => 'network' in arrival)
      expectProblem(await command(fresh), 'unavailable')
      expect(seen).toEqual([{ network: '127.0.0.1' }, { merchantId: SHOP.merchantId }])
      expect(left).toContainEqual({ network: '127.0.0.1' })
    })
  })
})
