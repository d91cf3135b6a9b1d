import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../src/domain/actor/call.ts'
import { finished } from '../../../src/domain/dispute/deadlines.ts'
import { statusOfDispute } from '../../../src/domain/dispute/dispute.ts'
import { DAY, evidence, move, START, story, word } from './support.ts'

const statusOf = ({ dispute }: ReturnType<typeof story>) => statusOfDispute(dispute)
const under = (at = START + 1) => ({ word: word({ status: 'UNDER_REVIEW', at }), moves: [] })
const disputed = (facts: ReturnType<typeof under>) => ({ type: 'disputed', facts }) as const

describe('money', () => {
  test('a withdrawal leaves the merchant with less and the provider owing less', () => {
    expect(story().books).toEqual({
      'merchant/10000001/payable': -8_000,
      'acquirer/receivable': 8_000,
    })
  })

  test('what is given back undoes it, and the fee stays with the merchant', () => {
    const one = story()
    one.report({ moves: [move('m2', 'FEE', 1_500), move('m3', 'REINSTATED')] })
    expect(one.books).toEqual({
      'merchant/10000001/payable': -1_500,
      'acquirer/receivable': 0,
      'acquirer/costs': 1_500,
    })
  })

  test('the same move told again is booked once', () => {
    const one = story()
    one.report({ moves: [move('m1', 'WITHDRAWN')] })
    expect(one.books['acquirer/receivable']).toBe(8_000)
    expect(one.types).toEqual(['OPENED', 'FUNDS'])
  })

  test('an inquiry moves nothing', () => {
    expect(story({ word: word({ stage: 'INQUIRY' }), moves: [] }).books).toEqual({})
  })

  test('where only money was told of, the provider is asked for the rest at once', () => {
    const one = story({ moves: [move('m1', 'WITHDRAWN')] })
    expect(one.dispute.calls).toMatchObject([{ kind: 'disputeInquire' }])
    one.answer(disputed({ word: word({ reason: 'NOT_RECEIVED' }), moves: [] }))
    expect(one.dispute.word?.reason).toBe('NOT_RECEIVED')
    expect(one.dispute.calls).toEqual([])
    expect(one.pass(2 * DAY, { type: 'disputed', facts: { moves: [] } })).toContain('question')
  })
})

describe('an answer', () => {
  test('is sent once, and won', () => {
    const one = story()
    expect(one.send({ name: 'submit' })).toEqual({ accepted: false, code: 'evidence_missing' })
    one.send({ name: 'supply', evidence: evidence() })
    expect(one.send({ name: 'submit' })).toMatchObject({ accepted: true })
    expect(one.send({ name: 'submit' })).toEqual({ accepted: false, code: 'dispute_submitted' })
    expect(one.send({ name: 'supply', evidence: evidence() })).toMatchObject({
      code: 'dispute_submitted',
    })
    one.answer(disputed(under()))
    expect(statusOf(one)).toBe('UNDER_REVIEW')
    one.report({ word: word({ status: 'WON', at: START + 9 }), moves: [move('m2', 'REINSTATED')] })
    expect(statusOf(one)).toBe('WON')
    expect(one.types).toEqual(['OPENED', 'FUNDS', 'UPDATED', 'FUNDS', 'CLOSED'])
    expect(finished(one.dispute)).toBe(true)
  })

  test('a lost answer is asked about, and never sent a second time', () => {
    const one = story()
    one.send({ name: 'supply', evidence: evidence() })
    one.send({ name: 'submit' })
    const sent = one.dispute.calls[0]!
    one.answer({ type: 'unknown', because: 'noAnswer' })
    one.answer({ type: 'unknown', because: 'noAnswer' })
    expect(one.dispute.calls).toMatchObject([
      { kind: 'disputeInquire', about: { reference: sent.reference } },
    ])
    one.answer(disputed(under()))
    expect(statusOf(one)).toBe('UNDER_REVIEW')
    expect(one.dispute.calls).toEqual([])
  })

  test('what did not arrive is the merchant’s to send again, and it is told', () => {
    const one = story()
    one.send({ name: 'supply', evidence: evidence() })
    one.send({ name: 'submit' })
    one.answer({ type: 'unknown', because: 'noAnswer' })
    one.answer({ type: 'disputed', facts: { word: word(), moves: [] } })
    expect(statusOf(one)).toBe('NEEDS_RESPONSE')
    expect(one.dispute.failure).toBe('it did not arrive')
    expect(one.types.at(-1)).toBe('UPDATED')
    expect(one.send({ name: 'submit' })).toMatchObject({ accepted: true })
    expect(one.dispute.failure).toBeUndefined()
  })

  test('a definite no is asked about: it may have been answered elsewhere', () => {
    const one = story()
    one.send({ name: 'supply', evidence: evidence() })
    one.send({ name: 'submit' })
    one.answer({ type: 'invalid', detail: 'already_answered' })
    expect(one.dispute.failure).toBe('already_answered')
    one.answer(disputed(under()))
    expect(statusOf(one)).toBe('UNDER_REVIEW')
  })

  test('a second one of a kind replaces the first, and can be taken back', () => {
    const one = story()
    one.send({ name: 'supply', evidence: evidence('receipt', 'a') })
    one.send({ name: 'supply', evidence: evidence('receipt', 'b') })
    expect(one.dispute.evidence.map(({ ref }) => ref)).toEqual(['b'])
    one.send({ name: 'take', kind: 'receipt' })
    expect(one.dispute.evidence).toEqual([])
  })

  test('to a question that has become a chargeback meanwhile is none to the chargeback', () => {
    const one = story({ word: word({ stage: 'INQUIRY' }), moves: [] })
    one.send({ name: 'supply', evidence: evidence() })
    one.send({ name: 'submit' })
    one.report({ word: word({ at: START + 2 }), moves: [move('m1', 'WITHDRAWN')] })
    const taken = word({ stage: 'INQUIRY', status: 'UNDER_REVIEW', at: START + 1 })
    one.answer(disputed({ word: taken, moves: [] }))
    expect(statusOf(one)).toBe('NEEDS_RESPONSE')
    expect(one.send({ name: 'submit' })).toMatchObject({ accepted: true })
  })

  test('a later stage asks again', () => {
    const one = story()
    one.send({ name: 'supply', evidence: evidence() })
    one.send({ name: 'submit' })
    one.answer(disputed(under()))
    one.report({
      word: word({ stage: 'PREARBITRATION', at: START + 5, dueBy: START + 30 * DAY }),
      moves: [],
    })
    expect(statusOf(one)).toBe('NEEDS_RESPONSE')
    expect(one.send({ name: 'submit' })).toMatchObject({ accepted: true })
  })
})

