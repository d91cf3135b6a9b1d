import { describe, expect, test } from 'vitest'
import { deadlines, finished } from '../../../src/domain/payment/deadlines.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import type { Phase } from '../../../src/domain/payment/phase.ts'
import { statusOfPhase } from '../../../src/domain/payment/phase.ts'
import { DAY, preauth, START, Story } from './support.ts'

const phases = Object.keys(statusOfPhase) as Phase[]
const everything: Partial<Payment> = {
  calls: [],
  profiling: { serverTransId: 's', url: 'u', until: 15 },
  challenge: { serverTransId: 's', acsTransId: 'a', acsUrl: 'u', version: '2', until: 20 },
  validUntil: 10,
  payerUntil: 30,
  nextInquiryAt: 40,
  holdUntil: 50,
  refundUntil: 60,
  lateUntil: 70,
}
const payment = (changes: Partial<Payment> = {}): Payment => ({
  ...Story.of().state,
  calls: [],
  ...changes,
})
const names = (one: Payment) => deadlines(one).map(({ name }) => name)
const phasesWith = (name: string) =>
  phases.filter((phase) => (names(payment({ ...everything, phase })) as string[]).includes(name))

describe('what falls due', () => {
  test.for([
    [
      'expiry',
      'gathering opening awaitingDetails profiling authenticating challenging routing ' +
        'authorizing redirected resolving undoing awaitingPayer givingUp',
    ],
    ['profilingTimeout', 'profiling'],
    ['challengeTimeout', 'challenging'],
    ['payerTimeout', 'awaitingPayer'],
    ['holdEnd', 'authorized'],
    ['refundWindowEnd', 'paid settled'],
    ['inquiry', phases.join(' ')],
    ['lateEnd', phases.join(' ')],
  ] as const)('%s does in %s', ([name, inPhases]) => {
    expect(phasesWith(name).join(' ')).toBe(inPhases)
  })

  test('comes earliest first, at its own time', () => {
    expect(deadlines(payment({ ...everything, phase: 'awaitingPayer', validUntil: 35 }))).toEqual([
      { name: 'payerTimeout', at: 30 },
      { name: 'expiry', at: 35 },
      { name: 'inquiry', at: 40 },
      { name: 'lateEnd', at: 70 },
    ])
  })

  test('is nothing that has no time', () => {
    expect(names(payment({ phase: 'challenging' }))).toEqual(['expiry'])
    expect(names(payment({ phase: 'paid' }))).toEqual([])
  })

  test('is not the expiry of a payment whose end was already asked for', () => {
    const ending = { status: 'cancelled', rejectCode: 'EXPIRED' } as const
    expect(names(payment({ phase: 'authorizing', ending }))).toEqual([])
  })

  test('is no inquiry while a call is under way', () => {
    const { calls } = Story.of().state
    expect(calls).toHaveLength(1)
    expect(names(payment({ phase: 'awaitingPayer', nextInquiryAt: 40, calls }))).toEqual(['expiry'])
  })

  test('is nothing more once it is closed', () => {
    const closed = payment({ phase: 'settled', refundUntil: 60, lateUntil: 70, closed: true })
    expect(names(closed)).toEqual([])
  })

  test('stands still while an operator looks, but for a clock that is being moved', () => {
    const advance = { commandId: 'c', target: 99 }
    expect(deadlines(payment({ ...everything, held: 'odd' }))).toEqual([])
    expect(deadlines(payment({ ...everything, held: 'odd', advance }))).toEqual([
      { name: 'advanceEnd', at: 99 },
    ])
    expect(names(payment({ ...everything, advance }))).toContain('advanceEnd')
  })

  test('of a hold comes after its 30 days, of a sale after its 90', () => {
    const hold = Story.completed(preauth)
    expect(deadlines(hold.state)).toEqual([{ name: 'holdEnd', at: hold.now + 30 * DAY }])
    const sale = Story.completed()
    expect(deadlines(sale.state)).toEqual([{ name: 'refundWindowEnd', at: sale.now + 90 * DAY }])
    expect(sale.now).toBeGreaterThan(START)
  })
})

describe('a payment is finished', () => {
  test('in an end, and in no other phase', () => {
    expect(phases.filter((phase) => finished(payment({ phase, validUntil: START })))).toEqual([
      'paid',
      'settled',
      'rejected',
      'cancelled',
      'errored',
    ])
  })

  test('not while a call is under way, a deadline is open, or an operator looks', () => {
    const { calls } = Story.of().state
    expect(finished(payment({ phase: 'cancelled', calls }))).toBe(false)
    expect(finished(payment({ phase: 'cancelled', lateUntil: 1 }))).toBe(false)
    expect(finished(payment({ phase: 'cancelled', held: 'odd' }))).toBe(false)
  })

  test('a sale when its refund window is over', () => {
    const story = Story.completed()
    expect(finished(story.state)).toBe(false)
    expect(finished(story.until('refundWindowEnd').state)).toBe(true)
    expect(story.state.closed).toBe(true)
  })
})
