import type { ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createAddressGuard } from '../../../src/connectors/merchant/address-guard.ts'
import { createMerchantClient } from '../../../src/connectors/merchant/client.ts'
import type { MerchantClientOptions } from '../../../src/connectors/merchant/client.ts'
import { startMerchantServer } from '../../support/merchant-server.ts'

const headers = { 'content-type': 'application/json', signature: 'abc' }
const body = '{"amount":99.99}'

describe('a delivery', () => {
  test('posts exactly these bytes and tells status, time and the beginning of the answer', async () => {
    const { server, deliver } = await withServer()
    const answer = await deliver(`${server.url}/payment?shop=1`)
    expect(answer).toMatchObject({ type: 'answered', status: 200, firstBytes: '{"ok":true}' })
    expect(answer.latencyMs).toBeGreaterThanOrEqual(0)
    expect(server.caught).toMatchObject([{ path: '/hooks/payment?shop=1', headers, body }])
  })

  test.each([301, 302, 303, 307, 308])('does not follow a redirect with %i', async (status) => {
    const { server, deliver } = await withServer((response) =>
      response.writeHead(status, { location: '/elsewhere' }).end(),
    )
    expect(await deliver()).toMatchObject({ type: 'answered', status })
    expect(server.caught).toHaveLength(1)
  })

  test('reads no more than the beginning of a huge answer', async () => {
    const { deliver } = await withServer((response) => {
      response.writeHead(200)
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
    })
    const answer = await deliver()
    expect(answer).toMatchObject({ status: 200, firstBytes: 'x'.repeat(200) })
  })

  test('is decided by the status: a body that drips or breaks off does not delay or undo it', async () => {
    const { deliver } = await withServer(
      (response) => response.writeHead(200).write('{'),
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"a', () => response.destroy())
      },
      (response) => response.writeHead(204).end(),
    )
    const started = Date.now()
    expect(await deliver()).toMatchObject({ status: 200, firstBytes: '{' })
    expect(Date.now() - started).toBeLessThan(30_000)
    expect(await deliver()).toMatchObject({ status: 200, firstBytes: '{"a' })
    expect(await deliver()).toMatchObject({ status: 204, firstBytes: '' })
  })

  test('is given up when nothing comes in time', async () => {
    const { deliver } = await withServer(() => undefined, { timeoutMs: 500 })
    expect(await deliver()).toMatchObject({ type: 'failed', problem: 'no answer in time' })
  })

  test('to a server that cuts the connection, floods the headers or is gone has failed', async () => {
    const { server, deliver } = await withServer(
      (response) => response.destroy(),
      (response) => response.writeHead(200, { flood: 'x'.repeat(20_000) }).end(),
    )
    expect(await deliver()).toMatchObject({ type: 'failed' })
    expect(await deliver()).toMatchObject({ type: 'failed', problem: 'UND_ERR_HEADERS_OVERFLOW' })
    await server.stop()
    expect(await deliver()).toMatchObject({ type: 'failed', problem: 'ECONNREFUSED' })
  })

  test('keeps no control characters and no card numbers of the answer', async () => {
    const { deliver } = await withServer((response) => response.end('a\u0000b 4111111111111111'))
    expect(await deliver()).toMatchObject({ firstBytes: 'ab ****************' })
  })

  test.each([
    ['120', 120_000],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
  ])('reads Retry-After: %s', async (header, retryAfterMs) => {
    const { deliver } = await withServer((response) =>
      response.writeHead(503, { 'retry-after': header }).end(),
    )
    expect((await deliver()) as object).toEqual(
      expect.objectContaining(retryAfterMs === undefined ? { status: 503 } : { retryAfterMs }),
    )
  })
})

describe('a server of our own network', () => {
  test.each(['127.0.0.1', '2130706433', '0x7f.1', '0177.1', '[::ffff:127.0.0.1]', 'localhost'])(
    'is not reached as %s',
    async (host) => {
      const { server, deliver } = await withServer({ trustedOrigin: undefined })
      const answer = await deliver(server.url.replace('127.0.0.1', host))
      expect(answer).toMatchObject({
        type: 'failed',
        problem: expect.stringMatching(/^address must/),
      })
      expect(server.caught).toHaveLength(0)
    },
  )

  test('is not reached by a name that was public when saved and is private when called', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']]
    const resolve = async () => answers.shift() ?? []
    const { server, deliver } = await withServer({ trustedOrigin: undefined, resolve })
    const url = server.url.replace('127.0.0.1', 'shop.example.com')
    expect(await createAddressGuard({ sandbox: true, resolve }).problem(url)).toBeUndefined()
    expect(await deliver(url)).toMatchObject({
      type: 'failed',
      problem: 'address must lead to a public address',
    })
    expect(server.caught).toHaveLength(0)
  })
})

type Answer = (response: ServerResponse) => unknown

async function withServer(...given: (Answer | Partial<MerchantClientOptions>)[]) {
  const server = await startMerchantServer(...given.filter((one) => typeof one === 'function'))
  const options = given.find((one) => typeof one === 'object')
  const client = createMerchantClient({
    sandbox: true,
    timeoutMs: 60_000,
    trustedOrigin: server.origin,
    ...options,
  })
  onTestFinished(() => client.close())
  const deliver = (url = server.url) => client.deliver({ url, headers, body })
  return { server, client, deliver }
}
