import { compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import { checkCompact } from '../decode.ts'
import type { RootsOf } from '../roots.ts'
import { attempt, check, refuse } from '../wallet-outcome.ts'

/** Checks the signature by the key that `kid` names, in the one way that is that key's, and returns what was signed. */
export async function verifyCheckout(jws: string, roots: RootsOf<'c2p'>): Promise<Uint8Array> {
  checkCompact(jws, 'checkout response')
  const { alg, kid } = attempt('checkout response is not a JWS', () => decodeProtectedHeader(jws))
  const jwk = roots.keys.find((key) => key.kid === kid)
  check(jwk !== undefined, 'checkout response is signed by an unknown key')
  const algorithm = jwk.kty === 'EC' ? 'ES256' : jwk.alg
  check(alg === algorithm, `checkout response is not signed with ${algorithm}`)

  const key = await importJWK(jwk, algorithm)
  const { payload } = await compactVerify(jws, key, { algorithms: [algorithm] }).catch(() =>
    refuse('signature is wrong'),
  )
  return payload
}
