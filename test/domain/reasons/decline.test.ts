import { expect, test } from 'vitest'
import { declineOf } from '../../../src/domain/reasons/decline.ts'
import {
  cancelledBy,
  isCommanded,
  issuerReasonCodes,
  ownReasonCodes,
  reasonOf,
  reasons,
} from '../../../src/domain/reasons/reason.ts'

const table: [codes: string, rejectCode: string, kind: string][] = [
  ['01 02', 'CALL_ISSUER', 'soft'],
  ['03', 'MERCHANT_CONFIG', 'technical'],
  ['04 07 41 43', 'CARD_BLOCKED', 'hard'],
  ['05', 'DO_NOT_HONOUR', 'soft'],
  ['06', 'ISSUER_ERROR', 'technical'],
  ['10', 'PARTIAL_NOT_SUPPORTED', 'hard'],
  ['12', 'INVALID_TRANSACTION', 'hard'],
  ['13', 'INVALID_AMOUNT', 'hard'],
  ['14 15', 'INVALID_CARD', 'hard'],
  ['19', 'RETRY', 'soft'],
  ['21', 'NO_ACTION', 'technical'],
  ['25', 'ORIGINAL_NOT_FOUND', 'technical'],
  ['30', 'FORMAT_ERROR', 'technical'],
  ['33 54', 'EXPIRED_CARD', 'soft'],
  ['34 59 83', 'SUSPECTED_FRAUD', 'hard'],
  ['39 52 53', 'NO_ACCOUNT', 'hard'],
  ['45 46', 'ACCOUNT_CLOSED', 'hard'],
  ['51', 'INSUFFICIENT_FUNDS', 'soft'],
  ['55', 'WRONG_PIN', 'soft'],
  ['57 58', 'NOT_PERMITTED', 'hard'],
  ['61', 'LIMIT_EXCEEDED', 'soft'],
  ['62', 'RESTRICTED_CARD', 'hard'],
  ['63', 'SECURITY', 'hard'],
  ['65 1A', 'SCA_REQUIRED', 'authentication'],
  ['68', 'ISSUER_TIMEOUT', 'technical'],
  ['70', 'ADDITIONAL_DATA', 'soft'],
  ['75', 'PIN_TRIES', 'hard'],
  ['78', 'CARD_NOT_ACTIVE', 'soft'],
  ['82 N7', 'CVV_MISMATCH', 'soft'],
  ['6P', 'VERIFICATION_FAILED', 'soft'],
  ['91 92', 'ISSUER_UNAVAILABLE', 'technical'],
  ['93', 'LEGAL', 'hard'],
  ['94', 'DUPLICATE', 'technical'],
  ['96', 'SYSTEM_ERROR', 'technical'],
  ['5C 9G', 'BLOCKED_BY_CARDHOLDER', 'soft'],
  ['N8', 'AMOUNT_TOO_HIGH', 'hard'],
  ['R0 R1 R3', 'RECURRING_STOPPED', 'hard'],
  ['Q1', 'AUTHENTICATION_FAILED', 'authentication'],
]

test.each(table)('response codes %s mean %s (%s)', (codes, rejectCode, kind) => {
  for (const code of codes.split(' ')) {
    expect(declineOf(code)).toMatchObject({ code: rejectCode, kind })
    expect(declineOf(code).info).not.toBe('')
  }
})

test.each(['77', '', 'ZZ', 'constructor', '__proto__'])(
  'a response code nobody knows (%j) is a plain decline',
  (code) => {
    expect(declineOf(code)).toMatchObject({ code: 'DECLINED', kind: 'soft', payerMayKnow: true })
  },
)

test('fraud, lost and stolen reasons are kept from the payer, others are not', () => {
  for (const code of ['04', '07', '34', '41', '43', '59', '63', '83']) {
    expect(declineOf(code).payerMayKnow).toBe(false)
  }
  for (const code of ['05', '51', '54', 'N7', '61', '91']) {
    expect(declineOf(code).payerMayKnow).toBe(true)
  }
})

test('what an issuer can say is what its response codes mean, and a plain decline', () => {
  const said = new Set(table.map(([, rejectCode]) => rejectCode))
  expect([...issuerReasonCodes].sort()).toEqual([...said, 'DECLINED'].sort())
})

test('what no issuer says is ours, and some of what issuers say we say as well', () => {
  const issuers = new Set<string>(issuerReasonCodes)
  const own = new Set<string>(ownReasonCodes)
  expect(Object.keys(reasons).filter((code) => !issuers.has(code) && !own.has(code))).toEqual([])
  expect(own).toContain('EXPIRED')
  expect(own).toContain('SYSTEM_ERROR')
  expect(own).not.toContain('INSUFFICIENT_FUNDS')
})

test('a stored reject code leads back to its reason, one that is gone to none', () => {
  expect(reasonOf('INSUFFICIENT_FUNDS')).toEqual(declineOf('51'))
  expect(reasonOf('UNSUPPORTED_BIN')).toMatchObject({ saidBy: 'gateway', kind: 'hard' })
  expect(reasonOf('GONE_LONG_AGO')).toBeUndefined()
  expect(reasonOf('toString')).toBeUndefined()
})

test('only the command of a person makes money unwanted, not the clock', () => {
  expect(Object.values(cancelledBy).every(isCommanded)).toBe(true)
  expect((['EXPIRED', 'PREAUTH_EXPIRED', 'BLIK_TIMEOUT'] as const).some(isCommanded)).toBe(false)
})

test('what somebody or the clock has ended is cancelled, and nothing else', () => {
  const cancelled = Object.values(reasons).filter(({ kind }) => kind === 'cancelled')
  expect(cancelled.map(({ code }) => code)).toEqual([
    'EXPIRED',
    'PREAUTH_EXPIRED',
    'CANCELLED_BY_MERCHANT',
    'CANCELLED_BY_CUSTOMER',
    'CANCELLED_BY_OPERATOR',
  ])
})
