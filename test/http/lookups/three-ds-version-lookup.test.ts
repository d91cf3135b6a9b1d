import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ThreeDsVersions } from '../../../src/domain/three-ds-versions.ts'
import { createThreeDsVersionLookup } from '../../../src/http/lookups/three-ds-version-lookup.ts'

const key = randomBytes(32)
const own = { merchantId: 'M1' }
const notEnrolled: ThreeDsVersions = { type: 'notEnrolled' }

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

function counted(answer: ThreeDsVersions = notEnrolled) {
  const asked: string[] = []
  const lookUp = createThreeDsVersionLookup((_, number) => {
    asked.push(number)
    return Promise.resolve(answer)
  }, key)
  return { asked, lookUp }
}

describe('createThreeDsVersionLookup', () => {
  test('asks once about a card, and again when ten minutes have passed', async () => {
    const { asked, lookUp } = counted()
    expect([await lookUp(own, '1'), await lookUp(own, '1')]).toEqual([notEnrolled, notEnrolled])
    expect(asked).toEqual(['1'])
    vi.advanceTimersByTime(600_001)
    await lookUp(own, '1')
    expect(asked).toEqual(['1', '1'])
  })

  test("what one merchant's server says of a card is not what another's says", async () => {
    const { asked, lookUp } = counted()
    for (const merchantId of ['M1', 'M2', 'M1']) await lookUp({ merchantId, threeds: 'a/b' }, '1')
    await lookUp({ merchantId: 'M1' }, '1')
    expect(asked).toHaveLength(3)
  })

  test('remembers no failure', async () => {
    const { asked, lookUp } = counted({ type: 'unavailable' })
    await lookUp(own, '1')
    await lookUp(own, '1')
    expect(asked).toHaveLength(2)
  })

  test('forgets the oldest of more than a thousand cards', async () => {
    const { asked, lookUp } = counted()
    for (let card = 0; card <= 1_000; card += 1) await lookUp(own, String(card))
    await lookUp(own, '1')
    expect(asked).toHaveLength(1_001)
    await lookUp(own, '0')
    expect(asked).toHaveLength(1_002)
  })

  test('gives up after one and a half seconds', async () => {
    const lookUp = createThreeDsVersionLookup(
      (_, __, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ type: 'unavailable' }))
        }),
      key,
    )
    const since = performance.now()
    expect(await lookUp(own, '1')).toEqual({ type: 'unavailable' })
    expect(performance.now() - since).toBeLessThan(5_000)
  })
})
