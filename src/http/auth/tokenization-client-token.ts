import { isOpenStatus } from '../../domain/actor/open-status.ts'
import { statusOfTokenization } from '../../domain/tokenization/phase.ts'
import type { Caller } from './caller.ts'
import type { Uses } from '../services.ts'
import { present } from '../../domain/present.ts'

/** The CLIENT token of a tokenization that has a page and can still be finished there. */
export async function tokenizationClientToken(
  services: Uses<'bearerTokens' | 'tokenizations'>,
  { merchant }: Caller,
  tokenizerId: string,
): Promise<{ access_token?: string }> {
  const tokenization = await services.tokenizations.find(tokenizerId)
  if (!tokenization?.linkId) return {}
  if (!isOpenStatus(statusOfTokenization[tokenization.phase])) return {}
  const { merchantId, agentId, linkId, validUntil } = tokenization
  const claims = {
    merchantId,
    ...present({ agentId }),
    resource: 'TOKENIZER' as const,
    tokenizerId,
    linkId,
    credentialsVersion: merchant.credentialsVersion,
  }
  return { access_token: await services.bearerTokens.issueClient(claims, validUntil) }
}
