import { expect, test } from 'vitest'
import type { Deps } from '../../activities/deps.ts'
import { createWalletActivities } from '../../activities/wallet.ts'
import type { CallRequest } from '../../src/domain/actor/call-request.ts'
import { createLog } from '../../src/process/log.ts'
import { createCardBook } from '../../src/postgres/cards/card-book.ts'
import { createVault } from '../../src/vault/card-vault.ts'
import type { WalletSecret } from '../../src/vault/card-secret.ts'
import { freshDatabase } from '../support/database.ts'
import { freshKeyRing } from '../support/key-ring.ts'
import { googleContext, mintGoogleToken } from '../wallets/support/google-wallet.ts'

const { merchantId } = googleContext

test('a wallet token is judged by the time it came, not by the time it is opened', async () => {
  const { open, expiredAt } = await wallet()
  expect(await open(expiredAt - 1)).toMatchObject({ type: 'opened', auth: 'CRYPTOGRAM' })
})

test('a wallet token that had expired when it came opens nothing', async () => {
  const { open, expiredAt } = await wallet()
  expect(await open(expiredAt)).toEqual({ type: 'invalid', detail: 'message has expired' })
})

/** A token whose time is over by now, opened as one that came at some moment before. */
async function wallet() {
  const { pool } = await freshDatabase()
  const { keyRing } = await freshKeyRing()
  const vault = createVault({ db: pool, keyRing })
  const deps = {
    db: pool,
    vault,
    log: createLog('worker', 'silent'),
    cardBook: createCardBook(pool, { onlyListed: true }),
    keyRing: { ...keyRing, wallets: { ...keyRing.wallets, google: googleContext.keys } },
    walletRoots: () => Promise.resolve({ google: googleContext.roots }),
    googleGateway: googleContext.gateway,
  } as unknown as Deps
  const expiredAt = Date.now() - 60_000
  const token = mintGoogleToken({
    message: { messageExpiration: String(expiredAt) },
    signedKey: { keyExpiration: String(Date.now() + 60_000) },
  })
  const open = async (receivedAt: number) => {
    const secret: WalletSecret = { token, receivedAt }
    const vaultRef = await vault.store({ merchantId, kind: 'wallet', secret })
    const request = {
      ownerId: 'payment',
      merchantId,
      currency: 'PLN',
      call: { amountMinor: 1 },
      instrument: { type: 'GPAY', vaultRef },
    }
    return createWalletActivities(deps).openWallet(request as unknown as CallRequest)
  }
  return { open, expiredAt }
}
