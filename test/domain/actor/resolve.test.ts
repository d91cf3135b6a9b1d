import { describe, expect, test } from 'vitest'
import type { Call, Outcome } from '../../../src/domain/actor/call.ts'
import { resolve } from '../../../src/domain/actor/resolve.ts'

const operation: Call = {
  id: 'call/pay-auth-abc/1',
  kind: 'authorize',
  reference: 'pay-auth-abc',
  amountMinor: 10_000,
  attempt: 1,
  transId: 't',
}
const inquiry = (about: Partial<Call> = {}, because: Call['because'] = 'noAnswer'): Call => ({
  id: 'call/pay-auth-abc/1/inquire',
  kind: 'inquire',
  reference: 'pay-auth-abc',
  amountMinor: 0,
  attempt: 1,
  about: { ...operation, ...about },
  because,
})
const closing: Call = {
  id: 'call/pay-auth-abc/close',
  kind: 'reverse',
  reference: 'pay-auth-abc-close',
  originalReference: 'pay-auth-abc',
  amountMinor: 10_000,
  attempt: 1,
  reason: 'TIMEOUT',
  about: operation,
}

describe('an answer', () => {
  test.for<Outcome>([
    { type: 'approved', authCode: 'A1' },
    { type: 'partial', approvedAmountMinor: 1 },
    { type: 'declined', rejectCode: 'DO_NOT_HONOUR' },
    { type: 'softDeclined' },
    { type: 'secretLost' },
    { type: 'notSent' },
  ])('$type is the verdict, told at once or after asking', (outcome) => {
    expect(resolve(operation, outcome)).toEqual({ verdict: outcome })
    expect(resolve(inquiry(), outcome)).toEqual({ verdict: outcome })
  })

  test('that nobody knows is asked about, and nothing is charged by asking', () => {
    expect(resolve(operation, { type: 'unknown', because: 'serverError' })).toEqual({
      next: inquiry({}, 'serverError'),
    })
  })
})

describe('an operation whose process was lost', () => {
  const lost = (about: Partial<Call> = {}) => inquiry(about, 'interrupted')

  test('is sent again under the same reference, three times at most, when no secret is needed', () => {
    expect(resolve(lost(), { type: 'notFound' })).toMatchObject({ next: { attempt: 2 } })
    expect(resolve(lost({ attempt: 3 }), { type: 'notFound' })).toMatchObject({
      next: { kind: 'reverse', reason: 'TIMEOUT' },
    })
  })

  test('with its secret is closed at the acquirer, and then the payer is asked again', () => {
    const step = resolve(lost({ secretOwner: 'api-1' }), { type: 'notFound' })
    const close = 'next' in step ? step.next : undefined
    expect(close).toMatchObject({ kind: 'reverse', reason: 'TIMEOUT' })
    expect(resolve(close as Call, { type: 'approved' })).toEqual({
      verdict: { type: 'secretLost' },
    })
  })

  test('and was found after all is what the acquirer says', () => {
    const approved: Outcome = { type: 'approved' }
    expect(resolve(lost({ secretOwner: 'api-1' }), approved)).toEqual({ verdict: approved })
  })
})

describe('an operation that the acquirer does not know', () => {
  test('after silence is reversed in full, under a name of its own', () => {
    expect(resolve(inquiry(), { type: 'notFound' })).toEqual({ next: closing })
  })

  test('after a refused request is sent again under the same reference, three times at most', () => {
    const again = (attempt: number) =>
      resolve(inquiry({ attempt }, 'serverError'), { type: 'notFound' })
    expect(again(1)).toEqual({ next: { ...operation, attempt: 2, id: 'call/pay-auth-abc/2' } })
    expect(again(2)).toMatchObject({ next: { kind: 'authorize', attempt: 3 } })
    expect(again(3)).toMatchObject({ next: { kind: 'reverse', reference: 'pay-auth-abc-close' } })
  })

  test('is asked about again when the inquiry itself found no answer', () => {
    const asked = inquiry({}, 'noAnswer')
    expect(resolve(asked, { type: 'unknown', because: 'noAnswer' })).toEqual({
      next: { ...asked, attempt: 2, id: `${operation.id}/inquire-2` },
    })
  })

  test('is not undone by a reversal that nobody answered', () => {
    expect(resolve(closing, { type: 'unknown', because: 'noAnswer' })).toMatchObject({
      next: { kind: 'reverse', attempt: 2, reference: closing.reference },
    })
  })

  test('never ends with an answer that is none', () => {
    expect(() => resolve(operation, { type: 'discarded' })).toThrow('no end of an operation')
  })

  test('is undone for certain once its reversal is answered, even with a no', () => {
    for (const outcome of [
      { type: 'approved' },
      { type: 'declined', rejectCode: 'ORIGINAL_NOT_FOUND' },
    ] as const)
      expect(resolve(closing, outcome)).toEqual({ verdict: { type: 'undone' } })
  })
})

test('what only the repeated request can tell is sent again after silence, and closed at last', () => {
  const found = (attempt: number) =>
    resolve(inquiry({ attempt }), { type: 'notFound', byRepeat: true })
  expect(found(1)).toEqual({ next: { ...operation, attempt: 2, id: 'call/pay-auth-abc/2' } })
  expect(found(2)).toMatchObject({ next: { kind: 'authorize', attempt: 3 } })
  expect(found(3)).toMatchObject({ next: { kind: 'reverse', reason: 'TIMEOUT' } })
})

describe('an operation that was never sent', () => {
  test('is sent again', () => {
    expect(resolve(inquiry(), { type: 'neverSent' })).toEqual({
      next: { ...operation, attempt: 2, id: 'call/pay-auth-abc/2' },
    })
  })

  test('has lost its secret, where it had one', () => {
    expect(resolve(inquiry({ secretOwner: 'api' }), { type: 'neverSent' })).toEqual({
      verdict: { type: 'secretLost' },
    })
  })
})

test('an inquiry about nothing is a broken invariant', () => {
  const { about: _, ...aimless } = inquiry()
  expect(() => resolve(aimless, { type: 'notFound' })).toThrow('an inquiry is about an operation')
})
