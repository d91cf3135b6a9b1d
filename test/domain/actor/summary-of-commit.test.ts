import { expect, test } from 'vitest'
import { describePayment } from '../../../workflows/describe-payment.ts'
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

test('the current details are lines: what is paid with, each transaction, what comes next', () => {
  const lines = describePayment(Story.completed().state).split('\n')
  expect(lines[0]).toBe('**COMPLETED** (paid) · PLN 100.00 · CARD VISA 400000******1000')
  expect(lines[2]).toMatch(/^- AUTH COMPLETED · PLN 100.00 · \S+$/)
  expect(lines.at(-1)).toMatch(/^- refundWindowEnd at \S+Z$/)
  expect(lines.join()).not.toContain('|')
})
