import { required } from '../../assert.ts'
import { referenceOf, transIdOf } from '../../id.ts'
import { present } from '../../present.ts'
import type { GivenReason } from '../../reasons/given-reason.ts'
import { closed, completed, started } from '../patch.ts'
import type { Transaction } from '../payment.ts'
import { callOnHold, obstacleAtHold, startOnHold } from './hold.ts'
import { approvalOf, reasonOf } from './verdict.ts'
import type { Call, Operation, Payment } from './operation.ts'
import { accept, bad, good, internal, plain, refuse } from './operation.ts'

/** The amount of a hold is changed, and the change taken back. */
export const adjustment = {
  commands: {
    /** To a new total. */
    adjust: {
      decide: (payment, command, context) => {
        const obstacle = obstacleAtHold(payment)
        if (obstacle) return refuse(obstacle)
        if (payment.phase !== 'authorized') return refuse('payment_not_adjustable')
        const { authorizedMinor: previousMinor } = payment
        if (command.amountMinor === previousMinor) return refuse('adjustment_changes_nothing')
        const { transaction, call } = startOnHold(payment, 'adjust', command, context)
        return accept(
          [{ type: 'adjustmentStarted', transaction: { ...transaction, previousMinor }, call }],
          { transId: transaction.transId },
        )
      },
      words: 'The merchant changes the amount of the hold',
    },
    /** The latest standing change: the amount goes to what it was before. */
    withdraw: {
      decide: (payment, { transId, traced }, { commandId }) => {
        const transaction = payment.transactions.find((one) => one.transId === transId)
        if (!transaction) return refuse('transaction_not_found')
        const obstacle = obstacleAtHold(payment)
        if (obstacle) return refuse(obstacle)
        const standing = payment.transactions.filter(
          ({ type, status }) => type === 'ADJUSTMENT' && status === 'COMPLETED',
        )
        if (payment.phase !== 'authorized' || standing.at(-1)?.transId !== transId)
          return refuse('transaction_not_withdrawable')
        const reference = referenceOf(payment.id, 'withdraw', commandId)
        const amountMinor = required(transaction.previousMinor, 'previous amount')
        const call = {
          ...callOnHold(payment, 'adjust', reference, amountMinor, transId),
          withdraws: true,
          ...(traced && { refusalId: transIdOf(commandId) }),
        }
        return accept([{ type: 'withdrawalStarted', transId, call }], { transId })
      },
      words: 'The merchant takes the last change of the hold back',
    },
  },
  deadlines: {},
  calls: {
    adjust: {
      repeats: 'bounded',
      made: 'inTask',
      atProvider: 'adjust',
      aboutCharge: true,
      asks: 'nothing',
      words: 'change the hold',
      verdict: (payment, call, verdict, answers, { now }) => {
        const transId = required(call.transId, 'transaction')
        const { amountMinor, withdraws } = call
        if (verdict.type !== 'approved') {
          const reason = reasonOf(verdict)
          const fact = { answers, transId, ...reason }
          const trace = present({ transaction: refusedWithdrawal(payment, call, reason, now) })
          return accept([
            withdraws
              ? { type: 'withdrawalRefused', ...fact, ...trace }
              : { type: 'adjustmentRefused', ...fact },
          ])
        }
        return accept([
          withdraws
            ? { type: 'withdrawn', answers, transId, amountMinor }
            : { type: 'adjusted', answers, transId, amountMinor, ...approvalOf(verdict) },
        ])
      },
    },
  },
  events: {
    adjustmentStarted: {
      moves: { from: ['authorized'], to: 'adjusting' },
      changes: (payment, { transaction }) => started(payment, transaction),
      posts: 'none',
      notifies: 'transaction',
      words: plain('change of the hold started to'),
    },
    adjusted: {
      moves: { from: ['adjusting'], to: 'authorized' },
      changes: (payment, { transId, amountMinor, ...approval }, at) => ({
        ...completed(payment, transId, approval, at),
        authorizedMinor: amountMinor,
      }),
      posts: 'none',
      notifies: 'transaction',
      words: good('hold changed to'),
    },
    adjustmentRefused: {
      moves: { from: ['adjusting'], to: 'authorized' },
      changes: (payment, { transId, ...reason }, at) =>
        closed(payment, transId, 'REJECTED', at, reason),
      posts: 'none',
      notifies: 'transaction',
      words: bad('change of the hold refused'),
    },
    withdrawalStarted: {
      moves: { from: ['authorized'], to: 'adjusting' },
      changes: 'none',
      ...internal,
      words: plain('withdrawal of the change started'),
    },
    withdrawn: {
      moves: { from: ['adjusting'], to: 'authorized' },
      changes: (payment, { transId, amountMinor }, at) => ({
        ...closed(payment, transId, 'CANCELLED', at),
        authorizedMinor: amountMinor,
      }),
      posts: 'none',
      notifies: 'transaction',
      words: plain('hold back to'),
    },
    withdrawalRefused: {
      moves: { from: ['adjusting'], to: 'authorized' },
      changes: (payment, { transaction }) => (transaction ? started(payment, transaction) : {}),
      posts: 'none',
      // Withdrawals that were refused before they left a trace were told to nobody.
      notifies: ({ transaction }) => (transaction ? 'transaction' : 'none'),
      words: bad('withdrawal refused'),
    },
  },
} satisfies Operation

/** The adjustment stays as it was; what was asked for is told as a change of the hold that was refused. */
const refusedWithdrawal = (
  { authorizedMinor }: Payment,
  { refusalId, amountMinor, reference }: Call,
  reason: GivenReason,
  now: number,
): Transaction | undefined =>
  refusalId === undefined
    ? undefined
    : {
        transId: refusalId,
        type: 'ADJUSTMENT',
        status: 'REJECTED',
        amountMinor,
        reference,
        previousMinor: authorizedMinor,
        ...reason,
        createdAt: now,
        updatedAt: now,
      }
