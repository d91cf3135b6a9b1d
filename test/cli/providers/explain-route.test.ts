import { expect, test } from 'vitest'
import { explainRoute } from '../../../src/cli/providers/explain-route.ts'
import type { Outcome } from '../../../src/domain/actor/call.ts'
import type { PaymentFile } from '../../../src/postgres/review/payment-file.ts'
import { preauth, Story, createCommand } from '../../domain/payment/support.ts'

const { merchant } = createCommand()
const choice = (via: string, others: number): Outcome => ({
  type: 'routed',
  choice: { rule: 'all', via, others, accounts: [] },
})

function fileOf(story: Story, settlementLines: PaymentFile['settlementLines'] = []): PaymentFile {
  const journal = story.entries.map(({ version, at, events }) => ({
    version,
    at: new Date(at),
    events,
  }))
  return { state: story.state, journal, settlementLines } as unknown as PaymentFile
}

test('tells each choice, each attempt, and what the acquirer kept once a settlement says so', () => {
  const story = Story.of({ merchant: { ...merchant, routed: true } })
    .answer({ type: 'notEnrolled' })
    .answer(choice('stripe/main', 1))
    .answer({ type: 'notSent' })
    .answer(choice('sandbox/main', 0))
    .answer({ type: 'approved' })
  const before = explainRoute(fileOf(story)).text
  expect(before).toMatch(/rule "all": stripe\/main[^]*rule "all": sandbox\/main/)
  expect(before).toMatch(/stripe\/main +ERROR +SYSTEM_ERROR/)
  expect(before).not.toContain('PLN')
  const { reference } = story.state
  const { text } = explainRoute(fileOf(story, [{ reference, providerFeeMinor: 145 }]))
  expect(text).toMatch(/sandbox\/main +COMPLETED +PLN 1\.45/)
})

test('what a hold has cost is what was kept of its captures', () => {
  const story = Story.completed({ ...preauth }).command({ name: 'capture' })
  const reference = story.call?.reference
  story.answer({ type: 'approved' })
  const { text } = explainRoute(fileOf(story, [{ reference, providerFeeMinor: 170 }]))
  expect(text).toMatch(/installation +COMPLETED +PLN 1\.70/)
})

test('of a payment without rules it tells where it went', () => {
  const { text } = explainRoute(fileOf(Story.completed()))
  expect(text).toContain('no rules were asked: it goes to the acquirer of the installation')
})
