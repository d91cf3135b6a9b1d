import { payable, reserved } from '../../ledger.ts'
import { kept, started } from '../patch.ts'
import { moveSale } from './money-moves.ts'
import type { Operation } from './operation.ts'
import { bad, plain } from './operation.ts'

/** A payment is cancelled where it can be; what was charged or held is given back. */
export const reversal = {
  events: {
    reversalStarted: {
      moves: { from: ['authorized', 'paid'], to: 'reversing' },
      changes: (payment, { transaction, ending }) => ({ ...started(payment, transaction), ending }),
      posts: (payment) => moveSale(payment, payable, reserved),
      notifies: 'none',
      words: plain('reversal started'),
    },
    holdKept: {
      moves: { from: ['reversing'], to: 'authorized' },
      changes: (payment, { transId, ...reason }, at) => kept(payment, transId, reason, at),
      posts: 'none',
      notifies: 'transaction',
      words: bad('reversal refused, the hold stays'),
    },
    saleKept: {
      moves: { from: ['reversing'], to: 'paid' },
      changes: (payment, { transId, ...reason }, at) => kept(payment, transId, reason, at),
      posts: (payment) => moveSale(payment, reserved, payable),
      notifies: 'transaction',
      words: bad('reversal refused, the sale stays'),
    },
  },
} satisfies Operation
