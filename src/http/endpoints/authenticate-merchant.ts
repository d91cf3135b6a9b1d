import type { z } from 'zod'
import { AuthAnswer, AuthRequest } from '../../contract/auth.ts'
import { endpoint } from '../endpoint.ts'
import { Refused } from '../refused.ts'
import type { Uses } from '../services.ts'
import { present } from '../../domain/present.ts'

export const authenticateMerchant = endpoint({
  method: 'post',
  path: '/auth',
  tag: 'Authentication',
  summary: 'Get a token',
  description:
    'Exchanges the MID and secret for a bearer token. After five wrong secrets within a minute for ' +
    'one MID and address, further wrong ones are answered with 429; the right one always works. A ' +
    'new secret, or disabling the merchant, ends all of its tokens at once.',
  resource: 'NONE',
  body: AuthRequest,
  answer: AuthAnswer,
  rejects: ['invalid_credentials', 'agent_without_agreement', 'rate_limited'],
  handle: async (services, { body, ip, requestId }) => {
    const { secret, channel, resource = 'PAYMENT', merchant, agent } = body
    const owner = agent?.merchantId ?? merchant.merchantId
    if (!(await services.merchants.isLogin(owner, secret)))
      throw await wrongSecret(services, owner, { ip, requestId })
    const claims = await claimsOf(services, body)
    const { token, expiresInSeconds } = await services.bearerTokens.issueMerchant(claims)
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: expiresInSeconds,
      resource,
      channel,
    }
  },
})

/** A stranger's mistakes slow down the stranger, and never the one who knows the secret. */
async function wrongSecret(
  { authFailures, log }: Uses<'authFailures' | 'log'>,
  merchantId: string,
  { ip, requestId }: { ip: string; requestId: string },
): Promise<Refused> {
  const waitMs = await authFailures.add(merchantId, ip)
  if (waitMs > 0) {
    const headers = { 'retry-after': String(Math.ceil(waitMs / 1_000)) }
    return new Refused('rate_limited', { headers })
  }
  log.warn({ requestId, merchantId, remoteAddress: ip }, 'wrong credentials')
  return new Refused('invalid_credentials')
}

async function claimsOf({ merchants }: Uses<'merchants'>, body: z.output<typeof AuthRequest>) {
  const { channel, resource = 'PAYMENT', merchant: party, agent: agentParty } = body
  const agentId = agentParty?.merchantId
  const merchant = await merchants.find(party.merchantId)
  const agent = agentId === undefined ? undefined : await merchants.find(agentId)
  const isAllowed = agentId === undefined || merchant?.agents.includes(agentId) === true
  // To an agent, a merchant it does not act for and one that does not exist are the same.
  if (agent && (!isAllowed || merchant?.status !== 'active')) {
    throw new Refused('agent_without_agreement')
  }
  if (merchant?.kind !== 'merchant' || (agentId !== undefined && agent?.kind !== 'agent')) {
    throw new Refused('invalid_credentials')
  }
  return {
    merchantId: merchant.merchantId,
    resource,
    ...present({ channel }),
    credentialsVersion: merchant.credentialsVersion,
    ...(agent && { agentId: agent.merchantId, agentCredentialsVersion: agent.credentialsVersion }),
  }
}
