import type { InstrumentAttributes } from '../../contract/instrument.ts'
import { isCardNumber } from '../../domain/cards/check-digit.ts'
import type { CardToken } from '../../domain/card-token.ts'
import { fingerprint } from '../../vault/fingerprint.ts'
import type { Caller } from '../auth/caller.ts'
import { findToken, tokenIdOf } from './find-token.ts'
import { openFields } from '../intake/open-fields.ts'
import type { Uses } from '../services.ts'

/** The caller's tokens of that name, or all that were made of that card. */
export async function findTokens(
  services: Uses<'cardTokens' | 'keyRing'>,
  caller: Caller,
  given: Pick<InstrumentAttributes, 'instrumentNo' | 'encInstrumentNo' | 'instrumentRef'>,
): Promise<CardToken[]> {
  const name = await openFields(services, caller.merchantId, given)
  const { instrumentNo } = name
  if (instrumentNo !== undefined && isCardNumber(instrumentNo))
    return ofCard(services, caller, instrumentNo)
  const token = await findToken(services, caller, name)
  return token ? [token] : []
}

async function ofCard(
  { cardTokens, keyRing }: Uses<'cardTokens' | 'keyRing'>,
  { merchantId, agentId }: Caller,
  number: string,
): Promise<CardToken[]> {
  const print = fingerprint(keyRing.fingerprint, number, merchantId)
  const tokens = await cardTokens.findByCard(merchantId, print)
  if (agentId === undefined) return tokens
  const own = await Promise.all(
    tokens.map((token) => cardTokens.isOfAgent(merchantId, tokenIdOf(token), agentId)),
  )
  return tokens.filter((_, index) => own[index])
}
