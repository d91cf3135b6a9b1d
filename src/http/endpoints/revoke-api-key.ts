import { z } from 'zod'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { actOf } from '../lists/webhook-view.ts'
import { Refused } from '../refused.ts'

export const revokeApiKey = endpoint({
  method: 'delete',
  path: '/api-keys/:keyId',
  tag: 'Self-service',
  summary: 'End an API key, at once',
  resource: 'PAYMENT',
  permit: refuseAgents,
  answer: z.object({}),
  success: 204,
  rejects: ['key_not_found'],
  handle: async ({ apiKeys }, request) => {
    const ended = await apiKeys.revoke(String(request.params['keyId']), actOf(request))
    if (!ended) throw new Refused('key_not_found')
    return {}
  },
})
