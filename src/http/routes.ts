import type { Endpoint } from './endpoint.ts'
import { authenticateMerchant } from './endpoints/authenticate-merchant.ts'
import { getJwks } from './endpoints/get-jwks.ts'
import { getLiveness } from './endpoints/get-liveness.ts'
import { getOpenapi } from './endpoints/get-openapi.ts'
import { getReadiness } from './endpoints/get-readiness.ts'
import { getWalletKeys } from './endpoints/get-wallet-keys.ts'

/** Every endpoint of the public port: what is served, documented and tested. */
export const endpoints: readonly Endpoint[] = [
  authenticateMerchant,

  getOpenapi,
  getJwks,
  getWalletKeys,
  getLiveness,
  getReadiness,
]
