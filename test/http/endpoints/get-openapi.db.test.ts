import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../src/http/routes.ts'
import { startTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('200', () => {
  test('describes every endpoint that is served, and serves every one it describes', async () => {
    const { status, body } = await app.call('GET', '/openapi.json')
    expect(status).toBe(200)
    expect(body.openapi).toBe('3.1.0')
    const described = Object.entries(body.paths as Record<string, object>).flatMap(
      ([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`),
    )
    const served = endpoints.map(
      ({ method, base, path }) => `${method} ${(base + path).replace(/:(\w+)/g, '{$1}')}`,
    )
    expect(described.sort()).toEqual(served.sort())
  })
})
