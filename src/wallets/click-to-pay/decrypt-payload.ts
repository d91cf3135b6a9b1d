import { compactDecrypt, decodeProtectedHeader } from 'jose'
import { checkCompact } from '../decode.ts'
import type { RsaKey } from '../keys.ts'
import { attempt, check, refuse } from '../wallet-outcome.ts'

/** Decrypts with the key that `kid` names, or, without one, with whichever of ours fits. */
export async function decryptPayload(jwe: string, keys: readonly RsaKey[]): Promise<Uint8Array> {
  checkCompact(jwe, 'encrypted payload')
  const header = attempt('encrypted payload is not a JWE', () => decodeProtectedHeader(jwe))
  check(header.alg === 'RSA-OAEP-256', 'key encryption is not RSA-OAEP-256')
  check(
    contentEncryptionAlgorithms.some((one) => one === header.enc),
    'content encryption is neither A256GCM nor A128CBC-HS256',
  )
  check(header.zip === undefined, 'encrypted payload is compressed')

  for (const { kid, privateKey } of keys) {
    if (header.kid !== undefined && header.kid !== kid) continue
    const decrypted = await compactDecrypt(jwe, privateKey, algorithms).catch(() => undefined)
    if (decrypted) return decrypted.plaintext
  }
  return refuse('encrypted payload does not decrypt')
}

/** Visa's, and Mastercard's. */
const contentEncryptionAlgorithms = ['A256GCM', 'A128CBC-HS256']

const algorithms = { keyManagementAlgorithms: ['RSA-OAEP-256'], contentEncryptionAlgorithms }
