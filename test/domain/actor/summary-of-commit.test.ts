import { expect, test } from 'vitest'
import { describePayment } from '../../../workflows/shown/describe-payment.ts'
import { summaryOfCommit } from '../../../src/domain/actor/summary-of-commit.ts'
import { preauth, Story } from '../payment/support.ts'

const command = (name: string) =>
  ({ type: 'command', id: 'cmd/x', command: { name }, actor: 'gateway', requestId: 'r' }) as const

test('a commit tells which message it was, and what was decided', () => {
  const story = Story.completed(preauth)
  const { last } = story.command({ name: 'capture' })
  expect(summaryOfCommit(undefined, command('capture'), last)).toMatch(/^capture: capture\w+$/)
  const [call] = story.state.calls
  const before = story.state
  const answer = { type: 'result', id: 'result/x', callId: call?.id ?? '' } as const
  const { last: done } = story.answer({ type: 'approved' })
  expect(summaryOfCommit(before, { ...answer, outcome: { type: 'approved' } }, done)).toMatch(
    /^capture approved: \w+/,
  )
  const { last: refused } = story.command({ name: 'capture' })
  expect(summaryOfCommit(before, command('capture'), refused)).toMatch(/^capture: refused, \w+$/)
  const due = { type: 'due', id: 'due/x', name: 'holdEnd', at: 1 } as const
  expect(summaryOfCommit(before, due, { events: [], outcome: { accepted: true } })).toBe(
    'deadline holdEnd: changes nothing',
  )
})

test('a commit names the call that was answered, or says that nobody waited for it any more', () => {
  const story = Story.completed()
  story.command({ name: 'refund', amountMinor: 1_000 }).command({ name: 'refund' })
  const second = story.state.calls.map((call, index) => ({
    ...call,
    kind: index === 0 ? call.kind : ('reverse' as const),
  }))
  const answer = { type: 'result', id: 'result/x', outcome: { type: 'approved' } } as const
  const nothing = { events: [], outcome: { accepted: true } } as const
  const told = (callId: string) =>
    summaryOfCommit({ calls: second }, { ...answer, callId }, { ...nothing, events: [] })
  expect(second).toHaveLength(2)
  expect(told(second[1]!.id)).toBe('reverse approved: changes nothing')
  expect(told('call/gone')).toBe('late answer approved: changes nothing')
  expect(
    summaryOfCommit(undefined, { ...answer, callId: 'call/gone' }, { ...nothing, events: [] }),
  ).toBe('late answer approved: changes nothing')
})

test('a commit of several events names each, and stays short enough for the line it stands in', () => {
  const events = [{ type: 'authorized' }, { type: 'completed' }]
  expect(summaryOfCommit(undefined, command('x'), { events, outcome: { accepted: true } })).toBe(
    'x: authorized, completed',
  )
  const many = Array.from({ length: 99 }, () => events[0]!)
  expect(
    summaryOfCommit(undefined, command('x'), { events: many, outcome: { accepted: true } }),
  ).toHaveLength(200)
})

test('a commit of what could not be read says so', () => {
  const unreadable = { type: 'unreadable', id: 'cmd/unreadable-1', reason: 'why' } as const
  expect(summaryOfCommit(undefined, unreadable, { events: [], outcome: { accepted: true } })).toBe(
    'unreadable message: changes nothing',
  )
})

test('the current details are lines: what is paid with, each transaction, what comes next', () => {
  const lines = describePayment(Story.completed().state).split('\n')
  expect(lines[0]).toBe('**COMPLETED** (paid) · PLN 100.00 · CARD VISA 400000******1000')
  expect(lines[2]).toMatch(/^- AUTH COMPLETED · PLN 100.00 · \S+$/)
  expect(lines.at(-1)).toMatch(/^- refundWindowEnd at \S+Z$/)
  expect(lines.join()).not.toContain('|')
})
