import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('200', () => {
  test('when everything can be reached', async () => {
    const { status, body } = await app.call('GET', '/health/ready')
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'ok', checks: { postgres: 'ok' } })
  })

  test('while only Temporal is away, because reads go on', async () => {
    const { health } = app.services
    health.checks.temporal = () => Promise.reject(new Error('away'))
    health.needed = ['postgres']
    const { status, body } = await app.call('GET', '/health/ready')
    expect([status, body]).toEqual([
      200,
      { status: 'degraded', checks: { postgres: 'ok', temporal: 'unavailable' } },
    ])
    delete health.needed
  })
})

describe('503', () => {
  test('names what cannot be reached', async () => {
    app.services.health.checks.temporal = () => Promise.reject(new Error('away'))
    const answer = await app.call('GET', '/health/ready')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.body).toMatchObject({
      status: 'unavailable',
      checks: { postgres: 'ok', temporal: 'unavailable' },
    })
    delete app.services.health.checks.temporal
  })

  test('while the process drains, so that no balancer sends it more', async () => {
    app.services.health.draining = true
    const { status, body } = await app.call('GET', '/health/ready')
    expect([status, body.status]).toEqual([503, 'draining'])
  })
})
