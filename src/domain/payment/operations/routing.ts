import { required } from '../../assert.ts'
import { endEvent } from '../../actor/ending.ts'
import { NOT_SENT } from '../../actor/resolve.ts'
import { mayGoElsewhere } from '../../reasons/elsewhere.ts'
import type { GivenReason } from '../../reasons/given-reason.ts'
import { reasonGiven, systemError } from '../../reasons/given-reason.ts'
import { wayOf } from '../../routing/route.ts'
import type { RouteChoice } from '../../routing/route.ts'
import { present } from '../../present.ts'
import { closed, drop } from '../patch.ts'
import type { Transaction } from '../payment.ts'
import { failedAttempts } from '../payment.ts'
import { placeInAgreement, triedBefore } from './asked.ts'
import { authorizeVia, startCharge, startRouting } from './steps.ts'
import type { Call, Context, Decided, Event, Operation, Payment, Verdict } from './operation.ts'
import { accept, internal, plain } from './operation.ts'

/** A charge of a merchant with rules looks for its way, and for another when one came to nothing. */
export const routing = {
  commands: {},
  deadlines: {},
  calls: {
    route: {
      repeats: 'untilAnswered',
      made: 'here',
      atProvider: 'none',
      aboutCharge: false,
      asks: (payment) => ({
        method: payment.method,
        ...(payment.merchant.waysFirst && present({ via: payment.merchant.acquirer })),
        ...triedBefore(payment),
        ...placeInAgreement(payment.options),
      }),
      words: 'look for the way',
      // What was chosen, and why, is kept beside.
      answer: (payment, { id: answers }, outcome, context) => {
        if (outcome.type !== 'routed')
          return accept([{ type: 'errored', answers, ...systemError(`routing: ${outcome.type}`) }])
        const { choice } = outcome
        const chosen: Event = { type: 'routeChosen', answers, choice }
        const obstacle = obstacleTo(payment, choice)
        if (obstacle) return accept([chosen, obstacle])
        return accept([
          chosen,
          ...(payment.merchant.waysFirst
            ? startCharge({ ...payment, way: wayOf(choice) }, context)
            : [authorizeVia(payment, context, choice)]),
        ])
      },
    },
  },
  events: {
    routingStarted: {
      moves: {
        from: [
          ...(['gathering', 'opening', 'awaitingDetails', 'authenticating'] as const),
          ...(['challenging', 'authorizing', 'resolving', 'redirected'] as const),
        ],
        to: 'routing',
      },
      changes: () => drop('redirect', 'way'),
      ...internal,
      words: plain('a way is looked for'),
    },
    routeChosen: {
      moves: { from: ['routing'], to: 'routing' },
      changes: ({ merchant }, { choice }) => (merchant.waysFirst ? { way: wayOf(choice) } : {}),
      ...internal,
      words: plain('way chosen'),
    },
    transactionClosed: {
      moves: 'none',
      changes: (payment, { transId, status, ...reason }, at) =>
        closed(payment, transId, status, at, reason),
      ...internal,
      words: plain('transaction closed'),
    },
  },
} satisfies Operation

/** Nobody is left to try, or none that the rule names can take it: the payment ends. */
function obstacleTo(payment: Payment, { via, rule }: RouteChoice): Event | undefined {
  if (via !== undefined) return undefined
  const last = failedAttempts(payment).at(-1)
  if (last) return endLike(last)
  if (rule === undefined) return undefined
  return { type: 'errored', ...systemError(`no account of the rule ${rule} can take it`) }
}

const endLike = ({ status, rejectCode, detail }: Transaction): Event =>
  endEvent({
    status: status === 'ERROR' ? 'errored' : 'rejected',
    ...reasonGiven({ rejectCode: required(rejectCode, 'a reason'), detail }),
  })

/**
 * Where nothing was charged for certain and another account might do better: the attempt is closed
 * and a way is looked for again. Never after an outcome that nobody knows.
 */
export function tryElsewhere(
  payment: Payment,
  authorize: Call,
  verdict: Verdict,
  answers: string,
  context: Context,
): Decided | undefined {
  const failure = failureOf(verdict)
  if (!failure || payment.ending || !authorize.others) return undefined
  const transId = required(authorize.transId, 'transaction')
  return accept([
    { type: 'transactionClosed', answers, transId, ...failure },
    startRouting(payment, context),
  ])
}

type Failure = GivenReason & { status: 'REJECTED' | 'ERROR' }

function failureOf(verdict: Verdict): Failure | undefined {
  switch (verdict.type) {
    case 'notSent':
      return { status: 'ERROR', ...systemError(NOT_SENT) }
    case 'undone':
      return { status: 'REJECTED', rejectCode: 'UNKNOWN_OUTCOME' }
    case 'declined':
      return mayGoElsewhere(verdict.rejectCode)
        ? { status: 'REJECTED', ...reasonGiven(verdict) }
        : undefined
    default:
      return undefined
  }
}
