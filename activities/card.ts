import type { CardData } from '../src/connectors/acquirer.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import type { Instrument } from '../src/domain/instrument.ts'
import type { Deps } from './deps.ts'

/** A card as the vault keeps it. */
export interface VaultedCard {
  number: string
  expDate: string
  cryptogram?: string
  eci?: string
  isNetworkToken?: boolean
}

export type CardLookup =
  | { type: 'card'; card: CardData }
  | { type: 'secretLost' }
  | { type: 'notUsable'; detail: string }
  | { type: 'unknown' }

/** The card of a call: from the vault with its CVV, or a network token with a fresh cryptogram. */
export async function findCard(deps: Deps, request: CallRequest): Promise<CardLookup> {
  const { instrument, call, ownerId, merchantId } = request
  if (instrument?.instrumentRef) return networkCard(deps, request, instrument.instrumentRef)
  const vaulted = await readCard(deps, instrument, merchantId)
  if (!vaulted) return { type: 'notUsable', detail: 'the card is not in the vault any more' }
  if (!call.secretOwner) return { type: 'card', card: vaulted }
  const cvv = deps.secrets?.read(ownerId)?.cvv
  return cvv === undefined ? { type: 'secretLost' } : { type: 'card', card: { ...vaulted, cvv } }
}

/** The card in the vault, with the expiry that its network has told since it was stored. */
export async function readCard(
  deps: Deps,
  instrument: Instrument | undefined,
  merchantId: string,
): Promise<VaultedCard | undefined> {
  if (!instrument?.vaultRef) return undefined
  const kept = (await deps.vault.read(instrument.vaultRef, merchantId)) as VaultedCard | undefined
  return kept && { ...kept, expDate: instrument.expDate ?? kept.expDate }
}

/** A cryptogram is issued for one payment by the customer; the merchant's own go without. */
async function networkCard(
  deps: Deps,
  request: CallRequest,
  instrumentRef: string,
): Promise<CardLookup> {
  const { instrument, call, currency } = request
  const service = deps.tokenServices[instrument?.type === 'VTS' ? 'vts' : 'scof']
  const { reference, amountMinor } = call
  const issued = await service.cryptogram(instrumentRef, { reference, amountMinor, currency })
  if (issued.type === 'notUsable')
    return { type: 'notUsable', detail: 'the network issues no cryptogram for it' }
  if (issued.type !== 'issued') return { type: 'unknown' }
  const { number, expDate, cryptogram, eci } = issued
  return { type: 'card', card: { number, expDate, cryptogram, eci, isNetworkToken: true } }
}