describe('giving in', () => {
  test('what was accepted and then lost is ACCEPTED, and told once', () => {
    const one = story()
    one.send({ name: 'accept' })
    expect(one.send({ name: 'submit' })).toEqual({ accepted: false, code: 'dispute_closed' })
    one.answer({
      type: 'disputed',
      facts: { word: word({ status: 'LOST', at: START + 1 }), moves: [] },
    })
    expect(statusOf(one)).toBe('ACCEPTED')
    expect(one.types).toEqual(['OPENED', 'FUNDS', 'CLOSED'])
    expect(finished(one.dispute)).toBe(true)
  })
})

describe('deadlines', () => {
  const nothing: Outcome = { type: 'disputed', facts: { moves: [] } }

  test('the merchant is reminded 72 and 24 hours before, and silence expires it', () => {
    const one = story()
    const names = one.pass(15 * DAY, nothing)
    expect(names.filter((name) => name === 'reminder')).toHaveLength(2)
    expect(names.filter((name) => name === 'question')).toHaveLength(15)
    expect(names).toContain('expiry')
    expect(statusOf(one)).toBe('EXPIRED')
    expect(one.send({ name: 'submit' })).toEqual({ accepted: false, code: 'dispute_closed' })
    expect(one.types).toEqual(['OPENED', 'FUNDS', 'UPDATED', 'UPDATED', 'CLOSED'])
  })

  test('the provider’s last word after silence changes nothing, and ends it', () => {
    const one = story()
    one.pass(15 * DAY, nothing)
    one.report({ word: word({ status: 'LOST', at: START + 15 * DAY }), moves: [] })
    expect(statusOf(one)).toBe('EXPIRED')
    expect(finished(one.dispute)).toBe(true)
    expect(one.types.filter((type) => type === 'CLOSED')).toHaveLength(1)
  })

  test('what was answered is not expired, and a provider that says nothing is an operator’s', () => {
    const one = story()
    one.send({ name: 'supply', evidence: evidence() })
    one.send({ name: 'submit' })
    one.answer(disputed(under()))
    one.pass(200 * DAY, nothing)
    expect(statusOf(one)).toBe('UNDER_REVIEW')
    expect(one.dispute.held).toBe('the provider has not said its last word')
  })

  test('money that moves while it is held is booked all the same', () => {
    const one = story()
    one.send({ name: 'hold', reason: 'looking' })
    one.report({ moves: [move('m2', 'REINSTATED')] })
    expect(one.books['acquirer/receivable']).toBe(0)
  })

  test('what was won is asked about until its money is back', () => {
    const one = story()
    one.report({ word: word({ status: 'WON', at: START + 1 }), moves: [] })
    expect(finished(one.dispute)).toBe(false)
    one.pass(2 * DAY, { type: 'disputed', facts: { moves: [move('m2', 'REINSTATED')] } })
    expect(finished(one.dispute)).toBe(true)
  })
})

test('an end that names no stage of its own is of the one that stands, when it is newer', () => {
  const one = story()
  one.report({ word: word({ stage: 'PREARBITRATION', at: START + DAY }), moves: [] })
  one.report({ word: word({ status: 'WON', at: START }), moves: [] })
  expect(statusOf(one)).toBe('NEEDS_RESPONSE')
  one.report({ word: word({ status: 'LOST', at: START + 2 * DAY }), moves: [] })
  expect(statusOf(one)).toBe('LOST')
  expect(one.dispute.word?.stage).toBe('PREARBITRATION')
})
