import { z } from 'zod'
import type { RowDifference } from '../../domain/payment/row-difference.ts'
import { readRefolding } from '../../postgres/review/refold-payment.ts'
import { deskCommand, two } from '../command.ts'
import { reason, text } from '../fields.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'
import { findPayment } from './instruct-payment.ts'
import { requestInstruction } from './request-instruction.ts'

/**
 * `payment rebuild`: a row that says otherwise than its journal is written again; what a bad build has
 * scheduled no good one can replay, from before it both can.
 */
export const rebuildCommand = deskCommand({
  name: 'payment rebuild',
  description:
    'write its row again from its journal, and begin its workflow again from the last task that this build agrees with, where they differ; a second person has to approve it',
  ...two('operator', 'a history that may be about money begins anew'),
  input: z.strictObject({ paymentId: text('paymentId', 'of the payment'), reason }),
  takes: ['paymentId'],
  examples: [{ paymentId: 'dyscz…', reason: 'build 3f2a9c1 was bad' }],
  carryOut: (given, caller) =>
    withConnections(async ({ db }) => {
      const { id: paymentId } = await findPayment(db, given.paymentId)
      const { differences: row = [] } = (await readRefolding(db, paymentId)) ?? {}
      const command = { name: 'rebuild', ...(row.length > 0 && { row }) } as const
      const says = row.length > 0 ? inTable(row) : 'its row is right'
      const asking = { ...caller, reason: given.reason }
      return requestInstruction(db, { paymentId, command }, asking, { says })
    }),
})

const inTable = (differences: readonly RowDifference[]): string =>
  table(
    ['what differs', 'in the row', 'by its journal'],
    differences.map(({ path, row, journal }) => [path, row, journal]),
  )
