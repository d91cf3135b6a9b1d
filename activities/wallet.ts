import { cardMask } from '../src/domain/cards/card-mask.ts'
import type { InstrumentType, TypeOfFamily } from '../src/domain/instrument.ts'
import { appleMerchantIdOf, dpaIdOf } from '../src/domain/merchant.ts'
import type { Outcome } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import { claimWalletMessage } from '../src/postgres/wallet-messages.ts'
import type { WalletSecret } from '../src/vault/card-secret.ts'
import { fingerprint } from '../src/vault/fingerprint.ts'
import { openApplePay } from '../src/wallets/open-apple-pay.ts'
import { openClickToPay } from '../src/wallets/open-click-to-pay.ts'
import { openGooglePay } from '../src/wallets/open-google-pay.ts'
import type { WalletOutcome } from '../src/wallets/wallet-outcome.ts'
import type { Deps } from './deps.ts'
import { present } from '../src/domain/present.ts'

/** Verifies and opens what a wallet gave the payer; the card inside goes to the vault. */
export const createWalletActivities = (deps: Deps) => ({
  openWallet: async (request: CallRequest): Promise<Outcome> => {
    const { instrument, merchantId, ownerId } = request
    const kept = instrument?.vaultRef
      ? await deps.vault.read(instrument.vaultRef, merchantId)
      : undefined
    if (!kept) return { type: 'invalid', detail: 'the token is not in the vault any more' }
    const opened = await open(deps, request, kept as WalletSecret)
    if (opened.type === 'invalid') {
      deps.log.warn({ ownerId, reason: opened.reason }, 'wallet token refused')
      return { type: 'invalid', detail: opened.reason }
    }
    const { replayId, authMethod, ...card } = opened.card
    if (!(await claimWalletMessage(deps.db, `${instrument?.type ?? ''}/${replayId}`, ownerId))) {
      deps.log.warn({ ownerId }, 'wallet token replayed')
      return { type: 'invalid', detail: 'the token was used before' }
    }
    const organization = (await deps.cardBook.find(card.number))?.organization
    const print = fingerprint(deps.keyRing.fingerprint, card.number, merchantId)
    const vaultRef = await deps.vault.store({
      merchantId,
      kind: 'card',
      secret: card,
      fingerprint: print,
    })
    return {
      type: 'opened',
      vaultRef,
      cardMask: cardMask(card.number),
      fingerprint: print,
      auth: authMethod,
      ...present({ organization }),
    }
  },
})

interface Opening {
  deps: Deps
  request: CallRequest
  token: WalletSecret['token']
  nowMs: number
}

const openers: Record<TypeOfFamily<'wallet'>, (opening: Opening) => Promise<WalletOutcome>> = {
  GPAY: async ({ deps, request, token, nowMs }) => {
    const { google: roots } = await deps.walletRoots()
    if (!roots) return withoutRoots
    const context = { nowMs, roots, keys: deps.keyRing.wallets.google, gateway: deps.googleGateway }
    return openGooglePay(token, { ...context, merchantId: request.merchantId })
  },
  APAY: async ({ deps, request, token, nowMs }) => {
    const { apple: roots } = await deps.walletRoots()
    if (!roots) return withoutRoots
    const merchant = await deps.merchants.find(request.merchantId)
    if (!merchant) return unknownMerchant
    return openApplePay(token, {
      ...moneyOf(request),
      nowMs,
      roots,
      keys: deps.keyRing.wallets.apple,
      merchantIdentifier: appleMerchantIdOf(merchant),
    })
  },
  C2P: async ({ deps, request, token, nowMs }) => {
    const { c2p: roots } = await deps.walletRoots()
    if (!roots) return withoutRoots
    const merchant = await deps.merchants.find(request.merchantId)
    if (!merchant) return unknownMerchant
    return openClickToPay(token, {
      ...moneyOf(request),
      nowMs,
      roots,
      keys: deps.keyRing.wallets.c2p,
      dpaId: dpaIdOf(merchant),
      paymentId: request.ownerId,
    })
  },
}

const unknownMerchant: WalletOutcome = { type: 'invalid', reason: 'the merchant is not known' }

/** Nobody's signature is believed where no roots are configured. */
const withoutRoots: WalletOutcome = { type: 'invalid', reason: 'no roots of this wallet are known' }

const moneyOf = ({ call, currency }: CallRequest) => ({ amountMinor: call.amountMinor, currency })

function open(
  deps: Deps,
  request: CallRequest,
  { token, receivedAt = Date.now() }: WalletSecret,
): Promise<WalletOutcome> | WalletOutcome {
  const type = request.instrument?.type
  if (type === undefined || !isWallet(type)) return { type: 'invalid', reason: 'not of a wallet' }
  return openers[type]({ deps, request, token, nowMs: receivedAt })
}

const isWallet = (type: InstrumentType): type is TypeOfFamily<'wallet'> =>
  Object.hasOwn(openers, type)
