import type { Request, Router } from 'express'
import express from 'express'
import { createPrivateKey } from 'node:crypto'
import { optionalText } from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { Settings } from '../settings.ts'
import { checkAppleSession, openAppleSession } from './apple-session.ts'
import { publicRoots } from './authorities.ts'
import type { Authorities } from './authorities.ts'
import { fetchGatewayKeys } from './gateway-keys.ts'
import { mintApple } from './mint-apple.ts'
import { mintGoogle } from './mint-google.ts'
import { readWalletOrder } from './wallet-order.ts'

/** Makes the tokens that a payer's phone would make, for a gateway that trusts the sandbox. */
export function createWallets(settings: Settings, authorities: Authorities): Router {
  const googleRoot = createPrivateKey(authorities.google.rootKey)
  const roots = publicRoots(authorities)
  const sessionKey = authorities.apple.leafKey
  const orderOf = (request: Request) =>
    readWalletOrder((request.body ?? {}) as Fields, settings.defaultMerchantId)

  const router = express.Router()
  router.get('/roots', (_request, response) => void response.json(roots))
  router.post('/google', async (request, response) => {
    const order = orderOf(request)
    const { google } = await fetchGatewayKeys(settings.gatewayUrl)
    response.json({ token: mintGoogle(order, googleRoot, google.publicKey) })
  })
  router.post('/apple', async (request, response) => {
    const order = orderOf(request)
    const session = optionalText((request.body ?? {}) as Fields, 'apaySession')
    if (session !== undefined) checkAppleSession(session, order.merchantId, sessionKey)
    const { apple } = await fetchGatewayKeys(settings.gatewayUrl)
    response.json({ token: await mintApple(order, authorities.apple, apple.publicKey) })
  })
  router.post('/apple/paymentSession', (request, response) => {
    response.json(openAppleSession((request.body ?? {}) as Fields, sessionKey))
  })
  return router
}
