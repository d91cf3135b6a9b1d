import { describe, expect, test } from 'vitest'
import { authenticationVerdict } from '../../../src/domain/actor/authentication-verdict.ts'

const asked = {
  challenged: false,
  merchant: { withoutAuthentication: 'proceed' },
  now: 1_000,
} as const
const careful = { ...asked, merchant: { withoutAuthentication: 'reject' } } as const

describe('an answer of the 3-D Secure server', () => {
  const proof = { transStatus: 'Y', eci: '05', cavv: 'c', dsTransId: 'd', version: '2.2.0' }

  test('that proves the cardholder goes on with all of the proof', () => {
    expect(authenticationVerdict({ type: 'authenticated', ...proof }, asked)).toStrictEqual({
      type: 'proceed',
      authentication: proof,
    })
  })

  test('that came after a challenge says so', () => {
    const after = { ...asked, challenged: true }
    expect(authenticationVerdict({ type: 'authenticated', ...proof }, after)).toStrictEqual({
      type: 'proceed',
      authentication: { ...proof, challenged: true },
    })
  })

  test('that asks for a challenge gives the payer ten minutes', () => {
    const challenge = { serverTransId: 's', acsTransId: 'a', acsUrl: 'u', version: '2.2.0' }
    expect(authenticationVerdict({ type: 'challenge', ...challenge }, asked)).toStrictEqual({
      type: 'challenge',
      challenge: { ...challenge, until: 1_000 + 600_000 },
    })
  })

  test('that denies the cardholder ends it, whatever the merchant chose', () => {
    const denied = { type: 'notAuthenticated', transStatus: 'N' } as const
    for (const how of [asked, careful])
      expect(authenticationVerdict(denied, how)).toEqual({
        type: 'reject',
        reason: { rejectCode: 'AUTHENTICATION_FAILED', detail: 'transStatus N' },
      })
  })

  test('that refuses the question ends it, whatever the merchant chose', () => {
    for (const how of [asked, careful])
      expect(authenticationVerdict({ type: 'authenticationRefused' }, how)).toEqual({
        type: 'reject',
        reason: { rejectCode: 'AUTHENTICATION_UNAVAILABLE' },
      })
  })

  test('about a card that takes no part goes on, even for a careful merchant', () => {
    for (const how of [asked, careful])
      expect(authenticationVerdict({ type: 'notEnrolled' }, how)).toEqual({
        type: 'proceed',
        authentication: { transStatus: 'NOT_ENROLLED' },
      })
  })

  test.for([
    { type: 'authenticationUnavailable' },
    { type: 'unknown', because: 'noAnswer' },
  ] as const)('$type goes on or stops as the merchant chose', (outcome) => {
    expect(authenticationVerdict(outcome, asked)).toEqual({
      type: 'proceed',
      authentication: { transStatus: 'U' },
    })
    expect(authenticationVerdict(outcome, careful)).toEqual({
      type: 'reject',
      reason: { rejectCode: 'AUTHENTICATION_UNAVAILABLE' },
    })
  })
})
