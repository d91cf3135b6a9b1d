import { assert } from '../../src/domain/assert.ts'
import { expect, test } from 'vitest'
import { screenOf } from '../../src/checkout/screen.ts'
import type { ReasonCode } from '../../src/domain/reasons/reason.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { Story } from '../domain/payment/support.ts'

const blik = { type: 'BLIK_CODE', vaultRef: 'v' } as const
const transfer = { type: 'PBL', bankId: 'mbank' } as const

function moneyMayBeOut(
  instrument: NonNullable<Payment['instrument']>,
  rejectCode: ReasonCode,
  rest: Partial<Payment> = {},
): boolean | undefined {
  const state: Payment = { ...Story.of().state, phase: 'rejected', instrument, rejectCode, ...rest }
  const screen = screenOf({ kind: 'payment', state })
  return 'moneyMayBeOut' in screen ? screen.moneyMayBeOut : undefined
}

test.each([
  ['a wrong BLIK code', blik, 'BLIK_CODE_INVALID', false],
  ['a code that is too old', blik, 'BLIK_CODE_EXPIRED', false],
  ['a refusal in the app', blik, 'DECLINED_BY_PAYER', false],
  ['no funds', blik, 'INSUFFICIENT_FUNDS', false],
  ['a refusal at the bank', transfer, 'DECLINED', false],
  ['a confirmation that came too late, perhaps', blik, 'BLIK_TIMEOUT', true],
  ['no answer of the bank', transfer, 'UNKNOWN_OUTCOME', true],
  ['a shop that cancelled meanwhile', transfer, 'CANCELLED_BY_MERCHANT', true],
] as const)('after %s the payer reads whether money may be out', (_, instrument, code, out) => {
  expect(moneyMayBeOut(instrument as NonNullable<Payment['instrument']>, code)).toBe(out)
})

test('a declined card has moved nothing, a sale that was undone comes back', () => {
  const { instrument } = Story.of().state
  assert(instrument, 'no instrument')
  expect(moneyMayBeOut(instrument, 'INSUFFICIENT_FUNDS')).toBe(false)
  expect(moneyMayBeOut(instrument, 'CANCELLED_BY_MERCHANT', { completedAt: 1 })).toBe(true)
})

test('a payer is led to the acquirer’s page once; whoever is back waits, and may go there again', () => {
  const url = 'https://acquirer.example/asks'
  const away = Story.of({
    merchant: { ...Story.of().state.merchant, acquirer: 'stripe/main', waysFirst: true },
  })
    .answer({
      type: 'routed',
      choice: { others: 0, accounts: [], authentication: { by: 'acquirer' } },
    })
    .answer({ type: 'redirected', url })
  const seen = () => screenOf({ kind: 'payment', state: away.state })
  expect(seen()).toEqual({ name: 'away', url, forward: true })
  away.command({ name: 'payerReturned', reference: away.state.reference! })
  expect(seen()).toEqual({ name: 'working' })
  away.until('redirectResult')
  expect(seen()).toEqual({ name: 'working' })
  away.answer({ type: 'redirected', url })
  expect(seen()).toEqual({ name: 'away', url, forward: false })
})
