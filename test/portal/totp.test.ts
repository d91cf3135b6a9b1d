import { expect, test } from 'vitest'
import { fromBase32, toBase32 } from '../../src/portal/auth/base32.ts'
import { newRecoveryCodes, recoveryCodeIn } from '../../src/portal/auth/recovery-codes.ts'
import {
  isTotpSecret,
  newTotpSecret,
  stepAt,
  stepOfCode,
  totpAt,
  totpLink,
} from '../../src/portal/auth/totp.ts'

const secret = toBase32(Buffer.from('12345678901234567890'))

// RFC 6238, appendix B: of its eight digits the last six.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at second %i the code is the one of RFC 6238', (seconds, code) => {
  expect(totpAt(secret, stepAt(seconds * 1000))).toBe(code.slice(2))
})

// RFC 4648, section 10.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of "%s" is %s, and back', (text, written) => {
  expect(toBase32(Buffer.from(text))).toBe(written)
  expect(fromBase32(written.toLowerCase())?.toString()).toBe(text)
})

test('what is not base32 is no secret', () => {
  expect(fromBase32('MZX1')).toBeUndefined()
  expect(isTotpSecret('MZXW6YTBOI')).toBe(false)
  expect(isTotpSecret(newTotpSecret())).toBe(true)
})

test('a clock may be a step off, a code is good once, and an old one never', () => {
  const now = 1_700_000_000_000
  const step = stepAt(now)
  for (const drift of [-1, 0, 1])
    expect(stepOfCode(secret, totpAt(secret, step + drift), { now, after: 0 })).toBe(step + drift)
  for (const drift of [-2, 2])
    expect(stepOfCode(secret, totpAt(secret, step + drift), { now, after: 0 })).toBeUndefined()
  expect(stepOfCode(secret, totpAt(secret, step), { now, after: step })).toBeUndefined()
  expect(stepOfCode(secret, '12345', { now, after: 0 })).toBeUndefined()
})

test('the link for an authenticator app names merchant and person', () => {
  const link = new URL(totpLink(secret, { merchant: 'Shop & Co', name: 'anna' }))
  expect(decodeURIComponent(link.pathname)).toBe('/Tollgate Shop & Co:anna')
  expect(link.searchParams.get('secret')).toBe(secret)
})

test('a recovery code is found however it is typed', () => {
  const [code = ''] = newRecoveryCodes()
  expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
  expect(recoveryCodeIn(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(code)
})
