import { z } from 'zod'
import { holderOf } from '../auth/key-holder.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { actOf } from '../lists/webhook-view.ts'
import { Refused } from '../refused.ts'

export const takeOverApiKey = endpoint({
  method: 'post',
  path: '/api-keys/:keyId/take-over',
  tag: 'Self-service',
  summary: 'Take over an API key from whoever holds it',
  description:
    'A key that somebody made on the portal ends with them. Taken over, it goes on: with a token as ' +
    "the merchant's own, by an owner on the portal as that owner's. Its scopes stay what they were; " +
    'what was ended stays ended.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  answer: z.object({}),
  success: 204,
  rejects: ['key_not_found'],
  handle: async ({ apiKeys }, request) => {
    const keyId = String(request.params['keyId'])
    const taken = await apiKeys.takeOver(keyId, holderOf(request.caller), actOf(request))
    if (!taken) throw new Refused('key_not_found')
    return {}
  },
})
