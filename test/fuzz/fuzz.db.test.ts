import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPaymentApp } from '../http/support/payment-app.ts'
import type { PaymentApp } from '../http/support/payment-app.ts'
import { SHOP } from '../http/support/test-app.ts'
import { fuzz } from './fuzz.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({ threeDsVersions: () => Promise.resolve({ type: 'notEnrolled' }) })
  // What is told to the workflows of webhooks is of no interest here.
  const told = () => Promise.resolve()
  const webhooks = { changed: told, test: told, resend: told }
  app.services.gateway = { ...app.services.gateway, resend: told, webhooks }
})
afterAll(() => app.close())

const REQUESTS = 1_000

test('of made-up requests, those that the document takes are taken, and no others; none is a 5xx', async () => {
  const found = await fuzz({
    api: app.url,
    merchant: SHOP,
    requests: REQUESTS,
    seed: 1,
    withinMs: 250_000,
  })
  // On a machine that is busy with other tests a connection may not be had in time.
  const isBusy = (finding: string) => finding.includes('"code":"unavailable"')
  expect(found.findings.filter((finding) => !isBusy(finding))).toEqual([])
  expect(found.requests).toBe(REQUESTS)
  // Both sides are tried: most of the operations take and refuse something.
  const operations = Object.values(found.operations)
  expect(operations.filter((statuses) => statuses['200']).length).toBeGreaterThan(25)
  expect(operations.filter((statuses) => statuses['400']).length).toBeGreaterThan(20)
})
