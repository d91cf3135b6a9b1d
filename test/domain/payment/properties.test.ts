import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payable, reserved } from '../../../src/domain/ledger.ts'
import type { Outcome } from '../../../src/domain/actor/call.ts'
import type { PaymentCommand } from '../../../src/domain/payment/commands.ts'
import { deadlines } from '../../../src/domain/payment/deadlines.ts'
import type { Event } from '../../../src/domain/payment/events.ts'
import { evolve } from '../../../src/domain/payment/evolve.ts'
import { postings } from '../../../src/domain/payment/postings.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { failedAttempts } from '../../../src/domain/payment/payment.ts'
import type { Status } from '../../../src/domain/payment/phase.ts'
import { statusOfPhase } from '../../../src/domain/payment/phase.ts'
import { wants } from '../../../src/domain/payment/wants.ts'
import { cardInstrument, createCommand, START, Story } from './support.ts'

const RUNS = 2_000

const legal: Record<Status, readonly Status[]> = {
  NEW: ['PENDING', 'REJECTED', 'CANCELLED', 'ERROR'],
  PENDING: ['COMPLETED', 'REJECTED', 'CANCELLED', 'ERROR'],
  COMPLETED: ['SETTLED', 'CANCELLED'],
  SETTLED: [],
  REJECTED: [],
  CANCELLED: [],
  ERROR: [],
}

const amount = fc.integer({ min: 1, max: 15_000 })
const commands: fc.Arbitrary<PaymentCommand> = fc.oneof(
  fc.constant<PaymentCommand>({ name: 'complete', instrument: cardInstrument }),
  fc.constant<PaymentCommand>({ name: 'cancel', by: 'merchant' }),
  fc.record({ name: fc.constant('capture' as const), amountMinor: amount }),
  fc.constant<PaymentCommand>({ name: 'capture' }),
  fc.record({ name: fc.constant('adjust' as const), amountMinor: amount }),
  fc.record({ name: fc.constant('withdraw' as const), transId: fc.constant('latest') }),
  fc.record({ name: fc.constant('refund' as const), amountMinor: amount }),
  fc.constant<PaymentCommand>({ name: 'refund' }),
  fc.constant<PaymentCommand>({ name: 'inquire' }),
  fc.constant<PaymentCommand>({
    name: 'settle',
    batch: 'b',
    line: 1,
    reference: 'r',
    amountMinor: 10_000,
  }),
)
const outcomes: fc.Arbitrary<Outcome> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Outcome>({ type: 'approved' }) },
  fc.constantFrom<Outcome>(
    { type: 'declined', rejectCode: 'DO_NOT_HONOUR' },
    { type: 'declined', rejectCode: 'ISSUER_UNAVAILABLE' },
    { type: 'notSent' },
  ),
  fc.constant<Outcome>({ type: 'softDeclined' }),
  fc.constant<Outcome>({ type: 'partial', approvedAmountMinor: 5 }),
  fc.constantFrom<Outcome>(
    { type: 'unknown', because: 'noAnswer' },
    { type: 'unknown', because: 'serverError' },
  ),
  fc.constant<Outcome>({ type: 'notFound' }),
  fc.constant<Outcome>({ type: 'secretLost' }),
)
/** The CVV of a stored card may be given and need not be. */
const instruments = fc.constantFrom('CARD' as const, 'COF' as const)
type Step = { command: PaymentCommand } | { outcome: Outcome } | { due: true }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ command: commands }) },
    { weight: 4, arbitrary: fc.record({ outcome: outcomes }) },
    { weight: 1, arbitrary: fc.constant<Step>({ due: true }) },
  ),
  { maxLength: 40 },
)

test(
  'no order of commands, answers and deadlines breaks an invariant',
  { timeout: 300_000 },
  () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), instruments, steps, (isHold, routed, type, list) => {
        const transKind = isHold ? 'PREAUTH' : 'AUTH'
        const story = new Story().command({
          ...createCommand(),
          instrument: { ...cardInstrument, type },
          ...(routed && { merchant: { ...createCommand().merchant, routed: true } }),
          options: { transKind, validTime: 1800 },
        })
        for (const step of list) {
          const before = story.state
          run(story, step)
          holds(before, story)
        }
        ledgerHolds(story.state, story.history)
      }),
      { numRuns: RUNS },
    )
  },
)

