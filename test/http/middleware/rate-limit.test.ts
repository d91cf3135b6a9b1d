import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Caller } from '../../../src/http/auth/caller.ts'
import { createRateLimit } from '../../../src/http/middleware/rate-limit.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const known = { merchantId: 'shop', resource: 'PAYMENT', merchant: { settings: {} } }
const payer = { ...known, kind: 'client', paymentId: 'one' } as Caller
const otherPayer = { ...payer, paymentId: 'two' } as Caller
const shop = { ...known, kind: 'merchant' } as Caller

test('a payer has twenty requests a second, whatever the merchant and other payers have', async () => {
  const limit = createRateLimit(1)
  for (let sent = 0; sent < 20; sent += 1) await limit(payer)
  await expect(limit(payer)).rejects.toMatchObject({ code: 'rate_limited' })
  await limit(otherPayer)
  await limit(shop)
  await expect(limit(shop)).rejects.toMatchObject({ code: 'rate_limited' })
})

test('a second later there are as many again', async () => {
  const limit = createRateLimit(1)
  await limit(shop)
  await expect(limit(shop)).rejects.toMatchObject({ code: 'rate_limited' })
  await vi.advanceTimersByTimeAsync(1_000)
  await limit(shop)
})
