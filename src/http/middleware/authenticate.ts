import type { IncomingMessage } from 'node:http'
import { present } from '../../domain/present.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Tokenization } from '../../domain/tokenization/tokenization.ts'
import { KEY_PREFIX } from '../auth/key-scopes.ts'
import { SESSION_PREFIX } from '../auth/person-operations.ts'
import type { Caller, ClientCaller, MerchantCaller } from '../auth/caller.ts'
import { Refused } from '../refused.ts'
import type { Uses } from '../services.ts'
import type { VerifiedToken } from '../auth/bearer-tokens.ts'

/** The caller, and for a payer what the token names, which has been read to know its link. */
export interface Authenticated {
  caller: Caller
  payment?: Payment
  tokenization?: Tokenization
}

/** Finds out who calls; whatever is wrong with the token, the answer is the same 401. */
export async function authenticate(
  services: Uses<
    'apiKeys' | 'bearerTokens' | 'merchants' | 'payments' | 'sessions' | 'tokenizations'
  >,
  request: IncomingMessage,
): Promise<Authenticated> {
  const bearer = bearerOf(request)
  if (bearer?.startsWith(KEY_PREFIX)) return authenticateKey(services, bearer)
  if (bearer?.startsWith(SESSION_PREFIX)) return authenticatePerson(services, bearer)
  const token = bearer === undefined ? undefined : await services.bearerTokens.verify(bearer)
  const authenticated =
    token?.type === 'merchant'
      ? await authenticateMerchant(services, token)
      : token && (await authenticateClient(services, token))
  if (!authenticated) throw new Refused('unauthorized')
  return authenticated
}

async function authenticateKey(
  { apiKeys, merchants }: Uses<'apiKeys' | 'merchants'>,
  bearer: string,
): Promise<Authenticated> {
  const key = await apiKeys.verify(bearer)
  const merchant = key && (await merchants.find(key.merchantId))
  if (!key || merchant?.status !== 'active') throw new Refused('unauthorized')
  const { merchantId, ...held } = key
  return { caller: { kind: 'merchant', merchantId, resource: 'UNIVERSAL', merchant, key: held } }
}

/** Somebody on the portal, which presents their session; it is judged here, each time. */
async function authenticatePerson(
  { sessions, merchants }: Uses<'merchants' | 'sessions'>,
  bearer: string,
): Promise<Authenticated> {
  const person = await sessions.look(bearer.slice(SESSION_PREFIX.length))
  const merchant = person && (await merchants.find(person.merchantId, person.merchantVersion))
  if (!person || merchant?.status !== 'active') throw new Refused('unauthorized')
  const { personId, merchantId, role } = person
  return {
    caller: {
      kind: 'merchant',
      merchantId,
      resource: 'UNIVERSAL',
      merchant,
      person: { personId, role },
    },
  }
}

function bearerOf(request: IncomingMessage): string | undefined {
  // Of two headers Node keeps the first and a proxy perhaps the second: neither is believed.
  const given = request.headersDistinct.authorization ?? []
  if (given.length !== 1) return undefined
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(given[0] ?? '')?.[1]
}

async function authenticateMerchant(
  { merchants }: Uses<'merchants'>,
  token: Extract<VerifiedToken, { type: 'merchant' }>,
): Promise<Authenticated | undefined> {
  const { merchantId, agentId, resource, channel, credentialsVersion } = token
  const merchant = await merchants.find(merchantId)
  if (merchant?.status !== 'active') return undefined
  const caller: MerchantCaller = present({
    kind: 'merchant',
    merchantId,
    resource,
    merchant,
    channel,
  })
  if (agentId === undefined) {
    return merchant.credentialsVersion === credentialsVersion ? { caller } : undefined
  }
  const agent = await merchants.find(agentId)
  const isAgent =
    agent?.status === 'active' &&
    agent.credentialsVersion === token.agentCredentialsVersion &&
    merchant.agents.includes(agentId)
  return isAgent ? { caller: { ...caller, agentId } } : undefined
}

/** Also for the hosted page, which keeps the token in a cookie. */
export async function authenticateClient(
  services: Uses<'merchants' | 'payments' | 'tokenizations'>,
  token: Extract<VerifiedToken, { type: 'client' }>,
): Promise<Authenticated | undefined> {
  const { merchantId, agentId, resource, paymentId, tokenizerId, linkId } = token
  const merchant = await services.merchants.find(merchantId)
  if (merchant?.status !== 'active') return undefined
  if (merchant.credentialsVersion !== token.credentialsVersion) return undefined
  const caller: ClientCaller = present({
    kind: 'client',
    merchantId,
    resource,
    merchant,
    agentId,
    paymentId,
    tokenizerId,
  })
  if (paymentId !== undefined) {
    const payment = await services.payments.find(paymentId)
    return payment?.linkId === linkId && payment ? { caller, payment } : undefined
  }
  const tokenization =
    tokenizerId === undefined ? undefined : await services.tokenizations.find(tokenizerId)
  return tokenization?.linkId === linkId && tokenization ? { caller, tokenization } : undefined
}
