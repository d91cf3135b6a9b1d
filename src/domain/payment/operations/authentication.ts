import { required } from '../../assert.ts'
import { challengeAsked, challengeInquiry, isChallengeOver } from '../../actor/authentication.ts'
import { deviceFacts } from '../../actor/device.ts'
import { authenticationVerdict } from '../../actor/sca-policy.ts'
import { present } from '../../present.ts'
import { drop } from '../patch.ts'
import { agreementOf, claimed, payerOf } from './asked.ts'
import { goOn, startAuthentication, startProfiling } from './steps.ts'
import type { Context, Decided, Operation, Outcome, Payment } from './operation.ts'
import { accept, internal, plain } from './operation.ts'

/** Strong authentication of the payer: the issuer looks at the browser, decides, and may challenge. */
export const authentication = {
  commands: {
    profiled: {
      decide: (payment, { serverTransId, result }, context) =>
        payment.phase === 'profiling' && payment.profiling?.serverTransId === serverTransId
          ? profiled(payment, 'Y', context, result)
          : accept([]),
      words: 'The issuer has seen the browser of the payer',
    },
    authenticationResult: {
      decide: (payment, { serverTransId, outcome }, context) =>
        payment.phase === 'challenging' && payment.challenge?.serverTransId === serverTransId
          ? authenticationAnswer(payment, outcome, context, {})
          : accept([]),
      words: 'The 3-D Secure server tells what came of the challenge',
    },
  },
  deadlines: {
    profilingTimeout: {
      at: ({ phase, profiling }) => (phase === 'profiling' ? profiling?.until : undefined),
      decide: (payment, context) => profiled(payment, 'N', context),
    },
    challengeTimeout: {
      at: ({ phase, challenge }) => (phase === 'challenging' ? challenge?.until : undefined),
      decide: () => accept([{ type: 'rejected', rejectCode: 'AUTHENTICATION_TIMEOUT' }]),
    },
    challengeResult: {
      at: ({ phase, challenge, calls }) =>
        phase === 'challenging' && calls.length === 0 ? challenge?.askAt : undefined,
      decide: ({ challenge }) =>
        accept(challenge ? [{ type: 'challengeInquired', call: challengeInquiry(challenge) }] : []),
    },
  },
  calls: {
    authenticate: {
      repeats: 'bounded',
      made: 'outside',
      atProvider: 'none',
      aboutCharge: false,
      asks: ({ device, customer, order, options, softDeclined, merchant, channel, way }) => ({
        ...atServer(way?.authentication?.threeds ?? merchant.threeds, channel),
        ...claimed(options, { softDeclined }),
        ...agreementOf(options),
        ...payerOf(customer, order),
        ...deviceFacts(device),
        email: customer.email,
        ...present({ recurring: options.recurring }),
      }),
      words: 'authenticate the payer',
      answer: (payment, { id: answers }, outcome, context) =>
        authenticationAnswer(payment, outcome, context, { answers }),
    },
    inquireAuthentication: {
      repeats: 'bounded',
      made: 'outside',
      atProvider: 'none',
      aboutCharge: false,
      asks: ({ challenge }) => present({ threeds: challenge?.via }),
      words: 'ask how the challenge ended',
      answer: (payment, { id: answers }, outcome, context) =>
        payment.phase === 'challenging' && isChallengeOver(outcome)
          ? authenticationAnswer(payment, outcome, context, { answers })
          : accept([{ type: 'called', answers }]),
    },
  },
  events: {
    deviceNeeded: {
      moves: { from: ['opening', 'authorizing', 'resolving'], to: 'awaitingDetails' },
      changes: (_, { stepUp }) => (stepUp ? { stepUp } : {}),
      ...internal,
      words: plain('needs data about the browser'),
    },
    profilingStarted: {
      moves: {
        from: ['gathering', 'awaitingDetails', 'authenticating', 'routing'],
        to: 'profiling',
      },
      changes: (_, { profiling }) => ({ profiling }),
      ...internal,
      words: plain('the bank looks at the browser'),
    },
    authenticationStarted: {
      moves: {
        from: [
          ...(['gathering', 'opening', 'awaitingDetails', 'profiling'] as const),
          ...(['authorizing', 'resolving', 'routing'] as const),
        ],
        to: 'authenticating',
      },
      changes: (_, { call }) => ({
        ...drop('challenge', 'profiling', 'stepUp'),
        ...(call?.challengeMandated && { softDeclined: true }),
      }),
      ...internal,
      words: plain('strong authentication started'),
    },
    challengeNeeded: {
      moves: { from: ['authenticating'], to: 'challenging' },
      changes: (_, { challenge }) => ({ challenge }),
      ...internal,
      words: plain('the bank wants to challenge the payer'),
    },
    challengeInquired: {
      moves: 'none',
      changes: ({ challenge }, _, at) => ({
        challenge: challenge && challengeAsked(challenge, at),
      }),
      ...internal,
      words: plain('the 3-D Secure server is asked how the challenge ended'),
    },
    authenticated: {
      moves: 'none',
      changes: (_, { authentication: done }) => ({ ...drop('challenge'), authentication: done }),
      ...internal,
      words: plain('payer authenticated'),
    },
  },
} satisfies Operation

/** The issuer has seen the browser (Y), or its time is over (N): now it is asked, under the same id. */
function profiled(
  payment: Payment,
  indicator: 'Y' | 'N',
  context: Context,
  result?: string,
): Decided {
  const serverTransId = required(payment.profiling?.serverTransId, 'profiling')
  const method = { serverTransId, indicator, ...present({ result }) }
  return accept([startAuthentication(payment, context, { method })])
}

/** The answer of the 3-D Secure server, at once (ARes) or after a challenge (RReq). */
function authenticationAnswer(
  payment: Payment,
  outcome: Outcome,
  context: Context,
  answers: { answers?: string },
): Decided {
  const { merchant, phase } = payment
  const challenged = phase === 'challenging'
  const verdict = authenticationVerdict(outcome, { challenged, merchant, now: context.now })
  switch (verdict.type) {
    case 'challenge':
      return accept([{ type: 'challengeNeeded', ...answers, challenge: verdict.challenge }])
    case 'profile': {
      const { serverTransId, url } = verdict
      return accept([
        { ...startProfiling({ serverTransId, url, asked: true }, context), ...answers },
      ])
    }
    case 'reject':
      return accept([{ type: 'rejected', ...answers, ...verdict.reason }])
    case 'proceed':
      return accept(goOn(payment, verdict.authentication, context, answers))
  }
}

/** The merchant's own account there: with an acquirer of its own it goes under that acquirer's numbers. */
const atServer = (threeds: string | undefined, channel: Payment['channel']) =>
  threeds === undefined
    ? {}
    : { threeds, ...(channel === 'PAYWALL' && { mayProfile: true as const }) }
