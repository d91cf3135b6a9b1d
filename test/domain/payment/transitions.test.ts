import { describe, expect, test } from 'vitest'
import type { EventType } from '../../../src/domain/payment/events.ts'
import { evolve } from '../../../src/domain/payment/evolve.ts'
import type { Phase, Status } from '../../../src/domain/payment/phase.ts'
import { nextPhase } from '../../../src/domain/payment/operations/index.ts'
import { statusOfPhase } from '../../../src/domain/payment/phase.ts'
import { START, Story } from './support.ts'

/** The table once more, told by event: where it may happen, and where it leads. */
const told: [EventType, from: string, to: Phase][] = [
  ['walletOpeningStarted', 'gathering', 'opening'],
  ['deviceNeeded', 'opening authorizing resolving', 'awaitingDetails'],
  ['profilingStarted', 'gathering awaitingDetails authenticating routing', 'profiling'],
  [
    'authenticationStarted',
    'gathering opening awaitingDetails profiling authorizing resolving routing',
    'authenticating',
  ],
  ['challengeNeeded', 'authenticating', 'challenging'],
  [
    'routingStarted',
    'gathering opening awaitingDetails authenticating challenging authorizing resolving redirected',
    'routing',
  ],
  ['routeChosen', 'routing', 'routing'],
  [
    'authorizationStarted',
    'gathering opening awaitingDetails authenticating challenging routing authorizing resolving redirected',
    'authorizing',
  ],
  ['authorizationRepeated', 'resolving', 'authorizing'],
  ['payerRedirected', 'authorizing resolving', 'redirected'],
  ['outcomeUnknown', 'authorizing', 'resolving'],
  ['undoingStarted', 'authorizing resolving redirected', 'undoing'],
  ['payerAsked', 'gathering awaitingDetails', 'awaitingPayer'],
  ['givingUpStarted', 'awaitingPayer', 'givingUp'],
  ['appNeeded', 'awaitingPayer', 'awaitingDetails'],
  ['codeNeeded', 'awaitingPayer', 'awaitingDetails'],
  ['secretLost', 'authorizing resolving awaitingPayer', 'awaitingDetails'],
  ['authorized', 'authorizing resolving redirected', 'authorized'],
  ['paid', 'authorizing resolving redirected awaitingPayer givingUp', 'paid'],
  ['adjustmentStarted', 'authorized', 'adjusting'],
  ['withdrawalStarted', 'authorized', 'adjusting'],
  ['adjusted', 'adjusting', 'authorized'],
  ['adjustmentRefused', 'adjusting', 'authorized'],
  ['withdrawn', 'adjusting', 'authorized'],
  ['withdrawalRefused', 'adjusting', 'authorized'],
  ['captureStarted', 'authorized', 'capturing'],
  ['captured', 'capturing', 'paid'],
  ['captureRefused', 'capturing', 'authorized'],
  ['reversalStarted', 'authorized paid', 'reversing'],
  ['holdKept', 'reversing', 'authorized'],
  ['saleKept', 'reversing', 'paid'],
  ['settled', 'paid', 'settled'],
  [
    'rejected',
    'gathering opening awaitingDetails authenticating challenging routing authorizing resolving redirected ' +
      'undoing awaitingPayer givingUp',
    'rejected',
  ],
  [
    'cancelled',
    'gathering opening awaitingDetails profiling authenticating challenging routing authorizing ' +
      'resolving redirected undoing awaitingPayer givingUp reversing',
    'cancelled',
  ],
  [
    'errored',
    'opening authenticating routing authorizing resolving redirected undoing awaitingPayer',
    'errored',
  ],
]

const phases = Object.keys(statusOfPhase) as Phase[]

describe('an event', () => {
  test.for(told)('%s happens only in %s, and leads to %s', ([event, from, to]) => {
    const { state } = Story.completed()
    for (const phase of phases) {
      const mayHappen = from.split(' ').includes(phase)
      expect(nextPhase(phase, event), phase).toBe(mayHappen ? to : undefined)
      if (!mayHappen)
        expect(() => evolve({ ...state, phase }, { type: event } as never, START)).toThrow(
          `broken invariant: ${event} in ${phase}`,
        )
    }
  })

  test('that is not in the table leaves the phase alone', () => {
    const { state } = Story.completed()
    for (const phase of phases) {
      expect(evolve({ ...state, phase }, { type: 'called' }, START).phase).toBe(phase)
      expect(evolve({ ...state, phase }, { type: 'held', reason: 'odd' }, START).phase).toBe(phase)
    }
  })

  test('never leads out of an end', () => {
    for (const end of ['settled', 'rejected', 'cancelled', 'errored'] as const)
      expect(told.filter(([event]) => nextPhase(end, event))).toEqual([])
  })
})

test.for<[Status, phases: string]>([
  ['NEW', 'gathering'],
  [
    'PENDING',
    'opening awaitingDetails profiling authenticating challenging routing authorizing redirected ' +
      'resolving undoing awaitingPayer givingUp',
  ],
  ['COMPLETED', 'authorized adjusting capturing paid reversing'],
  ['SETTLED', 'settled'],
  ['REJECTED', 'rejected'],
  ['CANCELLED', 'cancelled'],
  ['ERROR', 'errored'],
])('a merchant reads %s in %s', ([status, inPhases]) => {
  expect(phases.filter((phase) => statusOfPhase[phase] === status).join(' ')).toBe(inPhases)
})
