import { acceptsOrganization } from '../../domain/actor/merchant-facts.ts'
import { instrumentProblems } from '../../contract/instrument.ts'
import type { InstrumentAttributes } from '../../contract/instrument.ts'
import type { CardToken } from '../../domain/card-token.ts'
import { traitsOf } from '../../domain/instrument.ts'
import type { Instrument, InstrumentType } from '../../domain/instrument.ts'
import type { WalletSecret } from '../../vault/card-secret.ts'
import { findToken } from '../lookups/find-token.ts'
import { findBank } from '../lookups/find-bank.ts'
import { openFields } from './open-fields.ts'
import { invalidField, merchantsWord, Refused } from '../refused.ts'
import type { Uses } from '../services.ts'
import { takeCard } from './take-card.ts'
import type { Given, Owner, TakenInstrument } from './taken-instrument.ts'
import { present } from '../../domain/present.ts'

/** What instruments of every kind are taken with. */
export type IntakeParts = Uses<
  | 'banks'
  | 'cardBook'
  | 'cardTokens'
  | 'keyRing'
  | 'log'
  | 'secretOwner'
  | 'secrets'
  | 'threeDsVersions'
  | 'vault'
>

/**
 * Turns an instrument as it came into one that a workflow may know: the card, the wallet's token or
 * the checkout response goes into the vault, the CVV or BLIK code into this process's memory.
 */
export async function takeInstrument(
  services: IntakeParts,
  owner: Owner,
  attributes: InstrumentAttributes,
): Promise<TakenInstrument> {
  const type = typeOf(attributes, owner.instrument)
  const given = await openFields(services, owner.merchantId, attributes, type)
  const before = owner.instrument?.type === type ? owner.instrument : undefined
  if (!before) requireSufficient({ ...given, type: given.type ?? type })
  const taken = await takers[type](services, owner, given, before)
  if (taken.rejectCode !== undefined) return taken
  if (!acceptsOrganization(owner.organizations, taken.instrument.organization))
    return { ...taken, rejectCode: 'UNSUPPORTED_BIN' }
  return { instrument: keepSecret(services, owner.id, taken.instrument, given) }
}

type Take = (
  services: IntakeParts,
  owner: Owner,
  given: Given,
  before: Instrument | undefined,
) => TakenInstrument | Promise<TakenInstrument>

function typeOf({ type }: InstrumentAttributes, before: Instrument | undefined): InstrumentType {
  if (type === 'BLIK') return 'BLIK_CODE'
  if (type !== undefined) return type
  if (!before) throw invalidField('instrument.type', 'is missing')
  return before.type
}

function requireSufficient(given: Given): void {
  const problems = instrumentProblems(given)
  if (problems.length === 0) return
  const errors = problems.map(({ field, message }) => ({ field: `instrument.${field}`, message }))
  throw new Refused('invalid_request', { errors })
}

const takeStoredCard: Take = async (services, owner, { instrumentNo }, before) => {
  if (before && instrumentNo === undefined) return { instrument: before }
  const token = await findToken(services, owner, { instrumentNo: instrumentNo ?? '' })
  return { instrument: byToken('COF', token) }
}

const takeNetworkToken =
  (type: 'SCOF' | 'VTS'): Take =>
  async (services, owner, { instrumentRef }, before) => {
    if (before && instrumentRef === undefined) return { instrument: before }
    const token = await findToken(services, owner, { instrumentRef: instrumentRef ?? '' })
    return { instrument: byToken(type, token) }
  }

/** An unknown token and one of another kind look alike: neither can be paid with. */
function byToken(type: CardToken['type'], token: CardToken | undefined): Instrument {
  if (token?.type !== type) return { type, tokenUsable: false }
  const { vaultRef, instrumentRef, cardMask, organization, fingerprint, tokenizerId, expDate } =
    token
  return {
    type,
    ...present({ vaultRef, instrumentRef }),
    cardMask,
    organization,
    ...present({ fingerprint }),
    tokenizerId,
    // The expiry of a network's token comes with each cryptogram.
    ...(type === 'COF' && { expDate }),
    tokenUsable: token.status === 'ACTIVE',
  }
}

const takeWallet =
  (type: 'APAY' | 'GPAY'): Take =>
  async (services, { merchantId }, { token }, before) => {
    if (token === undefined) return { instrument: before ?? { type } }
    const secret: WalletSecret = { token, receivedAt: Date.now() }
    const vaultRef = await services.vault.store({ merchantId, kind: 'wallet', secret })
    return { instrument: { type, vaultRef } }
  }

const takeClickToPay: Take = async (services, { merchantId }, { payload }, before) => {
  if (payload === undefined) return { instrument: before ?? { type: 'C2P' } }
  const secret: WalletSecret = { token: payload, receivedAt: Date.now() }
  const vaultRef = await services.vault.store({ merchantId, kind: 'c2p', secret })
  return { instrument: { type: 'C2P', vaultRef } }
}

const takeBlik =
  (type: 'BLIK_CODE' | 'BLIK_UID' | 'BLIK_PAYID'): Take =>
  (_services, { payer }, { alias, app }, before) => {
    // An alias is charged without a code: whose it is, the merchant alone knows.
    if (payer && alias !== undefined && alias !== payer.alias)
      throw merchantsWord(['instrument.alias'])
    return { instrument: { ...before, type, ...present({ alias, app }) } }
  }

const takeBank: Take = async (services, owner, given, before) => {
  if (before && given.bank === undefined && given.bankId === undefined)
    return { instrument: before }
  const { bank, provider, available } = await findBank(
    services,
    { merchantId: owner.merchantId, via: owner.bank, providers: owner.bankProviders },
    given,
  )
  const instrument: Instrument = { type: 'PBL', bank, ...present({ provider }) }
  return available ? { instrument } : { instrument, rejectCode: 'BANK_UNAVAILABLE' }
}

const takers: Record<InstrumentType, Take> = {
  CARD: takeCard,
  COF: takeStoredCard,
  SCOF: takeNetworkToken('SCOF'),
  VTS: takeNetworkToken('VTS'),
  APAY: takeWallet('APAY'),
  GPAY: takeWallet('GPAY'),
  C2P: takeClickToPay,
  BLIK_CODE: takeBlik('BLIK_CODE'),
  BLIK_UID: takeBlik('BLIK_UID'),
  BLIK_PAYID: takeBlik('BLIK_PAYID'),
  PBL: takeBank,
}

/** The secret stays in this process; the workflow only learns where to find it. */
function keepSecret(
  services: Uses<'secretOwner' | 'secrets'>,
  ownerId: string,
  instrument: Instrument,
  { cvv, code }: Given,
): Instrument {
  const kind = traitsOf(instrument.type).secret
  const secret = kind === 'cvv' ? cvv : kind === 'code' ? code : undefined
  if (kind === undefined || secret === undefined) return instrument
  services.secrets.put(ownerId, { [kind]: secret })
  return { ...instrument, secretOwner: services.secretOwner }
}
