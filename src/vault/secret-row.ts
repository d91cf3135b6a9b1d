import type { Owner, Sealed } from './envelope.ts'

/** A row of vault.secret that is not destroyed. */
export type SecretRow = {
  ref: string
  merchant_id: string
  key_id: string
  wrapped_key: Buffer
  ciphertext: Buffer
}

export function toSealed(row: SecretRow): Sealed {
  return { keyId: row.key_id, wrappedKey: row.wrapped_key, ciphertext: row.ciphertext }
}

export function ownerOf(row: SecretRow): Owner {
  return { merchantId: row.merchant_id, recordId: row.ref }
}
