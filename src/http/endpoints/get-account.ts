import { Account } from '../../contract/account.ts'
import { accountOf } from '../lists/account-view.ts'
import { endpoint } from '../endpoint.ts'

export const getAccount = endpoint({
  method: 'get',
  path: '/account',
  tag: 'Self-service',
  summary: 'What the gateway knows about the merchant',
  resource: 'PAYMENT',
  answer: Account,
  rejects: [],
  handle: ({ config }, { caller }) => accountOf(caller.merchant, config.server.publicUrl),
})
