import { afterAll, beforeAll, expect, test } from 'vitest'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'

let app: ListedApp
beforeAll(async () => {
  app = await startListedApp()
})
afterAll(() => app.close())

test('200: what the gateway knows, and no secret', async () => {
  const { status, body, text } = await app.get('/account')
  expect(status).toBe(200)
  expect(body).toMatchObject({ merchantId: 'shop', name: 'shop', holdDays: 30 })
  expect(text).not.toContain('secret')
})
