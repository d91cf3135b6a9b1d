import type { ActorName } from '../../domain/actor/actor-name.ts'
import type { Merchant } from '../../domain/merchant.ts'
import type { Channel } from '../../domain/actor/channel.ts'
import type { KeyScope } from '../../domain/key-scope.ts'
import type { PortalRole } from '../../domain/portal-role.ts'
import { present } from '../../domain/present.ts'

/** Who makes a request: a merchant's server, or the payer of one payment. */
export type Caller = MerchantCaller | ClientCaller

export type Resource = 'PAYMENT' | 'TOKENIZER' | 'UNIVERSAL'

interface Known {
  merchantId: string
  agentId?: string
  merchant: Merchant
}

/** Holds a token from /auth, or an API key; or is one of its people, on the portal. */
export interface MerchantCaller extends Known {
  kind: 'merchant'
  resource: Resource
  channel?: Channel
  /** When it came with an API key: which one, and what that is for. */
  key?: { keyId: string; name: string; scopes: readonly KeyScope[] }
  person?: { personId: string; role: PortalRole }
}

/** Holds a CLIENT token, which names one payment or one tokenization. */
export interface ClientCaller extends Known {
  kind: 'client'
  resource: 'PAYMENT' | 'TOKENIZER'
  channel?: undefined
  paymentId?: string
  tokenizerId?: string
}

/** As it stands in the records of what was asked for. */
export function actorOf(caller: Caller): ActorName {
  if (caller.kind === 'client') return `customer/${caller.merchantId}`
  if (caller.person) return `person/${caller.person.personId}/${caller.merchantId}`
  return caller.agentId === undefined
    ? `merchant/${caller.merchantId}`
    : `agent/${caller.agentId}/${caller.merchantId}`
}

/** Who asks, for the journal: also with which key. Repeats are told by the actor, whatever the key. */
export const askerOf = (caller: Caller): { actor: ActorName; key?: string } =>
  present({ actor: actorOf(caller), key: keyOf(caller)?.keyId })

export const keyOf = (caller: Caller): MerchantCaller['key'] =>
  caller.kind === 'merchant' ? caller.key : undefined

/** An agent reaches what was made through it, the merchant itself everything of its own. */
export const isOwn = (
  subject: { merchantId: string; agentId?: string },
  { merchantId, agentId }: Pick<Caller, 'merchantId' | 'agentId'>,
): boolean =>
  subject.merchantId === merchantId && (agentId === undefined || subject.agentId === agentId)
