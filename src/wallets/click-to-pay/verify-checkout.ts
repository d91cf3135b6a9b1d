import { compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import { checkCompact } from '../decode.ts'
import type { RootsOf } from '../roots.ts'
import { attempt, check, refuse } from '../wallet-outcome.ts'

/** Checks the ES256 signature by the key that `kid` names, and returns what was signed. */
export async function verifyCheckout(jws: string, roots: RootsOf<'c2p'>): Promise<Uint8Array> {
  checkCompact(jws, 'checkout response')
  const { alg, kid } = attempt('checkout response is not a JWS', () => decodeProtectedHeader(jws))
  check(alg === 'ES256', 'checkout response is not signed with ES256')
  const jwk = roots.keys.find((key) => key.kid === kid)
  check(jwk !== undefined, 'checkout response is signed by an unknown key')

  const key = await importJWK(jwk, 'ES256')
  const { payload } = await compactVerify(jws, key, { algorithms: ['ES256'] }).catch(() =>
    refuse('signature is wrong'),
  )
  return payload
}
