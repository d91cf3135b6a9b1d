import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Call, Outcome } from '../../../src/domain/actor/call.ts'
import type { TokenizationCommand } from '../../../src/domain/tokenization/commands.ts'
import { deadlines } from '../../../src/domain/tokenization/deadlines.ts'
import type { Tokenization } from '../../../src/domain/tokenization/tokenization.ts'
import type { TokenizationStatus } from '../../../src/domain/tokenization/phase.ts'
import { statusOfTokenization } from '../../../src/domain/tokenization/phase.ts'
import { wants } from '../../../src/domain/tokenization/wants.ts'
import { cardInstrument } from '../payment/support.ts'
import { cof, createCommand, TokenStory, vts } from './support.ts'

const RUNS = 2_000

const legal: Record<TokenizationStatus, readonly TokenizationStatus[]> = {
  NEW: ['PENDING', 'REJECTED', 'CANCELLED', 'ERROR'],
  PENDING: ['COMPLETED', 'REJECTED', 'CANCELLED', 'ERROR'],
  COMPLETED: ['DISCARDED'],
  REJECTED: [],
  CANCELLED: [],
  ERROR: [],
  DISCARDED: [],
}

const authenticated: Outcome = { type: 'authenticated', transStatus: 'Y' }
const commands = fc.constantFrom<TokenizationCommand>(
  { name: 'complete', instrument: cardInstrument },
  { name: 'cancel', by: 'merchant' },
  { name: 'discard' },
  { name: 'tokenState', status: 'SUSPENDED' },
  { name: 'tokenState', status: 'ACTIVE' },
  { name: 'tokenState', status: 'SUSPENDED', saidAt: 1, told: true },
  { name: 'renew', expDate: '203112', lastFour: '4321', saidAt: 1 },
  { name: 'tokenState', status: 'DISCARDED' },
  { name: 'authenticationResult', serverTransId: 'server', outcome: authenticated },
)
const challenge: Outcome = {
  type: 'challenge',
  serverTransId: 'server',
  acsTransId: 'acs',
  acsUrl: 'https://acs',
  version: '2.2.0',
}
const unknown = (because: 'noAnswer' | 'serverError'): Outcome => ({ type: 'unknown', because })
const declined: Outcome = { type: 'declined', rejectCode: 'DO_NOT_HONOUR' }

/** What the world may answer to each kind of call. */
const answersTo: Partial<Record<Call['kind'], Outcome[]>> = {
  authenticate: [{ type: 'notEnrolled' }, authenticated, challenge],
  authorize: [
    { type: 'approved' },
    { type: 'softDeclined' },
    { type: 'secretLost' },
    declined,
    unknown('noAnswer'),
    unknown('serverError'),
  ],
  inquire: [{ type: 'approved' }, declined, { type: 'notFound' }, { type: 'neverSent' }],
  reverse: [{ type: 'approved' }],
  assignToken: [{ type: 'stored', token: cof }],
  provision: [{ type: 'stored', token: vts }, declined, unknown('noAnswer')],
  inquireProvision: [{ type: 'stored', token: vts }, declined, { type: 'notFound' }],
  discardToken: [{ type: 'discarded' }],
}

type Step = { command: TokenizationCommand } | { answer: number; taken: boolean } | { due: true }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ command: commands }) },
    { weight: 6, arbitrary: fc.record({ answer: fc.nat(100), taken: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant<Step>({ due: true }) },
  ),
  { maxLength: 40 },
)

test(
  'no order of commands, answers and deadlines breaks an invariant',
  { timeout: 300_000 },
  () => {
    fc.assert(
      fc.property(fc.constantFrom('COF' as const, 'NETWORK' as const), steps, (kind, list) => {
        const story = new TokenStory().command(createCommand({ kind }))
        const callIds = new Set(story.state.calls.map(({ id }) => id))
        for (const step of list) {
          const before = story.state
          run(story, step)
          holds(before, story)
          for (const { call } of story.last.events) {
            if (!call) continue
            expect(callIds).not.toContain(call.id)
            callIds.add(call.id)
          }
        }
      }),
      { numRuns: RUNS },
    )
  },
)

function run(story: TokenStory, step: Step): void {
  story.last = { events: [], outcome: { accepted: true } }
  if ('command' in step) story.command(step.command)
  else if ('due' in step) {
    const [next] = deadlines(story.state)
    if (next) story.until(next.name)
  } else if (story.call) {
    const possible = answersTo[story.call.kind] ?? []
    const outcome = possible[step.answer % possible.length]
    const wall = story.call.kind === 'assignToken' && step.taken ? 'tokenTaken' : undefined
    if (outcome) story.answer(outcome, wall)
  }
}

function holds(before: Tokenization, story: TokenStory): void {
  const { state } = story
  const [from, to] = [statusOfTokenization[before.phase], statusOfTokenization[state.phase]]
  if (from !== to) expect(legal[from]).toContain(to)
  expect(state.token !== undefined).toBe(['COMPLETED', 'DISCARDED'].includes(to))
  if (to === 'DISCARDED') expect(state.token?.status).toBe('DISCARDED')
  expect(story.told.length).toBe(state.notificationSequence)
  if (['gathering', 'awaitingDetails'].includes(state.phase)) expect(wants(state)).toBeDefined()
  // Somebody is always asked, something always falls due, or it is over.
  const isWaiting = state.calls.length > 0 || deadlines(state).length > 0
  expect(isWaiting || state.phase === 'stored' || story.isFinished).toBe(true)
}
