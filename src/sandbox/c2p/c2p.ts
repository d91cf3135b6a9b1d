import type { Router } from 'express'
import express from 'express'
import { CompactEncrypt, SignJWT, importJWK } from 'jose'
import { randomBytes, randomUUID } from 'node:crypto'
import { optionalText } from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { Settings } from '../settings.ts'
import { tokenNumber } from '../tokens/token-number.ts'
import type { Authorities } from '../wallets/authorities.ts'
import { fetchGatewayKeys } from '../wallets/gateway-keys.ts'
import type { GatewayKeys } from '../wallets/gateway-keys.ts'
import { readWalletOrder } from '../wallets/wallet-order.ts'
import type { WalletOrder } from '../wallets/wallet-order.ts'

const lifetimeSeconds = 600

/** Click to Pay: the signed answer of a checkout, with the card or a token of it inside. */
export function createC2p(settings: Settings, authorities: Authorities): Router {
  const router = express.Router()
  router.post('/checkout', async (request, response) => {
    const body = (request.body ?? {}) as Fields
    const order = readWalletOrder(body, settings.defaultMerchantId)
    const paymentId = optionalText(body, 'paymentId')
    const contents = body.asToken === true ? tokenOf(order) : cardOf(order)
    const { c2p } = await fetchGatewayKeys(settings.gatewayUrl)
    const { amount, currency, merchantId } = order
    const payload = await sign(authorities, {
      srcCorrelationId: randomUUID(),
      ...(paymentId && { srciTransactionId: paymentId }),
      dpaId: `tollgate-${merchantId}`,
      amount,
      currency,
      encryptedPayload: await encrypt(contents, c2p),
    })
    response.json({ payload })
  })
  return router
}

function cardOf({ pan, expDate }: WalletOrder) {
  return {
    card: {
      primaryAccountNumber: pan,
      panExpirationMonth: expDate.slice(4),
      panExpirationYear: expDate.slice(0, 4),
    },
  }
}

function tokenOf({ pan, expDate }: WalletOrder) {
  return {
    token: {
      paymentToken: tokenNumber(pan),
      tokenExpirationMonth: expDate.slice(4),
      tokenExpirationYear: expDate.slice(0, 4),
    },
    dynamicData: { dynamicDataType: 'TAVV', dynamicDataValue: randomBytes(20).toString('base64') },
  }
}

async function encrypt(contents: unknown, key: GatewayKeys['c2p']): Promise<string> {
  return new CompactEncrypt(Buffer.from(JSON.stringify(contents)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', ...(key.kid && { kid: key.kid }) })
    .encrypt(await importJWK(key, 'RSA-OAEP-256'))
}

async function sign({ c2p }: Authorities, claims: Record<string, unknown>): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: c2p.kid })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(await importJWK(c2p, 'ES256'))
}
