import type { CardNumber, KnownCard } from '../../contract/instrument.ts'
import type { Instrument } from '../../domain/instrument.ts'
import { numberLike } from '../../domain/cards/number-like.ts'
import type { CardSecret } from '../../vault/card-secret.ts'
import type { Caller } from '../auth/caller.ts'
import { findToken } from '../lookups/find-token.ts'
import { openFields } from './open-fields.ts'
import { invalidField } from '../refused.ts'
import type { Uses } from '../services.ts'

/** The card number that a request names: in the clear, encrypted, or by our own token. */
export async function cardNumber(
  services: Uses<'cardTokens' | 'keyRing' | 'vault'>,
  caller: Caller,
  instrument: CardNumber,
): Promise<string> {
  const { merchantId } = caller
  const { type = 'CARD', instrumentNo = '' } = await openFields(services, merchantId, instrument)
  if (type !== 'COF') return instrumentNo
  const token = await findToken(services, caller, { instrumentNo })
  const number =
    token?.status === 'ACTIVE' && token.vaultRef !== undefined
      ? await vaultedNumber(services, merchantId, token.vaultRef)
      : undefined
  if (number === undefined) throw invalidField('instrument.instrumentNo', 'is not a usable token')
  return number
}

/** The same, and of a network's token a number that stands for its card. */
export async function knownNumber(
  services: Uses<'cardTokens' | 'keyRing' | 'vault'>,
  caller: Caller,
  instrument: KnownCard,
): Promise<string> {
  const { type, instrumentRef } = instrument
  if (type !== 'SCOF' && type !== 'VTS') return cardNumber(services, caller, instrument)
  const token = await findToken(services, caller, { instrumentRef: instrumentRef ?? '' })
  if (token?.type !== type || token.status !== 'ACTIVE')
    throw invalidField('instrument.instrumentRef', 'is not a usable token')
  return numberLike(token.cardMask)
}

/** Of a payment's card, or one that stands for the card of its network token. */
export const numberOf = async (
  services: Uses<'vault'>,
  merchantId: string,
  { type, vaultRef, cardMask }: Pick<Instrument, 'type' | 'vaultRef' | 'cardMask'>,
): Promise<string | undefined> => {
  const isNetworkToken = type === 'SCOF' || type === 'VTS'
  if (isNetworkToken) return cardMask === undefined ? undefined : numberLike(cardMask)
  return vaultRef === undefined ? undefined : vaultedNumber(services, merchantId, vaultRef)
}

/** The number behind a reference; undefined when what is kept there is not a card. */
export async function vaultedNumber(
  { vault }: Uses<'vault'>,
  merchantId: string,
  vaultRef: string,
): Promise<string | undefined> {
  const kept: Partial<CardSecret> | undefined = await vault.read(vaultRef, merchantId)
  return kept?.number
}
