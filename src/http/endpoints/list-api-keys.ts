import { ApiKeyList } from '../../contract/api-keys.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { apiKeyView } from '../lists/api-key-view.ts'

export const listApiKeys = endpoint({
  method: 'get',
  path: '/api-keys',
  tag: 'Self-service',
  summary: 'The API keys, and when each was used last',
  resource: 'PAYMENT',
  permit: refuseAgents,
  answer: ApiKeyList,
  rejects: [],
  handle: async ({ apiKeys }, { caller }) => ({
    keys: (await apiKeys.list(caller.merchantId)).map(apiKeyView),
  }),
})
