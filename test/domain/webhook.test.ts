import { describe, expect, test } from 'vitest'
import { afterAttempt, DISABLE_AFTER_MS, WARN_AFTER_MS } from '../../src/domain/webhook.ts'
import type { WebhookStanding } from '../../src/domain/webhook.ts'

const fresh: WebhookStanding = { attempts: 0, warned: false }
const failed = { eventId: 'e_1', verdict: 'retry', at: 0 } as const

describe('after an attempt', () => {
  test.each(['accepted', 'refused'] as const)('that was %s the next event follows', (verdict) => {
    expect(afterAttempt(fresh, { ...failed, verdict })).toEqual({ type: 'next' })
  })

  test('at an address that is gone the webhook is disabled', () => {
    const after = afterAttempt(fresh, { ...failed, verdict: 'gone' })
    expect(after).toEqual({ type: 'disable', reason: 'GONE' })
  })

  test('that failed the same event follows, later, and later still when the server says so', () => {
    expect(afterAttempt(fresh, failed)).toMatchObject({ type: 'again', warn: false })
    const asked = afterAttempt(fresh, { ...failed, retryAfterMs: 60_000 })
    expect(asked).toMatchObject({ type: 'again', at: 60_000 })
  })
})

/** Every attempt of an endpoint that never answers. */
function untilDisabled() {
  const warnedAt: number[] = []
  let [at, attempts] = [0, 0]
  for (;;) {
    const standing = { attempts, failingSince: 0, warned: warnedAt.length > 0 }
    const after = afterAttempt(standing, { ...failed, at })
    if (after.type !== 'again') return { warnedAt, at, attempts: attempts + 1, after }
    if (after.warn) warnedAt.push(at)
    at = after.at
    attempts += 1
  }
}

test('an endpoint that never answers is warned of once, a day on, and disabled within three', () => {
  const { warnedAt, at, attempts, after } = untilDisabled()
  expect(after).toEqual({ type: 'disable', reason: 'FAILING' })
  expect(warnedAt).toHaveLength(1)
  expect(warnedAt[0]).toBeGreaterThanOrEqual(WARN_AFTER_MS)
  expect(at).toBeGreaterThan(warnedAt[0]!)
  expect(at).toBeLessThanOrEqual(DISABLE_AFTER_MS)
  expect(attempts).toBeLessThan(25)
})
