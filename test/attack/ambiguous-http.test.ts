import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { send } from '../support/http.ts'
import { shop, stack } from '../support/world.ts'

const { hostname, port } = new URL(stack.api)

const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })

describe('a request that can be read in two ways is not read at all', () => {
  test.each([
    ['two hosts', 'GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['a target that is no path', 'GET x:y HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    ['an expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: a-pony\r\n\r\n', 417],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s', async (_, text, status) => {
    const answer = await raw(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} `))
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status })
  })

  test('a member twice', async () => {
    const text = JSON.stringify(shop.body()).replace('"order":{', '"order":{"amount":1,')
    const answer = await shop.call('POST', '/payment', text, { 'content-type': 'application/json' })
    expect(answer.body).toMatchObject({ status: 400, code: 'malformed_json' })
  })

  test('JSON in the place of a form', async () => {
    const { paymentId, redirectURL } = await shop.create({ channel: 'PAYWALL', method: 'UNKNOWN' })
    const opened = await send(String(redirectURL))
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    const answer = await send(`${stack.api}/pay/p/${String(paymentId)}/instrument`, {
      method: 'POST',
      headers: { cookie },
      body: { form: { toString: 1 }, csrf: { length: 3 } },
    })
    expect(answer.status).toBe(415)
  })

  test('a NUL in a path', async () => {
    const answer = await shop.call('GET', '/tokenizer/vts/%00/cardVisual/x')
    expect(answer.status).toBe(404)
  })
})
