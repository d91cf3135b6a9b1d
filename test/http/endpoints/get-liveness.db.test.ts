import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('200', () => {
  test('a process that is not ready still lives', async () => {
    app.services.health.draining = true
    expect(await app.call('GET', '/health/live')).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    })
  })
})
