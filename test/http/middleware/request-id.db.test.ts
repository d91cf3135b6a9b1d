import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const idFor = async (id?: string) => {
  const headers: Record<string, string> = id === undefined ? {} : { 'x-request-id': id }
  return (await app.call('GET', '/health/live', { headers })).headers.get('x-request-id')
}

describe('X-Request-Id', () => {
  test.for(['a', 'order-1.2:3_4', '1731640000001', 'x'.repeat(64)])('%s is kept', async (id) => {
    expect(await idFor(id)).toBe(id)
  })

  test.for(['x'.repeat(65), 'a b', '<script>', '4000000000001000', 'pan-4000-0000-0000-1000'])(
    '%s is replaced',
    async (id) => {
      expect(await idFor(id)).toMatch(/^[a-z]{27}$/)
    },
  )

  test('is made when there is none, and is in the error body and the log line', async () => {
    const answer = await app.call('GET', '/nothing')
    const id = answer.headers.get('x-request-id')
    expect(id).toMatch(/^[a-z]{27}$/)
    expect(answer.body.requestId).toBe(id)
    expect(app.lines).toContainEqual(expect.objectContaining({ requestId: id, status: 404 }))
  })
})

describe('the log line of a request', () => {
  test('names the template of the route, never the address', async () => {
    const token = await app.token()
    await app.call('GET', '/payment/some-payment/status', { token })
    const line = app.lines.find(({ status, route }) => status === 404 && route !== 'unknown')
    expect(line).toMatchObject({ method: 'GET', merchantId: 'shop', ms: expect.any(Number) })
    expect(JSON.stringify(app.lines)).not.toContain('some-payment')
  })
})
