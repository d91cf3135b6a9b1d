import { describe, expect, test } from 'vitest'
import {
  authenticationVerdict,
  claimedExemption,
  exemptionProblem,
  isAuthenticationDue,
  mayStepUp,
} from '../../../src/domain/actor/sca-policy.ts'

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

  test.for(['Y', 'A'])('that came after a challenge says so: %s', (transStatus) => {
    const after = { ...asked, challenged: true }
    const answer = { ...proof, transStatus }
    expect(authenticationVerdict({ type: 'authenticated', ...answer }, after)).toStrictEqual({
      type: 'proceed',
      authentication: { ...answer, challenged: true },
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

test('operators read why a server was not available, where it said so', () => {
  const silent = { type: 'authenticationUnavailable', detail: 'in maintenance' } as const
  expect(authenticationVerdict(silent, careful)).toEqual({
    type: 'reject',
    reason: { rejectCode: 'AUTHENTICATION_UNAVAILABLE', detail: 'in maintenance' },
  })
})

describe('after a challenge', () => {
  const after = { ...asked, challenged: true }

  test('a payer who could not be told apart has the status that says so', () => {
    expect(authenticationVerdict({ type: 'authenticationUnavailable' }, after)).toMatchObject({
      reason: { detail: 'transStatus U' },
    })
  })

  test.for([
    { type: 'authenticationUnavailable' },
    { type: 'unknown', because: 'noAnswer' },
    { type: 'notAuthenticated', transStatus: 'N' },
    { type: 'authenticated', transStatus: 'I', dsTransId: 'd', version: '2.2.0' },
  ] as const)('$type is no proof, whatever the merchant chose', (outcome) => {
    expect(authenticationVerdict(outcome, after)).toMatchObject({
      type: 'reject',
      reason: { rejectCode: 'AUTHENTICATION_FAILED' },
    })
  })
})

describe('the cardholder is asked', () => {
  test.for([
    ['for a card', { family: 'card' }, true],
    ['for a bare card out of a wallet', { family: 'wallet', walletAuth: 'PAN_ONLY' }, true],
    ['not for a cryptogram of a wallet', { family: 'wallet', walletAuth: 'CRYPTOGRAM' }, false],
    ['not for a network token', { family: 'networkToken' }, false],
    ['for a network token on request', { family: 'networkToken', authenticate: true }, true],
    ['not when the merchant initiates', { family: 'card', recurring: 'SUBSEQUENT' }, false],
    ['for the first of a series', { family: 'card', recurring: 'INITIAL' }, true],
    ['not by phone', { family: 'card', moto: true }, false],
    ['not for BLIK', { family: 'blik', authenticate: true }, false],
  ] as const)('%s', ([, charged, due]) => {
    expect(isAuthenticationDue(charged)).toBe(due)
  })

  test('once more when the issuer demands it, but not twice and not where nobody is', () => {
    expect(mayStepUp({})).toBe(true)
    expect(mayStepUp({ recurring: 'INITIAL' })).toBe(true)
    expect(mayStepUp({ softDeclined: true })).toBe(false)
    expect(mayStepUp({ moto: true })).toBe(false)
    expect(mayStepUp({ recurring: 'SUBSEQUENT' })).toBe(false)
  })
})

describe('an exemption', () => {
  const euro = { amountMinor: 3_000, currency: 'EUR' } as const
  const later = { ...euro, recurring: 'SUBSEQUENT' } as const

  test.for([
    ['LOW_VALUE', euro, undefined],
    ['LOW_VALUE', { ...euro, amountMinor: 3_001 }, 'is for at most 30 EUR'],
    ['LOW_VALUE', { amountMinor: 3_001, currency: 'PLN' }, undefined],
    ['TRANSACTION_RISK', { ...euro, amountMinor: 50_000 }, undefined],
    ['TRANSACTION_RISK', { ...euro, amountMinor: 50_001 }, 'is for at most 500 EUR'],
    ['TRANSACTION_RISK', later, 'is for payments of the customer'],
    ['TRANSACTION_RISK', { ...euro, moto: true }, 'has no meaning for an order by phone'],
    ['TRANSACTION_RISK', { ...euro, allowed: ['LOW_VALUE'] }, 'is not agreed with the merchant'],
    ['RECURRING', later, undefined],
    ['RECURRING', { ...later, amountMinor: 99_999_999 }, undefined],
    ['RECURRING', euro, 'needs recurring SUBSEQUENT'],
    ['MERCHANT_INITIATED', later, undefined],
    ['MERCHANT_INITIATED', { ...euro, recurring: 'INITIAL' }, 'needs recurring SUBSEQUENT'],
  ] as const)('%s of %o: %s', ([exemption, what, problem]) => {
    expect(exemptionProblem(exemption, what)).toBe(problem)
  })

  test('is not claimed any more once the payer was challenged or must be', () => {
    expect(claimedExemption('LOW_VALUE', {})).toBe('LOW_VALUE')
    expect(claimedExemption('LOW_VALUE', { challenged: true })).toBeUndefined()
    expect(claimedExemption('LOW_VALUE', { softDeclined: true })).toBeUndefined()
  })
})
