import type { KeyScope } from '../../domain/key-scope.ts'
import type { Permission } from '../../domain/portal-role.ts'
import type { Endpoint } from '../endpoint.ts'

/** How a key is told from a token. */
export const KEY_PREFIX = 'tgk_'

/** Reads that are posts, because card numbers do not belong in addresses. */
const reads = ['searchPayments', 'searchTokens', 'getBinInfo', 'getTokenizerBinInfo', 'getCardInfo']
const disputes = ['putEvidence', 'deleteEvidence', 'submitDispute', 'acceptDispute']
const settings = [
  'changeAccount',
  'putLogo',
  'createWebhook',
  'changeWebhook',
  'deleteWebhook',
  'rotateWebhookSecret',
  'testWebhook',
  'resendEvent',
]
/** Who holds a key must not make one that can do more. */
const secretOnly = ['listApiKeys', 'createApiKey', 'revokeApiKey', 'takeOverApiKey']

/** The scope that a key needs for an endpoint; none: keys are not enough. */
export function scopeOf({ operationId = '', method }: Endpoint): KeyScope | undefined {
  if (secretOnly.includes(operationId)) return undefined
  if (operationId === 'refundPayment') return 'refunds'
  if (disputes.includes(operationId)) return 'disputes'
  if (settings.includes(operationId)) return 'settings'
  return method === 'get' || reads.includes(operationId) ? 'read' : 'payments'
}

/** What somebody of the portal must be allowed to. Whose keys go on is the owners' to say. */
export const permissionOf = (endpoint: Endpoint): Permission =>
  endpoint.operationId === 'takeOverApiKey' ? 'people' : (scopeOf(endpoint) ?? 'keys')

/** Whether a key of these scopes is for this endpoint. */
export const isInScope = (endpoint: Endpoint, scopes: readonly KeyScope[]): boolean => {
  const needed = scopeOf(endpoint)
  return needed !== undefined && scopes.includes(needed)
}