function run(story: Story, step: Step): void {
  if ('outcome' in step) answer(story, step.outcome)
  else if ('command' in step) story.command(named(story, step.command))
  else {
    const [next] = deadlines(story.state)
    if (next) story.until(next.name)
  }
}

/** The world answers only what it was asked. */
function answer(story: Story, outcome: Outcome): void {
  const { call } = story
  if (!call) return
  if (call.kind === 'authenticate') story.answer({ type: 'notEnrolled' })
  else if (call.kind === 'route') story.answer(nextWay(story))
  else if (call.kind === 'reverse')
    story.answer(
      outcome.type === 'declined' && call.reason === 'CANCEL' ? outcome : { type: 'approved' },
    )
  else if (call.kind === 'inquire')
    story.answer(
      outcome.type === 'approved' || outcome.type === 'declined' ? outcome : { type: 'notFound' },
    )
  else if (call.kind !== 'authorize' && outcome.type !== 'approved' && outcome.type !== 'unknown')
    story.answer({ type: 'declined', rejectCode: 'DO_NOT_HONOUR' })
  else if (outcome.type !== 'notFound') story.answer(outcome)
}

/** The accounts of a rule, one after the other. */
function nextWay(story: Story): Outcome {
  const ways = ['stripe/main', 'sandbox/main', 'sandbox/second']
  const [via, ...others] = ways.slice(failedAttempts(story.state).length)
  const choice = { rule: 'all', ...(via && { via }), others: others.length, accounts: [] }
  return { type: 'routed', choice }
}

const named = (story: Story, command: PaymentCommand): PaymentCommand =>
  command.name === 'withdraw'
    ? { ...command, transId: story.state.transactions.at(-1)?.transId ?? 'none' }
    : command

const waitsForPayer = ['gathering', 'awaitingDetails', 'challenging']

function holds(before: Payment, story: Story): void {
  const { state, history } = story
  const [from, to] = [statusOfPhase[before.phase], statusOfPhase[state.phase]]
  if (from !== to) expect(legal[from]).toContain(to)
  if (waitsForPayer.includes(state.phase)) expect(wants(state)).toBeDefined()
  expect(state.capturedMinor).toBeLessThanOrEqual(state.authorizedMinor)
  expect(state.refundedMinor + state.reservedMinor).toBeLessThanOrEqual(state.capturedMinor)
  const captures = state.transactions.filter(
    ({ type, status }) => type === 'CAPTURE' && status === 'COMPLETED',
  )
  expect(captures.length).toBeLessThanOrEqual(1)
  const charges = state.transactions.filter(
    ({ type, status }) =>
      (type === 'AUTH' || type === 'PREAUTH') && status !== 'REJECTED' && status !== 'ERROR',
  )
  expect(charges.length).toBeLessThanOrEqual(1)
  const callIds = history.flatMap(({ call }) => (call ? [call.id] : []))
  expect(new Set(callIds).size).toBe(callIds.length)
  expect(new Set(state.transactions.map(({ transId }) => transId)).size).toBe(
    state.transactions.length,
  )
}

/** What the postings say is what the payment says. */
function ledgerHolds(state: Payment, history: Event[]): void {
  const accounts = new Map<string, number>()
  let payment: Payment | undefined
  for (const event of history) {
    for (const { account, amountMinor } of postings(payment, event))
      accounts.set(account, (accounts.get(account) ?? 0) + amountMinor)
    payment = evolve(payment, event, START)
  }
  expect([...accounts.values()].reduce((sum, value) => sum + value, 0)).toBe(0)
  const sold = state.phase === 'cancelled' || state.phase === 'reversing' ? 0 : state.capturedMinor
  const reversing = state.phase === 'reversing' ? state.capturedMinor : 0
  expect(accounts.get(payable('shop')) ?? 0).toBe(sold - state.refundedMinor - state.reservedMinor)
  expect(accounts.get(reserved('shop')) ?? 0).toBe(state.reservedMinor + reversing)
}
