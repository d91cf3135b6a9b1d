import { CARD_PROBLEM } from '../../contract/instrument.ts'
import { acceptsOrganization } from '../../domain/actor/merchant-facts.ts'
import { cardMask } from '../../domain/cards/card-mask.ts'
import { isCardNumber } from '../../domain/cards/check-digit.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { CardSecret } from '../../vault/card-secret.ts'
import { fingerprint } from '../../vault/fingerprint.ts'
import type { Given, Owner, TakenInstrument } from './taken-instrument.ts'
import { invalidField } from '../refused.ts'
import type { Uses } from '../services.ts'

/** Vaults a card, or a card that was given before with what has changed. */
export async function takeCard(
  services: Uses<'cardBook' | 'keyRing' | 'threeDsVersions' | 'vault'>,
  owner: Owner,
  given: Given,
  before: Instrument | undefined,
): Promise<TakenInstrument> {
  if (before && given.instrumentNo === undefined && given.expDate === undefined)
    return { instrument: before }
  const { number, expDate } = await wholeCard(services, owner, given, before)
  const mask = cardMask(number)
  const facts = await services.cardBook.find(number)
  // A card that we do not support is not ours to keep, not even encrypted.
  if (!facts || !acceptsOrganization(owner.organizations, facts.organization))
    return { instrument: { type: 'CARD', cardMask: mask }, rejectCode: 'UNSUPPORTED_BIN' }
  const { merchantId } = owner
  const print = fingerprint(services.keyRing.fingerprint, number, merchantId)
  const secret: CardSecret = { number, expDate }
  const [vaultRef, versions] = await Promise.all([
    services.vault.store({ merchantId, kind: 'card', secret, fingerprint: print }),
    services.threeDsVersions(owner, number),
  ])
  const instrument: Instrument = {
    type: 'CARD',
    vaultRef,
    cardMask: mask,
    organization: facts.organization,
    fingerprint: print,
    ...(versions.type !== 'unavailable' && { enrolled: versions.type === 'enrolled' }),
  }
  const secretOwner = given.instrumentNo === undefined ? before?.secretOwner : undefined
  return { instrument: secretOwner ? { ...instrument, secretOwner } : instrument }
}

async function wholeCard(
  services: Uses<'vault'>,
  { merchantId }: Owner,
  given: Given,
  before: Instrument | undefined,
): Promise<CardSecret> {
  const known = before?.vaultRef && (await services.vault.read(before.vaultRef, merchantId))
  const { number: knownNumber, expDate: knownExpDate } = (known || {}) as Partial<CardSecret>
  const { instrumentNo: number = knownNumber, expDate = knownExpDate } = given
  if (number === undefined || !isCardNumber(number))
    throw invalidField('instrument.instrumentNo', CARD_PROBLEM)
  if (expDate === undefined) throw invalidField('instrument.expDate', 'is needed for CARD')
  return { number, expDate }
}
