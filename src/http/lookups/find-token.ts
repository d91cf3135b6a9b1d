import type { CardToken } from '../../domain/card-token.ts'
import type { Services } from '../services.ts'

interface Name {
  instrumentNo?: string
  instrumentRef?: string
}

/** The caller's own token of that name; an agent reaches only those made through it. */
export async function findToken(
  { cardTokens }: Pick<Services, 'cardTokens'>,
  { merchantId, agentId }: { merchantId: string; agentId?: string | undefined },
  { instrumentNo, instrumentRef }: Name,
): Promise<CardToken | undefined> {
  const token =
    instrumentNo === undefined
      ? await cardTokens.findByRef(merchantId, instrumentRef ?? '')
      : await cardTokens.find(merchantId, instrumentNo)
  if (!token || agentId === undefined) return token
  const isOwn = await cardTokens.isOfAgent(merchantId, tokenIdOf(token), agentId)
  return isOwn ? token : undefined
}

export const tokenIdOf = ({ instrumentNo, instrumentRef }: CardToken): string =>
  instrumentNo ?? instrumentRef ?? ''
