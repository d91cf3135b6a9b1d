import type { CardToken } from '../../domain/card-token.ts'
import type { Owner } from '../intake/taken-instrument.ts'
import type { Uses } from '../services.ts'

interface Name {
  instrumentNo?: string
  instrumentRef?: string
}

/**
 * The caller's own token of that name; an agent reaches only those made through it, a payer only
 * those of the customer whom the merchant has named.
 */
export async function findToken(
  { cardTokens }: Uses<'cardTokens'>,
  { merchantId, agentId, payer }: Pick<Owner, 'merchantId' | 'agentId' | 'payer'>,
  { instrumentNo, instrumentRef }: Name,
): Promise<CardToken | undefined> {
  const token =
    instrumentNo === undefined
      ? await cardTokens.findByRef(merchantId, instrumentRef ?? '')
      : await cardTokens.find(merchantId, instrumentNo)
  if (!token) return undefined
  const tokenId = tokenIdOf(token)
  const reaches = await Promise.all([
    agentId === undefined || cardTokens.isOfAgent(merchantId, tokenId, agentId),
    payer === undefined || cardTokens.isOfCustomer(merchantId, tokenId, payer.customerKey),
  ])
  return reaches.every(Boolean) ? token : undefined
}

export const tokenIdOf = ({ instrumentNo, instrumentRef }: CardToken): string =>
  instrumentNo ?? instrumentRef ?? ''
