import { cardMask } from '../src/domain/cards/card-mask.ts'
import { dpaIdOf } from '../src/domain/merchant.ts'
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

/** Verifies and opens what a wallet gave the payer; the card inside goes to the vault. */
export const createWalletActivities = (deps: Deps) => ({
  openWallet: async (request: CallRequest): Promise<Outcome> => {
    const { instrument, merchantId, ownerId } = request
    const kept = instrument?.vaultRef
      ? await deps.vault.read(instrument.vaultRef, merchantId)
      : undefined
    if (!kept) return { type: 'invalid' }
    const opened = await open(deps, request, kept as WalletSecret)
    if (opened.type === 'invalid') {
      deps.log.warn({ ownerId, reason: opened.reason }, 'wallet token refused')
      return { type: 'invalid' }
    }
    const { replayId, authMethod, ...card } = opened.card
    if (!(await claimWalletMessage(deps.db, `${instrument?.type ?? ''}/${replayId}`, ownerId))) {
      deps.log.warn({ ownerId }, 'wallet token replayed')
      return { type: 'invalid' }
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
      ...(organization && { organization }),
    }
  },
})

async function open(
  deps: Deps,
  request: CallRequest,
  { token, receivedAt = Date.now() }: WalletSecret,
): Promise<WalletOutcome> {
  const roots = await deps.walletRoots()
  const { merchantId, currency, ownerId } = request
  const { wallets } = deps.keyRing
  const common = { merchantId, nowMs: receivedAt }
  const money = { amountMinor: request.call.amountMinor, currency }
  switch (request.instrument?.type) {
    case 'GPAY':
      return openGooglePay(token, { ...common, roots: roots.google, keys: wallets.google })
    case 'APAY':
      return openApplePay(token, { ...common, ...money, roots: roots.apple, keys: wallets.apple })
    default: {
      const merchant = await deps.merchants.find(merchantId)
      if (!merchant) return { type: 'invalid', reason: 'the merchant is not known' }
      return openClickToPay(token, {
        ...money,
        dpaId: dpaIdOf(merchant),
        nowMs: common.nowMs,
        paymentId: ownerId,
        roots: roots.c2p,
        keys: wallets.c2p,
      })
    }
  }
}
