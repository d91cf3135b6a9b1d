import { z } from 'zod'
import { ownName } from '../../contract/wire/queries.ts'
import { verifyReturnHash } from '../../connectors/bank/index.ts'
import { ownerOf } from '../../domain/id.ts'
import { askBank } from '../commands/ask-bank.ts'
import { endpoint } from '../endpoint.ts'
import { Refused } from '../refused.ts'
import { returnPayer } from '../return-payer.ts'

const Query = z.object({
  ServiceID: ownName(64, 'Our number at the intermediary'),
  OrderID: ownName(128, 'The reference of the payment there'),
  Hash: ownName(128, 'Hex SHA-256 of ServiceID|OrderID|key'),
})

export const receiveBankReturn = endpoint({
  method: 'get',
  path: '/notifications/bmweb/status',
  tag: 'Notifications',
  summary: "The payer's browser comes back from the bank",
  description:
    'Makes the gateway ask the bank, and sends the browser on with a 303. The redirect itself ' +
    'never decides anything.',
  resource: 'NONE',
  query: Query,
  sendsOn: 'always',
  answer: z.object({ location: z.string() }),
  rejects: ['invalid_signature', 'payment_not_found'],
  handle: async (services, { query, requestId }) => {
    const { serviceId, webhookKey: key } = services.config.providers.bank
    const { ServiceID, OrderID, Hash } = query
    if (ServiceID !== serviceId || !verifyReturnHash(ServiceID, OrderID, key, Hash))
      throw new Refused('invalid_signature')
    const payment = await services.payments.find(ownerOf(OrderID))
    if (!payment) throw new Refused('payment_not_found')
    // The payer is sent on even when nobody can be asked now: the payment asks by itself, later.
    await askBank(services, payment, requestId).catch((error: unknown) => {
      services.log.warn({ err: error, requestId }, 'bank not asked')
    })
    return returnPayer(services, payment)
  },
})
