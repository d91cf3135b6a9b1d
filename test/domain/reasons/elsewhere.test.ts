import { describe, expect, test } from 'vitest'
import { blamesAcquirer, mayGoElsewhere } from '../../../src/domain/reasons/elsewhere.ts'
import { declineOf } from '../../../src/domain/reasons/decline.ts'
import { reasons } from '../../../src/domain/reasons/reason.ts'

describe('a decline is asked for again at another acquirer', () => {
  test.for([
    ['96', 'the system of the acquirer failed'],
    ['03', 'the acquirer does not know the merchant'],
    ['30', 'the acquirer could not read the message'],
    ['06', 'something failed on the way'],
    ['91', 'the issuer could not be reached'],
    ['19', 'it is to be sent again'],
  ] as const)('after %s: %s', ([code]) => {
    expect(mayGoElsewhere(declineOf(code).code)).toBe(true)
  })

  test('never after an issuer has decided, nor after one that may have said yes', () => {
    for (const code of ['05', '51', '14', '43', '57', '59', '65', '68', '94', 'R1'])
      expect(mayGoElsewhere(declineOf(code).code)).toBe(false)
    const decided = Object.values(reasons).filter(({ kind }) => kind === 'hard')
    expect(decided.some(({ code }) => mayGoElsewhere(code))).toBe(false)
  })
})

test('only what is wrong with the acquirer or our account there speaks against the next payment', () => {
  const blamed = Object.values(reasons).filter(({ code }) => blamesAcquirer(code))
  expect(blamed.map(({ code }) => code).sort()).toEqual(['MERCHANT_CONFIG', 'SYSTEM_ERROR'])
  expect(blamed.every(({ code }) => mayGoElsewhere(code))).toBe(true)
})
