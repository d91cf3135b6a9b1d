import { z } from 'zod'
import { optional } from '../../contract/fields.ts'
import { ownName } from '../../contract/wire/queries.ts'
import { askAcquirer, findCharged } from '../commands/ask-acquirer.ts'
import { endpoint } from '../endpoint.ts'
import { Refused } from '../refused.ts'
import { returnCardholder, returnPayer } from '../return-payer.ts'

const name = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/)

const Query = z.object({
  reference: ownName(128, 'The charge that the payer was away with'),
  redirectResult: optional(
    z
      .string()
      .min(1)
      .max(8_192)
      .describe('What some acquirers want to be given back; only they read it'),
  ),
})

export const receiveAcquirerReturn = endpoint({
  method: 'get',
  path: '/notifications/acquirers/:connector/:merchantId/:account/return',
  tag: 'Notifications',
  summary: "The payer's browser comes back from the page of an acquirer",
  description:
    'Makes the gateway ask the acquirer how the charge stands, and sends the browser on with a 303. ' +
    'The redirect itself never decides anything, whatever it says.',
  resource: 'NONE',
  params: z.object({ connector: name, merchantId: z.string().max(64), account: name }),
  query: Query,
  sendsOn: 'always',
  answer: z.object({ location: z.string() }),
  rejects: ['payment_not_found'],
  handle: async (services, { params, query, requestId }) => {
    const { reference, redirectResult } = query
    const found = await findCharged(services, reference, params.merchantId)
    if (!found) throw new Refused('payment_not_found')
    // The payer is sent on even when nobody can be asked now: the payment asks by itself, later.
    await askAcquirer(services, found, { reference, proof: redirectResult, requestId }).catch(
      (error: unknown) => {
        services.log.warn({ err: error, requestId }, 'acquirer not asked')
      },
    )
    const { payment, tokenization } = found
    return payment ? returnPayer(services, payment) : returnCardholder(services, tokenization)
  },
})
