import { CreateApiKey, NewApiKey } from '../../contract/api-keys.ts'
import { MOST_KEYS } from '../../domain/key-scope.ts'
import { KEY_PREFIX } from '../auth/key-scopes.ts'
import { checkHolder, holderOf } from '../auth/key-holder.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { apiKeyView } from '../lists/api-key-view.ts'
import { actOf } from '../lists/webhook-view.ts'
import { invalidField, Refused } from '../refused.ts'

export const createApiKey = endpoint({
  method: 'post',
  path: '/api-keys',
  tag: 'Self-service',
  summary: 'Make an API key',
  description:
    'A key is sent in the place of a token, and needs no signing in. It does only what its scopes ' +
    'say; keys are made and ended with a token, never with a key. It is shown here only. Made by ' +
    'somebody of the portal, it can do at most what that person may, and ends with them.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  body: CreateApiKey,
  answer: NewApiKey,
  success: 201,
  rejects: ['too_many_keys'],
  handle: async ({ apiKeys, ids }, request) => {
    const { name, scopes, expiresAt } = request.body
    if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now())
      throw invalidField('expiresAt', 'must be in the future')
    checkHolder(request.caller, scopes)
    const keyId = ids.random()
    const key = `${KEY_PREFIX}${keyId}_${ids.random()}${ids.random()}`
    const holderId = holderOf(request.caller)
    const given = { keyId, key, name, scopes: [...new Set(scopes)], expiresAt, holderId }
    const made = await apiKeys.create(given, { ...actOf(request), most: MOST_KEYS })
    if (!made) throw new Refused('too_many_keys')
    return { ...apiKeyView(made), key }
  },
})
