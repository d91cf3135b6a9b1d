import { z } from 'zod'
import { CommandAnswer } from '../../contract/answers.ts'
import { WithdrawRequest } from '../../contract/commands.ts'
import { endpoint } from '../endpoint.ts'
import { Refused } from '../refused.ts'
import { sendCommand } from '../commands/send-command.ts'

export const withdrawTransaction = endpoint({
  method: 'post',
  path: '/payment/:paymentId/transactions/:transId/cancel',
  tag: 'Payments',
  summary: 'Withdraw an adjustment',
  description:
    'Only the latest standing ADJUSTMENT, before the capture: the amount goes back to what it was.',
  resource: 'PAYMENT',
  keyed: true,
  subject: 'payment',
  params: z.object({ paymentId: z.string(), transId: z.string() }),
  body: WithdrawRequest,
  answer: CommandAnswer,
  rejects: [
    'transaction_not_found',
    'payment_held',
    'capture_exists',
    'operation_in_progress',
    'transaction_not_withdrawable',
  ],
  handle: (services, request) => {
    const { transId } = request.params
    if (!request.payment.transactions.some((transaction) => transaction.transId === transId))
      throw new Refused('transaction_not_found')
    const command = { name: 'withdraw', transId, ...request.body, traced: true } as const
    return sendCommand(services, request, command)
  },
})
